//===- SizedOp.h - Named sizes, static or dynamic ---------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes of an op that have names, each a number or an SSA `index`:
// `(text_len = 97, latent_t = %t)`. Stored the way MLIR stores mixed lists: an
// array of numbers in which `ShapedType::kDynamic` stands for the next operand.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_IR_SIZEDOP_H
#define PACKED_IR_SIZEDOP_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "packed/Rules/SizeExpander.h"

namespace mlir::packed {

/// Stands in a list of sizes for one that was not given.
inline constexpr int64_t kAbsentSize = std::numeric_limits<int64_t>::min() + 1;

/// Name of a size and its value where the text leaves it out (kAbsentSize: it
/// may stay out). A size without a fallback is required.
struct SizeSpec {
  llvm::StringLiteral name;
  std::optional<int64_t> fallback;
};

namespace detail {
LogicalResult verifySizedOp(Operation *op, ArrayRef<SizeSpec> specs,
                            ArrayRef<int64_t> staticSizes, unsigned numOperands,
                            unsigned numExtraOperands);
LogicalResult replaceSizedOp(PatternRewriter &rewriter, Operation *op,
                             OperationState &state);
} // namespace detail

/// The entry `index` of a mixed list: attribute, operand, or null where absent.
/// Safe on lists that don't fit each other.
OpFoldResult getMixedSize(MLIRContext *context, ArrayRef<int64_t> staticSizes,
                          ValueRange operands, unsigned index);

/// All sizes of a mixed list as expressions, named by their specs. Makes no
/// attributes on the way: every verification passes here.
SmallVector<SizeExpr, 8> getSizeExprs(SizeArena &arena,
                                      ArrayRef<SizeSpec> specs,
                                      ArrayRef<int64_t> staticSizes,
                                      ValueRange operands);

/// Reifies result `index` of `op`: `shape` where the result type leaves a dim
/// open. Fails where a size has no value.
LogicalResult reifyShape(OpBuilder &builder, Operation *op, unsigned index,
                         ArrayRef<SizeExpr> shape, SizeExpander &expander,
                         ReifiedRankedShapedTypeDims &reified);

/// Trait of an op with `sizes`, `static_sizes` and `getSizeSpecs()`. An op with
/// further dynamic sizes behind these says how many in
/// `getNumExtraDynamicSizes()`.
template <typename ConcreteOp>
class SizedOp : public OpTrait::TraitBase<ConcreteOp, SizedOp> {
public:
  static LogicalResult verifyTrait(Operation *op) {
    auto concrete = cast<ConcreteOp>(op);
    unsigned extra = 0;
    if constexpr (HasExtraDynamicSizes<ConcreteOp>::value)
      extra = concrete.getNumExtraDynamicSizes();
    return detail::verifySizedOp(op, ConcreteOp::getSizeSpecs(),
                                 concrete.getStaticSizes(),
                                 concrete.getSizes().size(), extra);
  }

