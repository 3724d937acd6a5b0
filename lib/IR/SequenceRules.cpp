//===- SequenceRules.cpp - Rules of packed sequences ----------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the order of sglang's minimax_h3/packed_sequence.py; our own rules and the
// warnings follow.
//
//===----------------------------------------------------------------------===//

#include "packed/IR/PackedOps.h"
#include "packed/IR/RuleCatalogue.h"
#include "packed/IR/RuleHelpers.h"

using namespace mlir;
using namespace mlir::packed;

namespace {
/// Names of a size in messages.
using NamedSize = std::pair<StringRef, SizeExpr>;
} // namespace

//===----------------------------------------------------------------------===//
// Reference blocks
//===----------------------------------------------------------------------===//

/// `ref_blocks[0].latent_h`.
static std::string refSizeName(size_t block, unsigned index) {
  return ("ref_blocks[" + Twine(block) + "]." +
          RefBlockAttr::getSizeNames()[index])
      .str();
}

static void requireRefSize(RuleSet &rules, int64_t block, unsigned index,
                           const std::optional<SizeExpr> &size) {
  StringRef name = RefBlockAttr::getSizeNames()[index];
  rules.require(rule::RefSizeMissing, size.has_value(), {block, name});
  if (!size)
    return;
  if (name == "ref_audio_t")
    rules.require(rule::RefAudioNegative, *size >= 0, {block});
  else
    rules.require(rule::RefSizePositive, *size > 0, {block, name});
}

static void requireRefs(RuleSet &rules, SequenceOp op,
                        const SequenceSizes &sizes) {
  for (auto [index, attr] : llvm::enumerate(op.getRefBlocks())) {
    int64_t block = index;
    const SequenceRef &ref = sizes.refs[index];
    StringRef kind = cast<RefBlockAttr>(attr).getKind();
    rules.require(rule::RefKindEmpty, !kind.empty(), {block});
    if (kind.empty())
      continue;
    rules.require(rule::RefKindUnsupported, ref.kind != RefKind::Unknown,
                  {block, pythonRepr(kind)});
    for (unsigned size : getNeededRefSizes(ref.kind))
      requireRefSize(rules, block, size, ref.sizes[size]);
  }
}

//===----------------------------------------------------------------------===//
// Keyframes
//===----------------------------------------------------------------------===//

/// Prints as a Python list.
static std::string printList(ArrayRef<int64_t> numbers) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleaveComma(numbers, os);
  os << ']';
  return text;
}

/// The first and the last frame. A longer list is refused as a whole; what is
/// wrong with each of its frames would bury that.
static constexpr size_t kMaxKeyframes = 2;

static bool isStrictAnchors(ArrayRef<int64_t> frames) {
  return frames == ArrayRef<int64_t>{0} || frames == ArrayRef<int64_t>{-1} ||
         frames == ArrayRef<int64_t>{0, -1};
}

/// The frame an index stands for: -1 is the last one.
static SizeExpr resolveFrame(int64_t index, SizeExpr frameCount) {
  return index == -1 ? frameCount - 1 : SizeExpr(index);
}

/// What the request says about keyframes, before any frame is resolved.
static void requireKeyframeList(RuleSet &rules, SequenceOp op,
                                const std::optional<SizeExpr> &frameCount) {
  std::optional<ArrayRef<int64_t>> frames = op.getKeyframeFrameIndices();
  if (op.getTask() == Task::T2VA) {
    rules.require(rule::KeyframesOmitted, !frames);
    return;
  }
  if (op.getTask() == Task::FL2VA)
    rules.require(rule::KeyframesRequired, frames.has_value());
  if (!frames)
    return;
  rules.require(rule::KeyframesStrict, isStrictAnchors(*frames),
                {printList(*frames)});
  rules.require(rule::FrameCountRequired, frameCount.has_value());
}

static void requireKeyframes(RuleSet &rules, SequenceOp op,
                             const std::optional<SizeExpr> &frameCount) {
  requireKeyframeList(rules, op, frameCount);
  if (!frameCount)
    return;
  // The reference tests a stated count even where no keyframe needs it.
  rules.require(rule::FrameCountPositive, *frameCount > 0);
  ArrayRef<int64_t> frames =
      op.getKeyframeFrameIndices().value_or(ArrayRef<int64_t>());
  if (frames.size() > kMaxKeyframes)
    return;
  for (auto [block, index] : llvm::enumerate(frames)) {
    rules.require(rule::KeyframeRange,
                  index == -1 ||
                      (SizeExpr(index) >= 0 && SizeExpr(index) < *frameCount),
                  {index, *frameCount});
    SizeExpr frame = resolveFrame(index, *frameCount);
    for (size_t other = 0; other < block; ++other)
      rules.require(
          rule::KeyframeBound,
          resolveFrame(frames[other], *frameCount) != frame,
          {static_cast<int64_t>(block), frame, static_cast<int64_t>(other)});
  }
}

