//===- Signatures.cpp - Arguments of the ops, by name ---------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table, and the spellings of a name.
//
//===----------------------------------------------------------------------===//

#include "packed/IR/PackedOps.h"
#include "packed/Intake/Signature.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::packed;

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

using Kind = ParamKind;

static Param operand(llvm::StringLiteral name, unsigned group) {
  return {name, Kind::Buffer, true, "", group};
}
static Param optionalOperand(llvm::StringLiteral name, unsigned group) {
  return {name, Kind::Buffer, false, "", group};
}
static Param optional(llvm::StringLiteral name, Kind kind,
                      llvm::StringLiteral target = "") {
  return {name, kind, false, target};
}

/// A flag of the reference, which names its kernel where the op does not.
static Param normFlag() {
  return optional("use_qk_l2norm_in_kernel", Kind::Flag, "use_qk_l2norm");
}

/// sglang's `fused_recurrent_gated_delta_rule_packed_decode` and
/// `fused_recurrent_kda_packed_decode` share their arguments but one.
static Signature getDecode(llvm::StringLiteral mnemonic,
                           llvm::StringLiteral reference,
                           ArrayRef<Param> further) {
  Signature result{mnemonic, reference};
  result.params = {operand("mixed_qkv", 0),
                   operand("a", 1),
                   operand("b", 2),
                   operand("A_log", 3),
                   operand("dt_bias", 4),
                   optional("scale", Kind::Float),
                   operand("initial_state", 7),
                   optionalOperand("out", 6),
                   operand("ssm_state_indices", 5),
                   normFlag()};
  llvm::append_range(result.params, further);
  // Not in the reference: what the shapes alone leave open.
  result.params.push_back(optional("state_order", Kind::StateOrder));
  result.params.push_back(optional("num_q_heads", Kind::Integer));
  result.inits = {{"out", {{"mixed_qkv", 0}, {}, {"initial_state", 1}, {}}},
                  {"initial_state", {}}};
  return result;
}

static Signature getRecurrent() {
  Signature result{"gdn_recurrent", "fused_recurrent_gated_delta_rule"};
  result.params = {operand("q", 0),
                   operand("k", 1),
                   operand("v", 2),
                   operand("g", 3),
                   operand("beta", 4),
                   optional("scale", Kind::Float),
                   optionalOperand("initial_state", 6),
                   optional("output_final_state", Kind::Switch),
                   optionalOperand("cu_seqlens", 5),
                   normFlag(),
                   optionalOperand("out", 7),
                   optionalOperand("final_state", 8)};
  result.inits = {
      {"out", {{"q", 0}, {"q", 1}, {"v", 2}, {"v", 3}}},
      {"final_state", {{"initial_state", 0}, {"v", 2}, {"v", 3}, {"q", 3}}}};
  result.numSegments = 9;
  return result;
}

static Signature getMemoryRope() {
  Signature result{"memory_rope", "build_memory_video_rope_coords"};
  result.params = {{"batch_size", Kind::Size},
                   {"memory_video_len", Kind::Size},
                   {"target_num_frames", Kind::Size},
                   {"latent_height", Kind::Size},
                   {"latent_width", Kind::Size},
                   {"memory_position_mode", Kind::Text, true, "mode"},
                   optional("memory_downscale_factor", Kind::Integer),
                   optional("sp_target_start_offset", Kind::Size)};
  result.numResults = 1;
  result.getSizeSpecs = MemoryRopeOp::getSizeSpecs;
  return result;
}

static Signature getMemoryRopeAudio() {
  Signature result{"memory_rope_audio", "build_memory_audio_rope_coords"};
  result.params = {{"batch_size", Kind::Size},
                   {"memory_audio_len", Kind::Size},
                   {"target_audio_len", Kind::Size},
                   {"memory_position_mode", Kind::Text, true, "mode"}};
  result.numResults = 1;
  result.getSizeSpecs = MemoryRopeAudioOp::getSizeSpecs;
  return result;
}