  /// The size number `index` (an enumerator of the op's SizeIndex), null where
  /// absent.
  OpFoldResult getMixedSize(unsigned index) {
    auto op = cast<ConcreteOp>(this->getOperation());
    return packed::getMixedSize(op->getContext(), op.getStaticSizes(),
                                op.getSizes(), index);
  }

private:
  template <typename T, typename = void>
  struct HasExtraDynamicSizes : std::false_type {};
  template <typename T>
  struct HasExtraDynamicSizes<
      T, std::void_t<decltype(std::declval<T>().getNumExtraDynamicSizes())>>
      : std::true_type {};
};

//===----------------------------------------------------------------------===//
// Assembly and building
//===----------------------------------------------------------------------===//

using UnresolvedOperands = SmallVector<OpAsmParser::UnresolvedOperand, 4>;

/// Parses `( name = size, ... )` in any order. Appends one number per spec to
/// `staticSizes` and the operands in the order of the specs.
ParseResult parseNamedSizes(OpAsmParser &parser, ArrayRef<SizeSpec> specs,
                            SmallVectorImpl<int64_t> &staticSizes,
                            UnresolvedOperands &operands);

/// Prints what `parseNamedSizes` reads; leaves out sizes equal to their
/// fallback. Takes the printed operands from the front of `operands`.
void printNamedSizes(OpAsmPrinter &printer, ArrayRef<SizeSpec> specs,
                     ArrayRef<int64_t> staticSizes, OperandRange &operands);

/// Splits sizes into numbers and operands. A null entry becomes absent.
void dispatchMixedSizes(ArrayRef<OpFoldResult> sizes,
                        SmallVectorImpl<int64_t> &staticSizes,
                        SmallVectorImpl<Value> &operands);

/// Replaces operands that are constants by numbers: each entry of `numbers`
/// that is dynamic takes the next operand of `remaining`, and the operands that
/// stay go to `kept`. Returns whether anything changed.
bool foldConstantSizes(MutableArrayRef<int64_t> numbers, ValueRange &remaining,
                       SmallVectorImpl<Value> &kept);

namespace detail {
/// Parses the attribute dictionary, adds `inherent`, and complains about
/// attributes of a wrong kind.
ParseResult parseInherentAttrs(OpAsmParser &parser, OperationState &result,
                               const NamedAttrList &inherent);

/// Parses an optional `-> types`; infers the types where they are not written.
ParseResult parseOrInferTypes(OpAsmParser &parser, OperationState &result);
} // namespace detail

/// Parses the attribute dictionary and an optional `-> types`, resolves the
/// operands and infers the types that are not written. `inherent` are the
/// attributes that stood in front.
template <typename OpTy>
ParseResult parseSizedOpTail(OpAsmParser &parser, OperationState &result,
                             const UnresolvedOperands &operands,
                             const NamedAttrList &inherent) {
  SMLoc loc = parser.getCurrentLocation();
  auto &properties = result.getOrAddProperties<typename OpTy::Properties>();
  if (detail::parseInherentAttrs(parser, result, inherent) ||
      failed(OpTy::setPropertiesFromAttr(
          properties, result.attributes.getDictionary(parser.getContext()),
          [&]() { return parser.emitError(loc); })))
    return failure();
  OpTy::populateDefaultProperties(result.name, properties);
  for (StringAttr name : result.name.getRegisteredInfo()->getAttributeNames())
    result.attributes.erase(name);
  if (parser.resolveOperands(operands, parser.getBuilder().getIndexType(),
                             result.operands))
    return failure();
  return detail::parseOrInferTypes(parser, result);
}

/// Prints what `parseSizedOpTail` reads. `inherent` are the inherent attributes
/// that have no place in front of the dictionary and are not at their default.
void printSizedOpTail(OpAsmPrinter &printer, Operation *op,
                      ArrayRef<NamedAttribute> inherent);

/// Whether result types fit inferred ones: as many, each a ranked tensor. What
/// exactly is wrong with a type is for the rules to say.
bool areRankedTensors(TypeRange inferred, TypeRange actual);

/// A dim of a result type: dynamic where the size is not a sensible constant.
int64_t getStaticDim(std::optional<int64_t> size);

/// Replaces `op` by one with other operands and properties: its result types
/// are inferred anew, and cast back for the users. Fails where that would break
/// a rule.
template <typename OpTy>
LogicalResult replaceSizedOp(PatternRewriter &rewriter, OpTy op,
                             ValueRange operands,
                             const typename OpTy::Properties &properties) {
  OperationState state(op.getLoc(), op->getName());
  state.addOperands(operands);
  state.addAttributes(llvm::to_vector(op->getDiscardableAttrs()));
  state.getOrAddProperties<typename OpTy::Properties>() = properties;
  return detail::replaceSizedOp(rewriter, op, state);
}

/// Turns size operands that are constants into numbers.
template <typename OpTy>
struct FoldConstantSizes : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    SmallVector<int64_t> numbers(op.getStaticSizes());
    ValueRange remaining = op.getSizes();
    SmallVector<Value> kept;
    if (!foldConstantSizes(numbers, remaining, kept))
      return rewriter.notifyMatchFailure(op, "no size is a constant");
    llvm::append_range(kept, remaining);
    typename OpTy::Properties properties = op.getProperties();
    properties.static_sizes = rewriter.getDenseI64ArrayAttr(numbers);
    return replaceSizedOp(rewriter, op, kept, properties);
  }
};

} // namespace mlir::packed

#endif // PACKED_IR_SIZEDOP_H
