//===- RuleSet.h - The statement of an op's rules ---------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `stateRules` writes and the readers read: a list of statements, each a
// rule of the catalogue, the condition under which it holds for this op, and
// what a diagnostic needs to explain a breach.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_RULES_RULESET_H
#define PACKED_RULES_RULESET_H

#include "mlir/IR/OpDefinition.h"
#include "packed/Rules/Rule.h"
#include "packed/Rules/SizeExpr.h"
#include <variant>

namespace mlir::packed {

/// An argument of a message: a number, a word, a type, a shape, or a tuple of
/// numbers.
class MessageArg {
public:
  using Tuple = SmallVector<SizeExpr, 4>;

  MessageArg(SizeExpr number) : arg(number) {}
  MessageArg(int64_t number) : arg(SizeExpr(number)) {}
  MessageArg(const char *word) : arg(StringRef(word)) {}
  MessageArg(StringRef word) : arg(word) {}
  /// A word that has to be built; kept by value.
  MessageArg(std::string word) : arg(std::move(word)) {}
  MessageArg(Type type) : arg(type) {}
  /// The shape of a tensor or memref, `(4, 16)`.
  MessageArg(Value shaped) : arg(shaped) {}
  MessageArg(Tuple numbers) : arg(std::move(numbers)) {}

  /// Gives the value of a source where a reader knows it.
  using Known = function_ref<std::optional<int64_t>(const SizeSource &)>;

  /// Prints as Python does: `(4, 16)`, `(4,)`, `()`; what is not known as `?`.
  void print(raw_ostream &os, Known known) const;

  using Variant =
      std::variant<SizeExpr, StringRef, std::string, Type, Value, Tuple>;
  const Variant &get() const { return arg; }

private:
  Variant arg;
};

/// A text with placeholders and its arguments, not yet printed.
struct Message {
  StringRef text;
  SmallVector<MessageArg, 4> args;

  std::string format(MessageArg::Known known) const;
};

/// One rule of one op.
struct RuleStatement {
  const RuleInfo *rule;
  SizeCond holds;
  Message message;
  /// What explains the numbers, and the value that would be right.
  SmallVector<Message, 1> notes;
  /// The operands at fault: a diagnostic shows where each was made.
  SmallVector<std::pair<StringRef, Value>, 1> operands;

  /// The rule and the text that a breach is reported under: sizes beyond 64
  /// bits are reported as such, whichever rule meets them.
  const RuleInfo &getReportedRule() const;
  std::string formatReport(MessageArg::Known known) const;
};

/// Collects the rules of one op.
class RuleSet {
public:
  /// What the reader asks for. `Broken` keeps only what static facts break
  /// (the verifier needs no more and must be fast); `All` keeps every rule;
  /// `Symbolic` keeps every rule and takes no fact from a type, so that what is
  /// stated holds for operands of any type.
  enum class Keep { Broken, All, Symbolic };

  RuleSet(Operation *op, Keep keep) : op(op), keep(keep) {}

  //===--- Sizes ----------------------------------------------------------===//

  /// A size given as an attribute or an SSA value. `name` outlives the set.
  SizeExpr size(StringRef name, OpFoldResult value);
  /// A size that only a reader can fill in.
  SizeExpr source(SizeSource::Kind kind, StringRef name, Value value,
                  int64_t position = 0);
  /// A dim of a ranked tensor or memref.
  SizeExpr dim(StringRef name, Value shaped, unsigned dim);
  /// All dims.
  SmallVector<SizeExpr, 4> shape(StringRef name, Value shaped);
  /// A stride of a memref, in elements. See `isDense`.
  SizeExpr stride(StringRef name, Value memref, unsigned dim);
  /// Whether `shaped` is known to be row-major without gaps: tensors are.
  bool isDense(Value shaped) const;
  /// The number of dims.
  SizeExpr rank(StringRef name, Value shaped);
  /// An element or an extreme of an integer buffer.
  SizeExpr element(StringRef name, Value buffer, SizeSource::Kind kind,
                   int64_t position = 0);
  /// Whether the element type is one of `types`.
  SizeCond hasElementType(StringRef name, Value shaped, ArrayRef<Type> types);
  /// The element type, for a message.
  MessageArg elementType(StringRef name, Value shaped);
  /// Whether two buffers lie in one memory space; tensors lie in none.
  SizeCond shareMemorySpace(StringRef name, Value shaped, StringRef otherName,
                            Value other);
  /// Copies a name that does not outlive the set.
  StringRef intern(const Twine &name);
  /// Owns the expressions of the set.
  SizeArena &getArena() { return arena; }

  //===--- Rules ----------------------------------------------------------===//

  /// The further parts of a statement. Calls do nothing when the reader does
  /// not keep the statement.
  class Statement {
  public:
    explicit Statement(RuleStatement *statement) : statement(statement) {}
    /// Explains a number: `used rows {0} = text {1} + ...`.
    Statement &note(StringRef text,
                    std::initializer_list<MessageArg> args = {});
    /// Names an operand at fault.
    Statement &operand(StringRef name, Value value);
    /// Whether the reader keeps the statement: guards costly explanations.
    explicit operator bool() const { return statement; }

  private:
    RuleStatement *statement;
  };

  /// States that `holds`. `args` fill the text of the rule.
  Statement require(const RuleInfo &rule, SizeCond holds,
                    std::initializer_list<MessageArg> args = {});

  /// Whether a statement so far is broken by static facts alone. A rule that
  /// can't even be stated once another is broken (the dims of an operand of the
  /// wrong rank) is left out by returning here.
  bool isBroken() const { return broken; }

  /// Whether types say nothing.
  bool isSymbolic() const { return keep == Keep::Symbolic; }

  /// Whether the reader keeps every rule, warnings too.
  bool keepsAll() const { return keep != Keep::Broken; }

  Operation *getOperation() const { return op; }
  ArrayRef<RuleStatement> getStatements() const { return statements; }

private:
  Operation *op;
  Keep keep;
  bool broken = false;
  SizeArena arena;
  SmallVector<RuleStatement, 0> statements;
};

/// The type that the number on the other side of an ElementType stands for.
Type getNumberedType(int64_t number);

/// The sum of `terms`, as a balanced expression.
SizeExpr sum(ArrayRef<SizeExpr> terms);

/// Reports `statement` as an error (or warning, where the rule is one) of `op`,
/// with its notes. `known` fills in
/// the numbers that are not constants.
InFlightDiagnostic emitBrokenRule(Operation *op, const RuleStatement &statement,
                                  MessageArg::Known known);

} // namespace mlir::packed

#endif // PACKED_RULES_RULESET_H
