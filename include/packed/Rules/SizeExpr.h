//===- SizeExpr.h - Expressions and conditions over sizes -------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The language in which rules and layout formulas are written: integer
// expressions over the sizes of an op, and conditions that compare them.
//
// Values are mathematical integers. Whatever is constant is folded on the spot,
// without an allocation, which keeps the verifier fast; a constant result
// outside of 64 bits is not wrapped but undefined, and says so. AffineExpr
// offers neither, hence a language of our own.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_RULES_SIZEEXPR_H
#define PACKED_RULES_SIZEEXPR_H

#include "mlir/IR/OpDefinition.h"
#include "llvm/Support/Allocator.h"
#include <optional>

namespace mlir::packed {

/// Where a size that is not a constant comes from.
struct SizeSource {
  enum class Kind : uint8_t {
    Value,      // an index or integer SSA value
    Dim,        // a dim of a tensor or memref
    Stride,     // a stride of a memref, in elements
    Element,    // element number `position` of a 1-D integer buffer; negative
                // positions count from the end
    MinElement, // smallest element of an integer buffer
    MaxElement, // largest element of an integer buffer
    MinStep,    // smallest difference of neighbours in a 1-D integer buffer,
                // or the end of 64 bits that it lies beyond
    // What a type says. Open only where rules are exported.
    Rank,        // the number of dims
    ElementType, // a number that stands for the element type
    MemorySpace, // a number that stands for the memory space
    Contiguous   // 1 where the elements are row-major without gaps, else 0
  };

  Kind kind = Kind::Value;
  ::mlir::Value value;
  /// Dim, Stride: the dim. Element: the position.
  int64_t position = 0;
  /// What the documentation calls it: `latent_h`, or for a Dim, Stride or
  /// element the operand's name. Lives as long as the arena.
  StringRef name;

  bool isSameAs(const SizeSource &other) const {
    return kind == other.kind && value == other.value &&
           position == other.position;
  }
  /// Whether the source is among a buffer's contents, which only memory tells.
  bool isElement() const {
    return kind == Kind::Element || kind == Kind::MinElement ||
           kind == Kind::MaxElement || kind == Kind::MinStep;
  }
};

/// Owns the nodes of expressions and conditions.
using SizeArena = llvm::BumpPtrAllocator;

/// Why a value does not exist: it leaves 64 bits, divides by a size that is not
/// positive, or uses a size that was not given.
enum class SizeUndefined : uint8_t { No, Overflow, DivisionByZero, Absent };

class SizeExpr;
struct SizeExprNode;

/// An immutable integer expression: a constant, undefined, or a node.
class SizeExpr {
public:
  enum class Kind : uint8_t {
    Constant,
    Undefined,
    Source,
    Add,
    Mul,
    FloorDiv, // rounds toward minus infinity; the divisor is positive
    Mod       // in [0, divisor); the divisor is positive
  };

  SizeExpr(int64_t constant = 0) : value(constant) {}
  static SizeExpr undefined(SizeUndefined why);
  static SizeExpr source(SizeArena &arena, const SizeSource &source);
  /// A size given as an attribute or an SSA value; null is Absent. `name` lives
  /// as long as the arena.
  static SizeExpr get(SizeArena &arena, StringRef name, OpFoldResult value);

  Kind getKind() const;
  bool isConstant() const { return !node && why == SizeUndefined::No; }
  std::optional<int64_t> getConstant() const {
    return isConstant() ? std::optional<int64_t>(value) : std::nullopt;
  }
  SizeUndefined getUndefined() const { return why; }

  /// The source of a Source expression.
  const SizeSource &getSource() const;
  /// The operands of a binary expression.
  SizeExpr getLhs() const;
  SizeExpr getRhs() const;
  /// Identifies a node (null for constants); equal keys mean equal values.
  const void *getKey() const { return node; }

  friend SizeExpr operator+(SizeExpr lhs, SizeExpr rhs);
  friend SizeExpr operator-(SizeExpr lhs, SizeExpr rhs);
  friend SizeExpr operator*(SizeExpr lhs, SizeExpr rhs);
  friend SizeExpr operator%(SizeExpr lhs, SizeExpr rhs);
  friend SizeExpr floorDiv(SizeExpr lhs, SizeExpr rhs);
  friend SizeExpr ceilDiv(SizeExpr lhs, SizeExpr rhs);

