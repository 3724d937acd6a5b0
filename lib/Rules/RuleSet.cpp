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
#include "mlir/IR/TypeUtilities.h"
#include "packed/Rules/StridedLayout.h"
#include "llvm/Support/StringSaver.h"

using namespace mlir;
using namespace mlir::packed;

SizeExpr mlir::packed::sum(ArrayRef<SizeExpr> terms) {
  if (terms.empty())
    return 0;
  if (terms.size() == 1)
    return terms.front();
  size_t half = terms.size() / 2;
  return sum(terms.take_front(half)) + sum(terms.drop_front(half));
}

/// A number that stands for a type; see `getNumberedType`.
static int64_t getTypeNumber(Type type) {
  return reinterpret_cast<intptr_t>(type.getAsOpaquePointer());
}

Type mlir::packed::getNumberedType(int64_t number) {
  return Type::getFromOpaquePointer(
      reinterpret_cast<const void *>(static_cast<intptr_t>(number)));
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

SizeExpr RuleSet::source(SizeSource::Kind kind, StringRef name, Value value,
                         int64_t position) {
  return SizeExpr::source(arena, {kind, value, position, name});
}

SizeExpr RuleSet::size(StringRef name, OpFoldResult value) {
  if (isSymbolic())
    return source(SizeSource::Kind::Value, name, Value());
  return SizeExpr::get(arena, name, value);
}

SizeExpr RuleSet::dim(StringRef name, Value shaped, unsigned dim) {
  int64_t size = getShapeOf(shaped)[dim];
  if (ShapedType::isStatic(size) && !isSymbolic())
    return size;
  return source(SizeSource::Kind::Dim, name, shaped, dim);
}

SmallVector<SizeExpr, 4> RuleSet::shape(StringRef name, Value shaped) {
  SmallVector<SizeExpr, 4> sizes;
  for (int64_t d = 0, rank = getRankOf(shaped); d < rank; ++d)
    sizes.push_back(dim(name, shaped, d));
  return sizes;
}

bool RuleSet::isDense(Value shaped) const {
  if (isSymbolic())
    return false;
  auto type = dyn_cast<MemRefType>(shaped.getType());
  return !type || isDenseLayout(type);
}

SizeExpr RuleSet::stride(StringRef name, Value memref, unsigned dim) {
  if (isSymbolic())
    return source(SizeSource::Kind::Stride, name, memref, dim);
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
  return source(SizeSource::Kind::Stride, name, memref, dim);
}

SizeExpr RuleSet::rank(StringRef name, Value shaped) {
  if (isSymbolic())
    return source(SizeSource::Kind::Rank, name, shaped);
  return getRankOf(shaped);
}

SizeCond RuleSet::hasElementType(StringRef name, Value shaped,
                                 ArrayRef<Type> types) {
  if (!isSymbolic())
    return llvm::is_contained(types, getElementTypeOrSelf(shaped));
  SizeExpr element = source(SizeSource::Kind::ElementType, name, shaped);
  SizeCond isOne = false;
  for (Type type : types)
    isOne = isOne || element == getTypeNumber(type);
  return isOne;
}

MessageArg RuleSet::elementType(StringRef name, Value shaped) {
  if (isSymbolic())
    return source(SizeSource::Kind::ElementType, name, shaped);
  return getElementTypeOrSelf(shaped);
}

SizeCond RuleSet::shareMemorySpace(StringRef name, Value shaped,
                                   StringRef otherName, Value other) {
  if (isSymbolic())
    return source(SizeSource::Kind::MemorySpace, name, shaped) ==
           source(SizeSource::Kind::MemorySpace, otherName, other);
  auto space = [](Value value) {
    auto type = dyn_cast<MemRefType>(value.getType());
    return type ? type.getMemorySpace() : Attribute();
  };
  return space(shaped) == space(other);
}

SizeExpr RuleSet::element(StringRef name, Value buffer, SizeSource::Kind kind,
                          int64_t position) {
  return source(kind, name, buffer, position);
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
  // Statements are large; most ops that state any state a dozen.
  if (statements.empty())
    statements.reserve(keep == Keep::Broken ? 1 : 24);
  statements.push_back({&rule, holds, {rule.text, {}}, {}, {}});
  RuleStatement &statement = statements.back();
  statement.message.args.append(args);
  return Statement(&statement);
}
