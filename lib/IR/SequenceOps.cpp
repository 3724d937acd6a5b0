//===- SequenceOps.cpp - The packed sequence ------------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembly, types and canonicalization of `packed.sequence`.
//
//===----------------------------------------------------------------------===//

#include "packed/IR/PackedOps.h"
#include "llvm/Support/StringSaver.h"

using namespace mlir;
using namespace mlir::packed;

ArrayRef<SizeSpec> SequenceOp::getSizeSpecs() {
  static constexpr SizeSpec specs[] = {
      {"text_len", std::nullopt},   {"latent_t", std::nullopt},
      {"latent_h", std::nullopt},   {"latent_w", std::nullopt},
      {"audio_t", std::nullopt},    {"audio_channel", 2},
      {"frame_count", kAbsentSize}, {"seq_len", kAbsentSize}};
  return specs;
}

//===----------------------------------------------------------------------===//
// Reference blocks
//===----------------------------------------------------------------------===//

/// Calls `visit` with each block and the position of its first operand in the
/// list of size operands.
static void forEachRefBlock(ArrayRef<int64_t> staticSizes, ArrayAttr blocks,
                            function_ref<void(RefBlockAttr, unsigned)> visit) {
  unsigned position = llvm::count(staticSizes, ShapedType::kDynamic);
  if (!blocks)
    return;
  for (auto block : blocks.getAsRange<RefBlockAttr>()) {
    visit(block, position);
    position += block.getNumDynamicSizes();
  }
}

unsigned SequenceOp::getNumExtraDynamicSizes() {
  unsigned count = 0;
  for (auto block : getRefBlocks().getAsRange<RefBlockAttr>())
    count += block.getNumDynamicSizes();
  return count;
}

static SmallVector<OpFoldResult, 4> getMixedSizes(RefBlockAttr block,
                                                  ValueRange operands) {
  SmallVector<OpFoldResult, 4> sizes;
  for (unsigned i = 0, e = block.getSizes().size(); i < e; ++i)
    sizes.push_back(
        getMixedSize(block.getContext(), block.getSizes(), operands, i));
  return sizes;
}

SmallVector<SmallVector<OpFoldResult, 4>> SequenceOp::getMixedRefSizes() {
  SmallVector<SmallVector<OpFoldResult, 4>> result;
  forEachRefBlock(getStaticSizes(), getRefBlocks(),
                  [&](RefBlockAttr block, unsigned position) {
                    result.push_back(
                        getMixedSizes(block, getSizes().drop_front(position)));
                  });
  return result;
}

/// `ref_blocks[0].latent_h`, kept where a size has to remember its name.
static StringRef internRefName(SizeArena &arena, size_t block, unsigned index) {
  return llvm::StringSaver(arena).save("ref_blocks[" + Twine(block) + "]." +
                                       RefBlockAttr::getSizeNames()[index]);
}

static SequenceRef getRef(SizeArena &arena, RefBlockAttr block, size_t number,
                          ValueRange operands) {
  SequenceRef ref{getRefKind(block.getKind()), {}};
  for (auto [index, size] : llvm::enumerate(getMixedSizes(block, operands))) {
    if (!size)
      continue;
    StringRef name;
    if (isa<Value>(size))
      name = internRefName(arena, number, index);
    ref.sizes[index] = SizeExpr::get(arena, name, size);
  }
  return ref;
}

static SequenceSizes getSizes(SizeArena &arena, SequenceOp::Adaptor op) {
  ValueRange operands = op.getSizes();
  SmallVector<SizeExpr, 8> named = getSizeExprs(
      arena, SequenceOp::getSizeSpecs(), op.getStaticSizes(), operands);
  auto optional = [&](unsigned index) {
    return named[index].getUndefined() == SizeUndefined::Absent
               ? std::nullopt
               : std::optional<SizeExpr>(named[index]);
  };
  SequenceSizes sizes{named[SequenceOp::TextLen],
                      named[SequenceOp::LatentT],
                      named[SequenceOp::LatentH],
                      named[SequenceOp::LatentW],
                      named[SequenceOp::AudioT],
                      named[SequenceOp::AudioChannel],
                      optional(SequenceOp::FrameCount),
                      optional(SequenceOp::SeqLen),
                      {},
                      0,
                      static_cast<int64_t>(op.getAlignment())};
  if (auto keyframes = op.getKeyframeFrameIndices())
    sizes.numKeyframes = keyframes->size();
  forEachRefBlock(op.getStaticSizes(), op.getRefBlocksAttr(),
                  [&](RefBlockAttr block, unsigned position) {
                    position = std::min<size_t>(position, operands.size());
                    sizes.refs.push_back(getRef(arena, block, sizes.refs.size(),
                                                operands.drop_front(position)));
                  });
  return sizes;
}

