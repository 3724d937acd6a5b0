//===- MemoryRopeOps.cpp - Memory RoPE coordinates ------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembly, types and canonicalization of the two coordinate ops.
//
//===----------------------------------------------------------------------===//

#include "packed/IR/PackedOps.h"

using namespace mlir;
using namespace mlir::packed;

ArrayRef<SizeSpec> MemoryRopeOp::getSizeSpecs() {
  static constexpr SizeSpec specs[] = {
      {"batch_size", std::nullopt},        {"memory_video_len", std::nullopt},
      {"target_num_frames", std::nullopt}, {"latent_height", std::nullopt},
      {"latent_width", std::nullopt},      {"sp_target_start_offset", 0}};
  return specs;
}

ArrayRef<SizeSpec> MemoryRopeAudioOp::getSizeSpecs() {
  static constexpr SizeSpec specs[] = {{"batch_size", std::nullopt},
                                       {"memory_audio_len", std::nullopt},
                                       {"target_audio_len", std::nullopt}};
  return specs;
}

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

template <typename OpTy>
static void buildRope(OpBuilder &builder, OperationState &state,
                      ArrayRef<OpFoldResult> sizes, StringRef mode) {
  SmallVector<int64_t> staticSizes;
  SmallVector<Value> operands;
  dispatchMixedSizes(sizes, staticSizes, operands);
  state.addOperands(operands);
  auto &properties = state.getOrAddProperties<typename OpTy::Properties>();
  properties.static_sizes = builder.getDenseI64ArrayAttr(staticSizes);
  properties.mode = builder.getStringAttr(mode);
}

template <typename OpTy>
static void inferBuilt(OpBuilder &builder, OperationState &state) {
  SmallVector<Type> types;
  if (failed(OpTy::inferReturnTypes(builder.getContext(), state.location,
                                    state.operands, DictionaryAttr(),
                                    state.getRawProperties(), {}, types)))
    llvm::report_fatal_error("the inference of coordinate types can't fail");
  state.addTypes(types);
}

void MemoryRopeOp::build(OpBuilder &builder, OperationState &state,
                         OpFoldResult batchSize, OpFoldResult memoryVideoLen,
                         OpFoldResult targetNumFrames,
                         OpFoldResult latentHeight, OpFoldResult latentWidth,
                         StringRef mode, OpFoldResult spTargetStartOffset,
                         int64_t memoryDownscaleFactor) {
  if (!spTargetStartOffset)
    spTargetStartOffset = builder.getIndexAttr(0);
  buildRope<MemoryRopeOp>(builder, state,
                          {batchSize, memoryVideoLen, targetNumFrames,
                           latentHeight, latentWidth, spTargetStartOffset},
                          mode);
  state.getOrAddProperties<Properties>().memory_downscale_factor =
      builder.getI64IntegerAttr(memoryDownscaleFactor);
  inferBuilt<MemoryRopeOp>(builder, state);
}

void MemoryRopeAudioOp::build(OpBuilder &builder, OperationState &state,
                              OpFoldResult batchSize,
                              OpFoldResult memoryAudioLen,
                              OpFoldResult targetAudioLen, StringRef mode) {
  buildRope<MemoryRopeAudioOp>(
      builder, state, {batchSize, memoryAudioLen, targetAudioLen}, mode);
  inferBuilt<MemoryRopeAudioOp>(builder, state);
}

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

template <typename OpTy>
static ParseResult parseRope(OpAsmParser &parser, OperationState &result) {
  std::string mode;
  SmallVector<int64_t> staticSizes;
  UnresolvedOperands operands;
  if (parser.parseKeywordOrString(&mode) ||
      parseNamedSizes(parser, OpTy::getSizeSpecs(), staticSizes, operands))
    return failure();
  NamedAttrList inherent;
  inherent.append("mode", parser.getBuilder().getStringAttr(mode));
  inherent.append("static_sizes",
                  parser.getBuilder().getDenseI64ArrayAttr(staticSizes));
  return parseSizedOpTail<OpTy>(parser, result, operands, inherent);
}

template <typename OpTy>
static void printRope(OpTy op, OpAsmPrinter &printer) {
  printer << ' ';
  printer.printKeywordOrString(op.getMode());
  printer << ' ';
  OperandRange operands = op.getSizes();
  printNamedSizes(printer, OpTy::getSizeSpecs(), op.getStaticSizes(), operands);
  SmallVector<NamedAttribute> inherent;
  if constexpr (std::is_same_v<OpTy, MemoryRopeOp>)
    if (op.getMemoryDownscaleFactor() != 1)
      inherent.emplace_back(op.getMemoryDownscaleFactorAttrName(),
                            op.getMemoryDownscaleFactorAttr());
  printSizedOpTail(printer, op, inherent);
}

