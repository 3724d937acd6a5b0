//===- RefineShapes.cpp - The pass packed-refine-shapes -------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes what proved rules say about sizes into the types of operands. Each op
// is refined by itself, between casts: no value changes its type for another
// user, and no signature changes.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SMT/IR/SMTDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "packed/Analysis/ModuleProver.h"
#include "packed/Analysis/SmtProver.h"
#include "packed/Transforms/Passes.h"

namespace mlir::packed {
#define GEN_PASS_DEF_PACKEDREFINESHAPESPASS
#include "packed/Transforms/Passes.h.inc"
} // namespace mlir::packed

using namespace mlir;
using namespace mlir::packed;

namespace {
/// A size of an operand that is the same in every run.
struct KnownSize {
  SizeSource source;
  int64_t size;
};

struct RefinableOp {
  Operation *op;
  SmallVector<KnownSize> sizes;
};

/// Collects the sizes that are constant once the proved rules are granted.
class SizeCollector : public ProverVisitor {
public:
  void visit(const ProvedOp &proved) override;
  std::vector<RefinableOp> ops;
};
} // namespace

/// Whether the op's own text leaves the size open.
static bool isOpen(const SizeSource &source) {
  if (source.kind == SizeSource::Kind::Value)
    return source.value.getType().isIndex() &&
           !source.value.getDefiningOp<arith::ConstantOp>();
  auto type = dyn_cast<RankedTensorType>(source.value.getType());
  return source.kind == SizeSource::Kind::Dim && type &&
         type.isDynamicDim(source.position);
}

void SizeCollector::visit(const ProvedOp &proved) {
  FactScope::Mark mark = proved.scope.mark();
  for (const RuleVerdict &verdict : proved.verdicts)
    if (verdict.verdict == Verdict::Proved)
      proved.prover.assume(verdict.statement->holds);
  RefinableOp result{proved.op, {}};
  auto collect = [&](const SizeSource &source) {
    if (!isOpen(source) || llvm::any_of(result.sizes, [&](auto &known) {
          return known.source.isSameAs(source);
        }))
      return;
    std::optional<int64_t> size =
        proved.scope.resolve(proved.values.of(source)).getConstant();
    if (size && *size >= 0)
      result.sizes.push_back({source, *size});
  };
  for (const RuleVerdict &verdict : proved.verdicts)
    if (verdict.verdict == Verdict::Proved)
      verdict.statement->holds.walkSources(collect);
  proved.scope.rewind(mark);
  if (!result.sizes.empty())
    ops.push_back(std::move(result));
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {
struct PackedRefineShapes
    : public packed::impl::PackedRefineShapesPassBase<PackedRefineShapes> {
  using PackedRefineShapesPassBase::PackedRefineShapesPassBase;

  void runOnOperation() override;

private:
  void refine(const RefinableOp &refinable);
};
} // namespace

/// `value` with what is known of it: a constant, or a cast to a type with more
/// static dims.
static Value refineValue(OpBuilder &builder, Value value,
                         ArrayRef<KnownSize> sizes) {
  Location loc = value.getLoc();
  auto type = dyn_cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type ? type.getShape() : ArrayRef<int64_t>());
  for (const KnownSize &known : sizes) {
    if (known.source.value != value)
      continue;
    if (!type)
      return arith::ConstantIndexOp::create(builder, loc, known.size);
    shape[known.source.position] = known.size;
  }
  if (!type || type.getShape() == ArrayRef(shape))
    return value;
  return tensor::CastOp::create(builder, loc, type.clone(shape), value);
}

/// Gives the results that are operands handed on the types of these.
static void refineResults(Operation *op) {
  auto style = dyn_cast<DestinationStyleOpInterface>(op);
  if (!style)
    return;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  for (OpResult result : op->getResults()) {
    Type before = result.getType();
    Type after = style.getTiedOpOperand(result)->get().getType();
    if (before == after)
      continue;
    result.setType(after);
    auto cast = tensor::CastOp::create(builder, op->getLoc(), before, result);
    result.replaceAllUsesExcept(cast, cast);
  }
}

void PackedRefineShapes::refine(const RefinableOp &refinable) {
  Operation *op = refinable.op;
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands())
    operand.set(refineValue(builder, operand.get(), refinable.sizes));
  refineResults(op);
  numSizes += refinable.sizes.size();
  ++numOps;
}

void PackedRefineShapes::runOnOperation() {
  std::unique_ptr<SmtSolver> z3 =
      solver ? SmtSolver::loadZ3(solverTimeLimit) : nullptr;
  std::optional<SmtProver> prover;
  if (z3)
    prover.emplace(&getContext(), *z3);
  SmallVector<std::unique_ptr<ProverVisitor>> units;
  if (failed(proveModule(
          getOperation(), prover ? &*prover : nullptr,
          [] { return std::make_unique<SizeCollector>(); }, units)))
    return signalPassFailure();
  for (std::unique_ptr<ProverVisitor> &unit : units)
    for (const RefinableOp &op : static_cast<SizeCollector &>(*unit).ops)
      refine(op);
}