static void requireAnchors(RuleSet &rules, SequenceOp op,
                           const std::optional<SizeExpr> &frameCount) {
  std::optional<ArrayRef<int64_t>> frames = op.getKeyframeFrameIndices();
  if (!frames || !frameCount || op.getTask() == Task::T2VA ||
      frames->size() > kMaxKeyframes)
    return;
  StringRef layout = op.getTask() == Task::FL2VA ? "fl2va" : "hybrid ref2va";
  for (int64_t index : *frames) {
    SizeExpr frame = resolveFrame(index, *frameCount);
    rules.require(rule::KeyframeAnchor,
                  index == -1 || frame == 0 || frame == *frameCount - 1,
                  {layout, frame});
  }
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

static void requireSeqLen(RuleSet &rules, const SequenceSizes &sizes,
                          const SequenceRows &rows) {
  if (!sizes.seqLen) {
    rules.require(kSizeOverflowRule, fitsIn64Bits(rows.aligned), {"seq_len"});
    return;
  }
  rules
      .require(rule::SeqLenTooShort, *sizes.seqLen >= rows.used,
               {*sizes.seqLen, rows.used})
      .note("used rows {0} = text {1} + keyframes {2} + references {3} + audio "
            "{4} + video {5}",
            {rows.used, rows.text, rows.keyframes,
             rows.refVisual + rows.refAudio, rows.targetAudio,
             rows.targetVideo})
      .note("seq_len {0} is the aligned length", {rows.aligned});
}

/// `cu_seqlens` holds 32-bit numbers.
static void requireInt32(RuleSet &rules, const SequenceRows &rows) {
  rules.require(rule::SeqLenInt32,
                rows.seqLen <= std::numeric_limits<int32_t>::max(),
                {rows.seqLen});
}

static void requireTargetSizes(RuleSet &rules, SequenceOp op,
                               const SequenceSizes &sizes) {
  for (auto [name, size] : {NamedSize("text_len", sizes.textLen),
                            NamedSize("audio_t", sizes.audioT)})
    rules.require(rule::SequenceNegative, size >= 0, {name, size});
  for (auto [name, size] :
       {NamedSize("latent_t", sizes.latentT),
        NamedSize("latent_h", sizes.latentH),
        NamedSize("latent_w", sizes.latentW),
        NamedSize("audio_channel", sizes.audioChannel),
        NamedSize("alignment", sizes.alignment),
        NamedSize("sp_degree", op.getSpDegree().value_or(1))})
    rules.require(rule::SequencePositive, size > 0, {name, size});
  // Audio rows take their w from the ends of a width grid.
  rules.require(rule::SequencePatch, sizes.latentW >= kPatchSide,
                {"latent_w", sizes.latentW});
  for (auto [block, ref] : llvm::enumerate(sizes.refs))
    if (ref.kind == RefKind::Video && ref.sizes[0] && ref.sizes[3])
      rules.require(rule::SequencePatch,
                    ref.getAudioT() == 0 || ref.getWidth() >= kPatchSide,
                    {refSizeName(block, 3), ref.getWidth()});
}

/// Calls `visit` with the name and value of each side of a latent that blocks
/// of references have.
static void forEachRefSide(RuleSet &rules, const SequenceSizes &sizes,
                           function_ref<void(std::string, SizeExpr)> visit) {
  for (auto [block, ref] : llvm::enumerate(sizes.refs)) {
    if (ref.kind != RefKind::Image && ref.kind != RefKind::Video)
      continue;
    for (unsigned index : {2u, 3u})
      if (ref.sizes[index])
        visit(refSizeName(block, index), *ref.sizes[index]);
  }
}

static void requireResults(RuleSet &rules, SequenceOp op,
                           const SequenceRows &rows) {
  for (auto [name, shape, element, result] : llvm::zip_equal(
           SequenceOp::getResultNames(), SequenceOp::getResultShapes(rows),
           SequenceOp::getResultElementTypes(op.getContext()),
           op->getResults())) {
    Type actual = getElementTypeOrSelf(result);
    rules.require(
        rule::SequenceResult,
        actual == element &&
            fitsResultType(cast<RankedTensorType>(result.getType()), shape),
        {name, element, MessageArg::Tuple(shape.begin(), shape.end()), actual,
         Value(result)});
  }
}

//===----------------------------------------------------------------------===//
// Warnings
//===----------------------------------------------------------------------===//

static void warn(RuleSet &rules, SequenceOp op, const SequenceSizes &sizes,
                 const SequenceRows &rows) {
  auto warnOdd = [&](std::string name, SizeExpr side) {
    rules.require(rule::WarnOddSide, isMultipleOf(side, kPatchSide),
                  {std::move(name), side});
  };
  warnOdd("latent_h", sizes.latentH);
  warnOdd("latent_w", sizes.latentW);
  forEachRefSide(rules, sizes, warnOdd);
  if (sizes.seqLen)
    rules
        .require(rule::WarnAlignment,
                 isMultipleOf(*sizes.seqLen, sizes.alignment),
                 {*sizes.seqLen, sizes.alignment})
        .note("seq_len {0} is the next multiple",
              {ceilDiv(*sizes.seqLen, sizes.alignment) * sizes.alignment});
  if (std::optional<int64_t> degree = op.getSpDegree())
    rules.require(rule::WarnSpDegree, isMultipleOf(rows.seqLen, *degree),
                  {*degree, rows.seqLen, rows.seqLen % *degree});
}

void SequenceOp::stateRules(RuleSet &rules) {
  SequenceSizes sizes = getLayoutSizes(rules.getArena());
  SequenceRows rows(sizes);

  if (getTask() == Task::Ref2VA)
    requireRefs(rules, *this, sizes);
  requireKeyframes(rules, *this, sizes.frameCount);
  requireSeqLen(rules, sizes, rows);
  requireAnchors(rules, *this, sizes.frameCount);

  rules.require(rule::RefsOmitted,
                getTask() == Task::Ref2VA || getRefBlocks().empty(),
                {stringifyTask(getTask())});
  requireTargetSizes(rules, *this, sizes);
  requireInt32(rules, rows);
  requireResults(rules, *this, rows);
  if (rules.keepsAll())
    warn(rules, *this, sizes, rows);
}
