//===- InsertGuards.cpp - Guards on the host of a device ------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The guard reading of ops whose buffers the host can't read.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "packed/Rules/RuleOpInterface.h"
#include "packed/Transforms/Passes.h"

namespace mlir::packed {
#define GEN_PASS_DEF_PACKEDINSERTGUARDSPASS
#include "packed/Transforms/Passes.h.inc"
} // namespace mlir::packed

using namespace mlir;
using namespace mlir::packed;

/// `step.mlir:12:3: 'packed.gdn_decode' op Mismatched batch sizes: ...`
static std::string describe(Operation *op, StringRef message) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto place = op->getLoc()->findInstanceOf<FileLineColLoc>())
    os << place.getFilename().getValue() << ':' << place.getLine() << ':'
       << place.getColumn() << ": ";
  os << '\'' << op->getName() << "' op " << message;
  return text;
}

namespace {
class InsertGuards
    : public mlir::packed::impl::PackedInsertGuardsPassBase<InsertGuards> {
public:
  using PackedInsertGuardsPassBase::PackedInsertGuardsPassBase;

  void runOnOperation() override {
    SmallVector<RuleOpInterface> ops;
    getOperation()->walk([&](RuleOpInterface op) { ops.push_back(op); });
    OpBuilder builder(&getContext());
    for (RuleOpInterface op : ops) {
      builder.setInsertionPoint(op);
      numGuards += emitGuards(op, builder, op.getLoc(), describe,
                              GuardedRules::WithoutElements);
    }
  }
};
} // namespace
