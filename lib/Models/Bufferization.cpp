//===- Bufferization.cpp - BufferizableOpInterface ------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the ops use memory.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "packed/IR/LayoutRequest.h"
#include "packed/IR/PackedOps.h"
#include "packed/Layout/Emitter.h"
#include "packed/Models/Models.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::packed;

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// Writes the results of a layout op to fresh buffers. Fails where one can't be
/// allocated.
static FailureOr<SmallVector<Value>>
emitToBuffers(Operation *op, const LayoutRequest &request,
              RewriterBase &rewriter, const BufferizationOptions &options) {
  bool failedToAllocate = false;
  auto allocate = [&](MemRefType type, ValueRange dynamicSizes) {
    FailureOr<Value> buffer =
        options.createAlloc(rewriter, op->getLoc(), type, dynamicSizes);
    failedToAllocate |= failed(buffer);
    // Keeps the IR well formed up to the failure.
    return succeeded(buffer) ? *buffer
                             : memref::AllocOp::create(rewriter, op->getLoc(),
                                                       type, dynamicSizes)
                                   .getResult();
  };
  Emitter emitter(rewriter, op, allocate);
  SmallVector<Emitter::Buffer> results;
  for (auto [result, shape] :
       llvm::zip_equal(op->getResults(), request.getShapes()))
    results.push_back(
        emitter.createBuffer(shape, getElementTypeOrSelf(result)));
  request.run(emitter, MutableArrayRef<Emitter::Buffer>(results));
  if (failedToAllocate)
    return failure();
  return llvm::map_to_vector(
      results, [](const Emitter::Buffer &buffer) { return buffer.value; });
}

namespace {

template <typename OpTy>
struct LayoutModel
    : public BufferizableOpInterface::ExternalModel<LayoutModel<OpTy>, OpTy> {
  bool bufferizesToAllocation(Operation *, Value) const { return true; }

  AliasingValueList getAliasingValues(Operation *, OpOperand &,
                                      const AnalysisState &) const {
    return {};
  }

  /// Fresh buffers are contiguous; saying so spares copies at a return.
  FailureOr<BufferLikeType> getBufferType(Operation *, Value value,
                                          const BufferizationOptions &,
                                          const BufferizationState &,
                                          SmallVector<Value> &) const {
    return cast<BufferLikeType>(getMemRefTypeWithStaticIdentityLayout(
        cast<TensorType>(value.getType())));
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    SizeArena arena;
    auto request = LayoutRequest::get(op, arena);
    auto buffers = emitToBuffers(op, *request, rewriter, options);
    if (failed(buffers))
      return failure();
    for (auto [result, buffer] : llvm::zip(op->getResults(), *buffers)) {
      FailureOr<BufferLikeType> type =
          bufferization::getBufferType(result, options, state);
      if (failed(type))
        return failure();
      if (buffer.getType() != *type)
        buffer = memref::CastOp::create(rewriter, op->getLoc(), *type, buffer);
    }
    replaceOpWithBufferizedValues(rewriter, op, *buffers);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Decode and recurrence
//===----------------------------------------------------------------------===//

/// Results are the inits, updated in place. Every element of `out` is written,
/// so only the state among the inits is read.
template <typename OpTy>
struct DeltaRuleModel
    : public DstBufferizableOpInterfaceExternalModel<DeltaRuleModel<OpTy>,
                                                     OpTy> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    auto destination = cast<DestinationStyleOpInterface>(op);
    if (!destination.isDpsInit(&operand))
      return true;
    return readsInit(cast<OpTy>(op), operand);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto destination = cast<DestinationStyleOpInterface>(op);
    if (destination.hasPureBufferSemantics())
      return success();
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      if (!isa<TensorType>(operand.getType())) {
        operands.push_back(operand);
        continue;
      }
      FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      operands.push_back(*buffer);
    }
    OperationState onBuffers(op->getLoc(), op->getName(), operands, TypeRange(),
                             op->getAttrs());
    Operation *created = rewriter.create(onBuffers);
    auto inits = cast<DestinationStyleOpInterface>(created).getDpsInits();
    replaceOpWithBufferizedValues(rewriter, op, llvm::to_vector(inits));
    return success();
  }

private:
  /// The final state of a recurrence is only written.
  static bool readsInit(GdnRecurrentOp, OpOperand &) { return false; }
  template <typename DecodeOpTy>
  static bool readsInit(DecodeOpTy op, OpOperand &operand) {
    return operand.get() == op.getInitialState();
  }
};

} // namespace

void mlir::packed::registerBufferizationModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, PackedDialect *) {
    // Dialects of the ops that bufferization of a layout creates.
    context->loadDialect<arith::ArithDialect, func::FuncDialect,
                         linalg::LinalgDialect, math::MathDialect,
                         memref::MemRefDialect, scf::SCFDialect>();
    SequenceOp::attachInterface<LayoutModel<SequenceOp>>(*context);
    MemoryRopeOp::attachInterface<LayoutModel<MemoryRopeOp>>(*context);
    MemoryRopeAudioOp::attachInterface<LayoutModel<MemoryRopeAudioOp>>(
        *context);
    GdnDecodeOp::attachInterface<DeltaRuleModel<GdnDecodeOp>>(*context);
    KdaDecodeOp::attachInterface<DeltaRuleModel<KdaDecodeOp>>(*context);
    GdnRecurrentOp::attachInterface<DeltaRuleModel<GdnRecurrentOp>>(*context);
  });
}
