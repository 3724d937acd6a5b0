//===- Message.cpp - Messages of rules ------------------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fills the texts of rules and prints numbers and tuples the way the reference
// (Python) does.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Diagnostics.h"
#include "packed/Rules/RuleSet.h"
#include "packed/Rules/StridedLayout.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::packed;

/// Prints a number, or `?` where it is not known.
static void printNumber(raw_ostream &os, SizeExpr number,
                        MessageArg::Known known) {
  if (std::optional<int64_t> value = number.substitute(known).getConstant())
    os << *value;
  else
    os << '?';
}

/// Prints `(4, 16)`, `(4,)`, `()`.
template <typename Range, typename Print>
static void printTuple(raw_ostream &os, const Range &range, Print print) {
  os << '(';
  llvm::interleaveComma(range, os, print);
  if (range.size() == 1)
    os << ',';
  os << ')';
}

void MessageArg::print(raw_ostream &os, Known known) const {
  auto printSize = [&](SizeExpr size) { printNumber(os, size, known); };
  if (auto *number = std::get_if<SizeExpr>(&arg))
    return printSize(*number);
  if (auto *word = std::get_if<StringRef>(&arg)) {
    os << *word;
    return;
  }
  if (auto *word = std::get_if<std::string>(&arg)) {
    os << *word;
    return;
  }
  if (auto *type = std::get_if<Type>(&arg)) {
    os << *type;
    return;
  }
  if (auto *tuple = std::get_if<Tuple>(&arg))
    return printTuple(os, *tuple, printSize);

  Value shaped = std::get<Value>(arg);
  ArrayRef<int64_t> shape = getShapeOf(shaped);
  printTuple(os, llvm::to_vector(llvm::enumerate(shape)), [&](auto dim) {
    std::optional<int64_t> size = dim.value();
    if (ShapedType::isDynamic(dim.value()))
      size = known({SizeSource::Kind::Dim, shaped,
                    static_cast<int64_t>(dim.index()), StringRef()});
    if (size)
      os << *size;
    else
      os << '?';
  });
}

std::string Message::format(MessageArg::Known known) const {
  std::string result;
  llvm::raw_string_ostream os(result);
  StringRef rest = text;
  // A placeholder is `{digit}`; any other brace is text.
  while (!rest.empty()) {
    size_t brace = rest.find('{');
    os << rest.take_front(brace);
    rest = rest.drop_front(std::min(brace, rest.size()));
    if (rest.size() >= 3 && llvm::isDigit(rest[1]) && rest[2] == '}') {
      unsigned index = rest[1] - '0';
      assert(index < args.size() && "placeholder without an argument");
      args[index].print(os, known);
      rest = rest.drop_front(3);
    } else if (!rest.empty()) {
      os << rest.front();
      rest = rest.drop_front();
    }
  }
  return result;
}

/// Shows where an operand at fault comes from.
static void noteOrigin(InFlightDiagnostic &diag, StringRef name, Value value) {
  Diagnostic &note = diag.attachNote(value.getLoc());
  if (auto argument = dyn_cast<BlockArgument>(value))
    note << "'" << name << "' is block argument " << argument.getArgNumber()
         << " of type " << value.getType();
  else
    note << "'" << name << "' is made here, of type " << value.getType();
}

static bool overflows(const RuleStatement &statement) {
  return statement.holds.getUndefined() == SizeUndefined::Overflow;
}

const RuleInfo &RuleStatement::getReportedRule() const {
  return overflows(*this) ? kSizeOverflowRule : *rule;
}

std::string RuleStatement::formatReport(MessageArg::Known known) const {
  if (overflows(*this) && rule != &kSizeOverflowRule)
    return Message{kSizeOverflowRule.text, {rule->id}}.format(known);
  return message.format(known);
}

InFlightDiagnostic mlir::packed::emitBrokenRule(Operation *op,
                                                const RuleStatement &statement,
                                                MessageArg::Known known) {
  bool isAdvice = statement.rule->severity == RuleSeverity::Warning;
  InFlightDiagnostic diag = isAdvice ? op->emitWarning() : op->emitError();
  diag << "'" << op->getName() << "' op " << statement.formatReport(known);
  for (const Message &note : statement.notes)
    diag.attachNote() << note.format(known);
  for (auto [name, value] : statement.operands)
    noteOrigin(diag, name, value);
  return diag;
}