SequenceSizes SequenceOp::getLayoutSizes(SizeArena &arena) {
  return ::getSizes(arena, Adaptor(*this));
}

//===----------------------------------------------------------------------===//
// Builder
//===----------------------------------------------------------------------===//

void SequenceOp::build(OpBuilder &builder, OperationState &state, Task task,
                       ArrayRef<OpFoldResult> namedSizes,
                       ArrayRef<RefBlockSpec> refBlocks,
                       std::optional<ArrayRef<int64_t>> keyframeFrameIndices) {
  MLIRContext *context = builder.getContext();
  SmallVector<int64_t> staticSizes;
  SmallVector<Value> operands;
  dispatchMixedSizes(namedSizes, staticSizes, operands);
  SmallVector<Attribute> blocks;
  for (const RefBlockSpec &ref : refBlocks) {
    SmallVector<int64_t, 4> sizes;
    dispatchMixedSizes({ref.refAudioT, ref.latentT, ref.latentH, ref.latentW},
                       sizes, operands);
    blocks.push_back(RefBlockAttr::get(context, ref.kind, sizes));
  }
  state.addOperands(operands);

  auto &properties = state.getOrAddProperties<Properties>();
  properties.static_sizes = builder.getDenseI64ArrayAttr(staticSizes);
  properties.task = TaskAttr::get(context, task);
  properties.ref_blocks = builder.getArrayAttr(blocks);
  properties.alignment = builder.getI64IntegerAttr(64);
  if (keyframeFrameIndices)
    properties.keyframe_frame_indices =
        builder.getDenseI64ArrayAttr(*keyframeFrameIndices);
  SmallVector<Type> types;
  // The inference has no way to fail.
  (void)inferReturnTypes(context, state.location, state.operands,
                         DictionaryAttr(), &properties, {}, types);
  state.addTypes(types);
}

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

/// Sizes of a block, all of which may stay out.
static ArrayRef<SizeSpec> getRefSizeSpecs() {
  static const SmallVector<SizeSpec> specs = llvm::map_to_vector(
      RefBlockAttr::getSizeNames(),
      [](llvm::StringLiteral name) { return SizeSpec{name, kAbsentSize}; });
  return specs;
}

static ParseResult parseRefBlocks(OpAsmParser &parser, NamedAttrList &inherent,
                                  UnresolvedOperands &operands) {
  if (failed(parser.parseOptionalKeyword("refs")))
    return success();
  SmallVector<Attribute> blocks;
  auto parseBlock = [&]() -> ParseResult {
    std::string kind;
    SmallVector<int64_t, 4> sizes;
    if (parser.parseKeywordOrString(&kind) ||
        parseNamedSizes(parser, getRefSizeSpecs(), sizes, operands))
      return failure();
    blocks.push_back(RefBlockAttr::get(parser.getContext(), kind, sizes));
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square,
                                     parseBlock))
    return failure();
  inherent.append("ref_blocks", parser.getBuilder().getArrayAttr(blocks));
  return success();
}

static ParseResult parseKeyframes(OpAsmParser &parser,
                                  NamedAttrList &inherent) {
  if (failed(parser.parseOptionalKeyword("keyframes")))
    return success();
  SmallVector<int64_t> frames;
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, [&]() {
        return parser.parseInteger(frames.emplace_back());
      }))
    return failure();
  inherent.append("keyframe_frame_indices",
                  parser.getBuilder().getDenseI64ArrayAttr(frames));
  return success();
}

ParseResult SequenceOp::parse(OpAsmParser &parser, OperationState &result) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<Task> task = symbolizeTask(keyword);
  if (!task)
    return parser.emitError(loc, "unknown task '")
           << keyword << "', expected t2va, fl2va or ref2va";

  NamedAttrList inherent;
  SmallVector<int64_t> staticSizes;
  UnresolvedOperands operands;
  if (parseNamedSizes(parser, getSizeSpecs(), staticSizes, operands) ||
      parseRefBlocks(parser, inherent, operands) ||
      parseKeyframes(parser, inherent))
    return failure();
  inherent.append("task", TaskAttr::get(parser.getContext(), *task));
  inherent.append("static_sizes",
                  parser.getBuilder().getDenseI64ArrayAttr(staticSizes));
  return parseSizedOpTail<SequenceOp>(parser, result, operands, inherent);
}

