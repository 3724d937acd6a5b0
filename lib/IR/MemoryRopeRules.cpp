//===- MemoryRopeRules.cpp - Rules of memory RoPE coordinates -------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the order of sglang's joy_echo/memory.py; our own rules follow.
//
//===----------------------------------------------------------------------===//

#include "packed/IR/PackedOps.h"
#include "packed/IR/RuleCatalogue.h"
#include "packed/IR/RuleHelpers.h"

using namespace mlir;
using namespace mlir::packed;

static void requireMode(RuleSet &rules, StringRef mode) {
  bool known = mode.equals_insensitive("reference") ||
               mode.equals_insensitive("legacy") ||
               mode.equals_insensitive("prefix_continuous");
  rules.require(rule::RopeMode, known, {mode});
}

static void requireNonNegative(
    RuleSet &rules,
    std::initializer_list<std::pair<StringRef, SizeExpr>> sizes) {
  for (auto [name, size] : sizes)
    rules.require(rule::RopeNegative, size >= 0, {name, size});
}

static void requireCoords(RuleSet &rules, Value coords,
                          ArrayRef<SizeExpr> shape) {
  for (SizeExpr size : shape)
    rules.require(kSizeOverflowRule, fitsIn64Bits(size), {"coords"});
  Type element = getElementTypeOrSelf(coords);
  rules.require(
      rule::RopeResult,
      element.isF32() &&
          fitsResultType(cast<RankedTensorType>(coords.getType()), shape),
      {MessageArg::Tuple(shape), element, coords});
}

void MemoryRopeOp::stateRules(RuleSet &rules) {
  MemoryRopeSizes sizes = getLayoutSizes(rules.getArena());
  SizeExpr height = sizes.latentHeight, width = sizes.latentWidth;

  rules.require(rule::RopeGrid, sizes.getGrid() > 0, {height, width});
  rules
      .require(rule::RopeMultiple,
               isMultipleOf(sizes.memoryVideoLen, sizes.getGrid()),
               {sizes.memoryVideoLen, height, width})
      .note(
          "a frame of {0} x {1} has {2} tokens; the nearest multiples are {3} "
          "and {4}",
          {height, width, sizes.getGrid(),
           sizes.getMemoryFrames() * sizes.getGrid(),
           (sizes.getMemoryFrames() + 1) * sizes.getGrid()});
  requireMode(rules, getMode());

  rules.require(rule::RopeGridSides, height > 0 && width > 0, {height, width});
  requireNonNegative(rules,
                     {{"batch_size", sizes.batchSize},
                      {"memory_video_len", sizes.memoryVideoLen},
                      {"target_num_frames", sizes.targetNumFrames},
                      {"sp_target_start_offset", sizes.spTargetStartOffset}});
  int64_t downscale = getMemoryDownscaleFactor();
  rules.require(rule::RopeDownscale, downscale >= 1, {downscale});
  requireCoords(rules, getCoords(), sizes.getShape());
}

void MemoryRopeAudioOp::stateRules(RuleSet &rules) {
  MemoryRopeAudioSizes sizes = getLayoutSizes(rules.getArena());
  requireMode(rules, getMode());
  requireNonNegative(rules, {{"batch_size", sizes.batchSize},
                             {"memory_audio_len", sizes.memoryAudioLen},
                             {"target_audio_len", sizes.targetAudioLen}});
  requireCoords(rules, getCoords(), sizes.getShape());
}