  /// Builds `kind(lhs, rhs)`, folded. This is how a reader rebuilds an
  /// expression over other leaves.
  static SizeExpr binary(Kind kind, SizeExpr lhs, SizeExpr rhs);

  /// Calls `visit` for every source in the expression, from left to right.
  void walkSources(function_ref<void(const SizeSource &)> visit) const;
  /// Calls `visit` for every constant in the expression, from left to right.
  void walkConstants(function_ref<void(int64_t)> visit) const;

  /// The same expression with each source replaced by its known value.
  SizeExpr substitute(
      function_ref<std::optional<int64_t>(const SizeSource &)> known) const;

private:
  explicit SizeExpr(const SizeExprNode &node) : node(&node) {}

  const SizeExprNode *node = nullptr;
  int64_t value = 0;
  SizeUndefined why = SizeUndefined::No;
};

struct SizeCondNode;

/// An immutable condition over sizes, in negation normal form: true, false,
/// undefined, or a node. A comparison with an undefined side is undefined.
class SizeCond {
public:
  enum class Kind : uint8_t {
    False,
    True,
    Undefined,
    Eq, // lhs == rhs
    Ne, // lhs != rhs
    Le, // lhs <= rhs
    Lt, // lhs < rhs
    And,
    Or
  };

  SizeCond(bool value) : kind(value ? Kind::True : Kind::False) {}
  static SizeCond undefined(SizeUndefined why);

  Kind getKind() const { return kind; }
  bool isTrue() const { return kind == Kind::True; }
  bool isFalse() const { return kind == Kind::False; }
  SizeUndefined getUndefined() const { return why; }
  bool isDecided() const { return kind <= Kind::Undefined; }
  bool isComparison() const { return kind >= Kind::Eq && kind <= Kind::Lt; }

  /// The sides of a comparison.
  SizeExpr getLhs() const;
  SizeExpr getRhs() const;
  /// The operands of And and Or.
  SizeCond getFirst() const;
  SizeCond getSecond() const;

  static SizeCond compare(Kind kind, SizeExpr lhs, SizeExpr rhs);
  friend SizeCond operator&&(SizeCond lhs, SizeCond rhs);
  friend SizeCond operator||(SizeCond lhs, SizeCond rhs);
  friend SizeCond operator!(SizeCond cond);

  /// Calls `visit` for every source in the condition, from left to right.
  void walkSources(function_ref<void(const SizeSource &)> visit) const;
  /// Calls `visit` for every constant in the condition, from left to right.
  void walkConstants(function_ref<void(int64_t)> visit) const;
  /// Whether a source in the condition is an element of a buffer.
  bool readsElements() const;

  /// The same condition with each source replaced by its known value.
  SizeCond substitute(
      function_ref<std::optional<int64_t>(const SizeSource &)> known) const;

private:
  SizeCond(Kind kind, const SizeCondNode *node) : node(node), kind(kind) {}
  static SizeCond combine(Kind kind, SizeCond lhs, SizeCond rhs);

  const SizeCondNode *node = nullptr;
  Kind kind;
  SizeUndefined why = SizeUndefined::No;
};

inline SizeCond operator==(SizeExpr lhs, SizeExpr rhs) {
  return SizeCond::compare(SizeCond::Kind::Eq, lhs, rhs);
}
inline SizeCond operator!=(SizeExpr lhs, SizeExpr rhs) {
  return SizeCond::compare(SizeCond::Kind::Ne, lhs, rhs);
}
inline SizeCond operator<=(SizeExpr lhs, SizeExpr rhs) {
  return SizeCond::compare(SizeCond::Kind::Le, lhs, rhs);
}
inline SizeCond operator<(SizeExpr lhs, SizeExpr rhs) {
  return SizeCond::compare(SizeCond::Kind::Lt, lhs, rhs);
}
inline SizeCond operator>=(SizeExpr lhs, SizeExpr rhs) { return rhs <= lhs; }
inline SizeCond operator>(SizeExpr lhs, SizeExpr rhs) { return rhs < lhs; }

/// `lhs % rhs == 0`.
inline SizeCond isMultipleOf(SizeExpr lhs, SizeExpr rhs) {
  return lhs % rhs == 0;
}

} // namespace mlir::packed

#endif // PACKED_RULES_SIZEEXPR_H