void SequenceOp::print(OpAsmPrinter &printer) {
  printer << ' ' << stringifyTask(getTask()) << ' ';
  OperandRange operands = getSizes();
  printNamedSizes(printer, getSizeSpecs(), getStaticSizes(), operands);
  if (!getRefBlocks().empty()) {
    printer << " refs [";
    llvm::interleaveComma(getRefBlocks().getAsRange<RefBlockAttr>(), printer,
                          [&](RefBlockAttr block) {
                            printer.printKeywordOrString(block.getKind());
                            printNamedSizes(printer, getRefSizeSpecs(),
                                            block.getSizes(), operands);
                          });
    printer << ']';
  }
  if (auto frames = getKeyframeFrameIndices()) {
    printer << " keyframes [";
    llvm::interleaveComma(*frames, printer);
    printer << ']';
  }
  SmallVector<NamedAttribute> inherent;
  if (getAlignment() != 64)
    inherent.emplace_back(getAlignmentAttrName(), getAlignmentAttr());
  if (IntegerAttr degree = getSpDegreeAttr())
    inherent.emplace_back(getSpDegreeAttrName(), degree);
  printSizedOpTail(printer, *this, inherent);
}

void SequenceOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  for (auto [index, name] : llvm::enumerate(getResultNames()))
    setName(getResult(index), name);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

ArrayRef<llvm::StringLiteral> SequenceOp::getResultNames() {
  static constexpr llvm::StringLiteral names[] = {
      "img_pos",           "audio_pos",        "text_pos",   "update_mask",
      "audio_update_mask", "img_position_ids", "token_tags", "cu_seqlens"};
  return names;
}

SmallVector<SmallVector<SizeExpr, 2>>
SequenceOp::getResultShapes(const SequenceRows &rows) {
  return {{rows.getImgRows()},   {rows.getAudioRows()},
          {rows.text},           {rows.getImgRows()},
          {rows.getAudioRows()}, {rows.seqLen, 3},
          {rows.seqLen},         {3}};
}

SmallVector<Type> SequenceOp::getResultElementTypes(MLIRContext *context) {
  Builder builder(context);
  Type i64 = builder.getI64Type(), i1 = builder.getI1Type();
  return {
      i64, i64, i64, i1, i1, builder.getF64Type(), i64, builder.getI32Type()};
}

LogicalResult
SequenceOp::inferReturnTypes(MLIRContext *context, std::optional<Location>,
                             ValueRange operands, DictionaryAttr attributes,
                             OpaqueProperties properties, RegionRange regions,
                             SmallVectorImpl<Type> &types) {
  SizeArena arena;
  SequenceRows rows(
      ::getSizes(arena, Adaptor(operands, attributes, properties, regions)));
  for (auto [shape, element] :
       llvm::zip_equal(getResultShapes(rows), getResultElementTypes(context)))
    types.push_back(RankedTensorType::get(
        llvm::map_to_vector(
            shape,
            [](SizeExpr size) { return getStaticDim(size.getConstant()); }),
        element));
  return success();
}

LogicalResult
SequenceOp::reifyResultShapes(OpBuilder &builder,
                              ReifiedRankedShapedTypeDims &reified) {
  SizeArena arena;
  SizeExpander expander(builder, getLoc());
  SequenceRows rows(getLayoutSizes(arena));
  for (auto [index, shape] : llvm::enumerate(getResultShapes(rows)))
    if (failed(reifyShape(builder, *this, index, shape, expander, reified)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Canonicalization
//===----------------------------------------------------------------------===//

namespace {
/// Turns size operands of reference blocks that are constants into numbers.
struct FoldConstantRefSizes : OpRewritePattern<SequenceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SequenceOp op,
                                PatternRewriter &rewriter) const override {
    unsigned numNamed = llvm::count(op.getStaticSizes(), ShapedType::kDynamic);
    SmallVector<Value> kept(op.getSizes().take_front(numNamed));
    ValueRange remaining = op.getSizes().drop_front(numNamed);
    SmallVector<Attribute> blocks;
    bool changed = false;
    for (auto block : op.getRefBlocks().getAsRange<RefBlockAttr>()) {
      SmallVector<int64_t, 4> sizes(block.getSizes());
      changed |= foldConstantSizes(sizes, remaining, kept);
      blocks.push_back(RefBlockAttr::get(getContext(), block.getKind(), sizes));
    }
    if (!changed)
      return rewriter.notifyMatchFailure(op, "no size is a constant");
    SequenceOp::Properties properties = op.getProperties();
    properties.ref_blocks = rewriter.getArrayAttr(blocks);
    return replaceSizedOp(rewriter, op, kept, properties);
  }
};
} // namespace

void SequenceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                             MLIRContext *context) {
  patterns.add<FoldConstantSizes<SequenceOp>, FoldConstantRefSizes>(context);
}