ParseResult MemoryRopeOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseRope<MemoryRopeOp>(parser, result);
}
void MemoryRopeOp::print(OpAsmPrinter &printer) { printRope(*this, printer); }

ParseResult MemoryRopeAudioOp::parse(OpAsmParser &parser,
                                     OperationState &result) {
  return parseRope<MemoryRopeAudioOp>(parser, result);
}
void MemoryRopeAudioOp::print(OpAsmPrinter &printer) {
  printRope(*this, printer);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static MemoryRopeSizes getRopeSizes(SizeArena &arena,
                                    ArrayRef<int64_t> staticSizes,
                                    ValueRange operands) {
  SmallVector<SizeExpr, 8> sizes =
      getSizeExprs(arena, MemoryRopeOp::getSizeSpecs(), staticSizes, operands);
  return {sizes[MemoryRopeOp::BatchSize],
          sizes[MemoryRopeOp::MemoryVideoLen],
          sizes[MemoryRopeOp::TargetNumFrames],
          sizes[MemoryRopeOp::LatentHeight],
          sizes[MemoryRopeOp::LatentWidth],
          sizes[MemoryRopeOp::SpTargetStartOffset]};
}

static MemoryRopeAudioSizes getAudioSizes(SizeArena &arena,
                                          ArrayRef<int64_t> staticSizes,
                                          ValueRange operands) {
  SmallVector<SizeExpr, 8> sizes = getSizeExprs(
      arena, MemoryRopeAudioOp::getSizeSpecs(), staticSizes, operands);
  return {sizes[MemoryRopeAudioOp::BatchSize],
          sizes[MemoryRopeAudioOp::MemoryAudioLen],
          sizes[MemoryRopeAudioOp::TargetAudioLen]};
}

MemoryRopeSizes MemoryRopeOp::getLayoutSizes(SizeArena &arena) {
  return getRopeSizes(arena, getStaticSizes(), getSizes());
}
MemoryRopeAudioSizes MemoryRopeAudioOp::getLayoutSizes(SizeArena &arena) {
  return getAudioSizes(arena, getStaticSizes(), getSizes());
}

/// The type of coordinates: f32, dims where they are constants.
static Type getCoordsType(MLIRContext *context, ArrayRef<SizeExpr> shape) {
  SmallVector<int64_t, 4> dims;
  for (SizeExpr size : shape)
    dims.push_back(getStaticDim(size.getConstant()));
  return RankedTensorType::get(dims, Float32Type::get(context));
}

LogicalResult
MemoryRopeOp::inferReturnTypes(MLIRContext *context, std::optional<Location>,
                               ValueRange operands, DictionaryAttr attributes,
                               OpaqueProperties properties, RegionRange regions,
                               SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  SizeArena arena;
  MemoryRopeSizes sizes =
      getRopeSizes(arena, adaptor.getStaticSizes(), adaptor.getSizes());
  types.push_back(getCoordsType(context, sizes.getShape()));
  return success();
}

LogicalResult MemoryRopeAudioOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location>, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  SizeArena arena;
  MemoryRopeAudioSizes sizes =
      getAudioSizes(arena, adaptor.getStaticSizes(), adaptor.getSizes());
  types.push_back(getCoordsType(context, sizes.getShape()));
  return success();
}

template <typename OpTy>
static LogicalResult reifyRope(OpTy op, OpBuilder &builder,
                               ReifiedRankedShapedTypeDims &reified) {
  SizeArena arena;
  SizeExpander expander(builder, op.getLoc());
  return reifyShape(builder, op, /*index=*/0,
                    op.getLayoutSizes(arena).getShape(), expander, reified);
}

LogicalResult
MemoryRopeOp::reifyResultShapes(OpBuilder &builder,
                                ReifiedRankedShapedTypeDims &reified) {
  return reifyRope(*this, builder, reified);
}
LogicalResult
MemoryRopeAudioOp::reifyResultShapes(OpBuilder &builder,
                                     ReifiedRankedShapedTypeDims &reified) {
  return reifyRope(*this, builder, reified);
}

//===----------------------------------------------------------------------===//
// Canonicalization
//===----------------------------------------------------------------------===//

void MemoryRopeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *context) {
  patterns.add<FoldConstantSizes<MemoryRopeOp>>(context);
}
void MemoryRopeAudioOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                    MLIRContext *context) {
  patterns.add<FoldConstantSizes<MemoryRopeAudioOp>>(context);
}
