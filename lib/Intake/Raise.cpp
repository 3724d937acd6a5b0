//===- Raise.cpp - From front ends' IR to packed ops ----------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks a module through the adapters, and the pass around it.
//
//===----------------------------------------------------------------------===//

#include "packed/Intake/Raise.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"
#include "packed/Intake/BuildCall.h"
#include "packed/Intake/Facts.h"
#include "packed/Intake/Functions.h"
#include "packed/Intake/Passes.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::packed {
#define GEN_PASS_DEF_PACKEDRAISEPASS
#include "packed/Intake/Passes.h.inc"
} // namespace mlir::packed

using namespace mlir;
using namespace mlir::packed;

using Adapter = MaybeCall (*)(Operation *);

/// Who reads an op; null for ops that call nothing by name.
static Adapter getAdapter(Operation *op) {
  return llvm::StringSwitch<Adapter>(op->getName().getStringRef())
      .Cases({"stablehlo.custom_call", "stablehlo.composite"},
             readStableHLOCall)
      .Cases({"torch.operator", "onnx.Custom"}, readTorchCall)
      .Case("func.call", readFuncCall)
      .Default(nullptr);
}

/// Puts the values in the place of the call's results.
static void replaceCall(const NamedCall &call, ArrayRef<Value> values) {
  Operation *op = call.op;
  if (op->getNumResults() == values.size() &&
      op->getResultTypes() == TypeRange(call.resultTypes)) {
    op->replaceAllUsesWith(values);
  } else {
    // A tuple, taken apart; the adapter has looked at the users.
    for (Operation *user : llvm::make_early_inc_range(op->getUsers())) {
      auto index = user->getAttrOfType<IntegerAttr>("index").getInt();
      user->getResult(0).replaceAllUsesWith(values[index]);
      user->erase();
    }
  }
  eraseWithFeeders(op);
  // A cast for a result that nobody uses has no purpose.
  for (Value value : values)
    while (isa_and_nonnull<UnrealizedConversionCastOp, tensor::CastOp>(
               value.getDefiningOp()) &&
           value.use_empty()) {
      Operation *cast = value.getDefiningOp();
      value = cast->getOperand(0);
      cast->erase();
    }
}

/// Raises `op`, if it is a call of ours. Whether it was.
static FailureOr<bool> raiseCall(Operation *op, Bridge &bridge) {
  MaybeCall call = getAdapter(op)(op);
  if (failed(call))
    return failure();
  if (!*call)
    return false;
  FailureOr<BoundCall> bound = bindArguments(std::move(**call));
  if (failed(bound))
    return failure();
  FailureOr<SmallVector<Value>> values = buildCall(*bound, bridge);
  if (failed(values))
    return failure();
  replaceCall(bound->call, *values);
  return true;
}

FailureOr<RaiseCounts> mlir::packed::raiseFrontEndOps(Operation *root) {
  SmallVector<Operation *> candidates;
  root->walk([&](Operation *op) {
    if (getAdapter(op))
      candidates.push_back(op);
  });
  RaiseCounts counts;
  Bridge bridge;
  bool isBad = false;
  for (Operation *op : candidates) {
    FailureOr<bool> raised = raiseCall(op, bridge);
    isBad |= failed(raised);
    counts.calls += succeeded(raised) && *raised;
  }
  if (isBad)
    return failure();
  if (counts.calls > 0) {
    counts.facts = raiseFacts(root, bridge);
    convertFunctionTypes(root);
  }
  return counts;
}

namespace {
class PackedRaise
    : public mlir::packed::impl::PackedRaisePassBase<PackedRaise> {
public:
  void runOnOperation() override {
    FailureOr<RaiseCounts> counts = raiseFrontEndOps(getOperation());
    if (failed(counts))
      return signalPassFailure();
    numRaised += counts->calls;
    numFacts += counts->facts;
  }
};
} // namespace

LogicalResult mlir::packed::raiseModule(ModuleOp module) {
  PassManager manager(module.getContext());
  manager.enableVerifier(false);
  manager.addPass(createPackedRaisePass());
  return manager.run(module);
}