/// The functions of the reference differ in the arguments between the sizes of
/// the target and the keyframes.
static Signature getSequence(llvm::StringLiteral reference,
                             ArrayRef<Param> further,
                             std::optional<Task> task = std::nullopt) {
  Signature result{"sequence", reference};
  result.task = task;
  result.params = {{"text_len", Kind::Size},
                   {"latent_t", Kind::Size},
                   {"latent_h", Kind::Size},
                   {"latent_w", Kind::Size},
                   {"audio_t", Kind::Size}};
  llvm::append_range(result.params, further);
  llvm::append_range(
      result.params,
      ArrayRef<Param>{optional("keyframe_frame_indices", Kind::Integers),
                      optional("frame_count", Kind::Size),
                      optional("seq_len", Kind::Size),
                      optional("alignment", Kind::Integer),
                      optional("sp_degree", Kind::Integer)});
  result.numResults = SequenceOp::getResultNames().size();
  result.getSizeSpecs = SequenceOp::getSizeSpecs;
  return result;
}

static ArrayRef<Signature> getSignatures() {
  static const std::vector<Signature> signatures = {
      getDecode("gdn_decode", "fused_recurrent_gated_delta_rule_packed_decode",
                {}),
      getDecode("kda_decode", "fused_recurrent_kda_packed_decode",
                optional("lower_bound", Kind::Float)),
      getRecurrent(), getMemoryRope(), getMemoryRopeAudio(),
      // First of its name: by `packed.sequence` this one is meant.
      getSequence("", {{"task", Kind::Task},
                       optional("ref_blocks", Kind::RefBlocks),
                       optional("audio_channel", Kind::Size)}),
      getSequence("minimax_h3_packed_sequence",
                  {optional("audio_channel", Kind::Size),
                   {"include_keyframe_cond", Kind::Keyframes, true, "task"}}),
      getSequence("minimax_h3_packed_sequence_ref2va_blocks",
                  {{"ref_blocks", Kind::RefBlocks},
                   optional("audio_channel", Kind::Size)},
                  Task::Ref2VA)};
  return signatures;
}

const Param *Signature::lookup(StringRef name) const {
  auto it = llvm::find_if(params, [&](const Param &param) {
    return param.name == name || param.getTarget() == name;
  });
  return it == params.end() ? nullptr : &*it;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// `PackedGdnDecode` as `packed_gdn_decode`; other names as they are.
static std::string toSnakeCase(StringRef name) {
  if (name.empty() || !llvm::isUpper(name.front()))
    return name.str();
  std::string result;
  for (char c : name) {
    if (llvm::isUpper(c) && !result.empty())
      result += '_';
    result += llvm::toLower(c);
  }
  return result;
}

NameMatch mlir::packed::lookupSignature(StringRef name) {
  // A PyTorch op has an overload behind its name.
  name.consume_back(".default");
  size_t end = name.find_last_of(".:");
  StringRef space = end == StringRef::npos ? "" : name.take_front(end);
  std::string base = toSnakeCase(name.drop_front(space.size()).ltrim(".:"));
  space = space.rtrim(".:");

  NameMatch match;
  match.isOurs = space.equals_insensitive("packed");
  StringRef mnemonic = base;
  bool isPrefixed = mnemonic.consume_front("packed_");
  for (const Signature &signature : getSignatures()) {
    bool isMnemonic =
        (match.isOurs || isPrefixed) && mnemonic == signature.mnemonic;
    bool isReference =
        !signature.reference.empty() && base == signature.reference;
    if (!isMnemonic && !isReference)
      continue;
    match.signature = &signature;
    match.isOurs = true;
    break;
  }
  return match;
}

std::string mlir::packed::listCallableNames() {
  SmallVector<std::string> names;
  for (const Signature &signature : getSignatures())
    if (std::string name = ("packed." + signature.mnemonic).str();
        !llvm::is_contained(names, name))
      names.push_back(name);
  return llvm::join(names, ", ");
}
