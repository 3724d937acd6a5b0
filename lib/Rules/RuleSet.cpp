//===- RuleSet.cpp - The statement of an op's rules -----------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How sizes and statements enter a rule set.
//
//===----------------------------------------------------------------------===//

#include "packed/Rules/RuleSet.h"
#include "mlir/IR/BuiltinTypes.h"
#include "packed/Rules/StridedLayout.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/StringSaver.h"

using namespace mlir;
using namespace mlir::packed;

bool mlir::packed::hasStrides(Value shaped) {
  return isa<MemRefType>(shaped.getType());
}

SizeExpr mlir::packed::sum(ArrayRef<SizeExpr> terms) {
  if (terms.empty())
    return 0;
  if (terms.size() == 1)
    return terms.front();
  size_t half = terms.size() / 2;
  return sum(terms.take_front(half)) + sum(terms.drop_front(half));
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

SizeExpr RuleSet::size(StringRef name, OpFoldResult value) {
  return SizeExpr::get(arena, name, value);
}

SizeExpr RuleSet::dim(StringRef name, Value shaped, unsigned dim) {
  int64_t size = getShapeOf(shaped)[dim];
  if (ShapedType::isStatic(size))
    return size;
  return SizeExpr::source(arena, {SizeSource::Kind::Dim, shaped, dim, name});
}

SmallVector<SizeExpr, 4> RuleSet::shape(StringRef name, Value shaped) {
  SmallVector<SizeExpr, 4> sizes;
  for (int64_t d = 0, rank = getRankOf(shaped); d < rank; ++d)
    sizes.push_back(dim(name, shaped, d));
  return sizes;
}

SizeExpr RuleSet::stride(StringRef name, Value memref, unsigned dim) {
  auto type = cast<MemRefType>(memref.getType());
  if (isDenseLayout(type)) {
    SizeExpr product = 1;
    for (int64_t inner = type.getRank() - 1; inner > dim; --inner)
      product = product * this->dim(name, memref, inner);
    return product;
  }
  int64_t stride = getLayoutStride(type, dim);
  if (ShapedType::isStatic(stride))
    return stride;
  return SizeExpr::source(arena, {SizeSource::Kind::Stride, memref, dim, name});
}

SizeExpr RuleSet::element(StringRef name, Value buffer, SizeSource::Kind kind,
                          int64_t position) {
  return SizeExpr::source(arena, {kind, buffer, position, name});
}

StringRef RuleSet::intern(const Twine &name) {
  return llvm::StringSaver(arena).save(name);
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

RuleSet::Statement &
RuleSet::Statement::note(StringRef text,
                         std::initializer_list<MessageArg> args) {
  if (statement)
    statement->notes.push_back({text, SmallVector<MessageArg, 4>(args)});
  return *this;
}

RuleSet::Statement &RuleSet::Statement::operand(StringRef name, Value value) {
  if (statement)
    statement->operands.push_back({name, value});
  return *this;
}

RuleSet::Statement RuleSet::require(const RuleInfo &rule, SizeCond holds,
                                    std::initializer_list<MessageArg> args) {
  // A size that is absent or not a divisor breaks an earlier rule already, and
  // this one means nothing then.
  bool meaningless = holds.getUndefined() == SizeUndefined::DivisionByZero ||
                     holds.getUndefined() == SizeUndefined::Absent;
  bool isBreach =
      !meaningless &&
      (holds.isFalse() || holds.getKind() == SizeCond::Kind::Undefined);
  if (rule.severity == RuleSeverity::Error)
    broken |= isBreach;
  if (keep == Keep::Broken &&
      (!isBreach || rule.severity == RuleSeverity::Warning))
    return Statement(nullptr);
  if (meaningless)
    return Statement(nullptr);
  statements.push_back(
      {&rule, holds, {rule.text, SmallVector<MessageArg, 4>(args)}, {}, {}});
  return Statement(&statements.back());
}
