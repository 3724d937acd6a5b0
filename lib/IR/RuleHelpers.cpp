//===- RuleHelpers.cpp - Conditions that several ops state ----------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/IR/RuleHelpers.h"
#include "packed/Rules/StridedLayout.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::packed;

SizeCond mlir::packed::hasShape(RuleSet &rules, StringRef name, Value shaped,
                                ArrayRef<SizeExpr> expected) {
  int64_t rank = getRankOf(shaped);
  if (rank != static_cast<int64_t>(expected.size()))
    return false;
  SizeCond holds = rules.rank(name, shaped) == rank;
  for (auto [dim, size] : llvm::enumerate(expected))
    holds = holds && rules.dim(name, shaped, dim) == size;
  return holds;
}

SizeCond mlir::packed::fitsResultType(RankedTensorType type,
                                      ArrayRef<SizeExpr> expected) {
  if (type.getRank() != static_cast<int64_t>(expected.size()))
    return false;
  SizeCond holds = true;
  for (auto [dim, size] : llvm::zip_equal(type.getShape(), expected))
    if (ShapedType::isStatic(dim))
      holds = holds && size == dim;
  return holds;
}

SizeCond mlir::packed::isContiguous(RuleSet &rules, StringRef name,
                                    Value shaped) {
  if (rules.isDense(shaped))
    return true;
  // The dims below are those of this rank.
  if (rules.isSymbolic())
    return rules.source(SizeSource::Kind::Contiguous, name, shaped) == 1;
  SizeCond dense = true, empty = false;
  SizeExpr expected = 1;
  SmallVector<SizeExpr, 4> shape = rules.shape(name, shaped);
  for (int64_t dim = shape.size() - 1; dim >= 0; --dim) {
    SizeExpr size = shape[dim];
    dense = dense && (size == 1 || rules.stride(name, shaped, dim) == expected);
    empty = empty || size == 0;
    expected = expected * size;
  }
  return empty || dense;
}

SizeCond mlir::packed::isLastDimDense(RuleSet &rules, StringRef name,
                                      Value shaped) {
  if (rules.isDense(shaped))
    return true;
  unsigned last = getRankOf(shaped) - 1;
  return rules.stride(name, shaped, last) == 1;
}

std::string mlir::packed::pythonRepr(StringRef text) {
  char quote = text.contains('\'') && !text.contains('"') ? '"' : '\'';
  std::string result;
  llvm::raw_string_ostream os(result);
  os << quote;
  for (char c : text) {
    if (c == quote || c == '\\')
      os << '\\' << c;
    else if (c == '\n')
      os << "\\n";
    else if (c == '\r')
      os << "\\r";
    else if (c == '\t')
      os << "\\t";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      os << llvm::format("\\x%02x", static_cast<unsigned char>(c));
    else
      os << c;
  }
  os << quote;
  return result;
}
