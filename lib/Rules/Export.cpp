//===- Export.cpp - The rules of an op as data ----------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expressions become nested lists, operator first: ["==", ["rank", "a"], 2].
//
//===----------------------------------------------------------------------===//

#include "packed/Rules/Export.h"

using namespace mlir;
using namespace mlir::packed;
using llvm::json::Array;
using llvm::json::Object;

static llvm::json::Value toJson(const SizeSource &source) {
  switch (source.kind) {
  case SizeSource::Kind::Value:
    return Array{"size", source.name};
  case SizeSource::Kind::Dim:
    return Array{"dim", source.name, source.position};
  case SizeSource::Kind::Stride:
    return Array{"stride", source.name, source.position};
  case SizeSource::Kind::Rank:
    return Array{"rank", source.name};
  case SizeSource::Kind::ElementType:
    return Array{"dtype", source.name};
  case SizeSource::Kind::MemorySpace:
    return Array{"device", source.name};
  case SizeSource::Kind::Contiguous:
    return Array{"contiguous", source.name};
  default:
    llvm_unreachable("elements of buffers are not exported");
  }
}

static llvm::json::Value toJson(SizeExpr expr) {
  auto binary = [&](StringRef name) {
    return Array{name, toJson(expr.getLhs()), toJson(expr.getRhs())};
  };
  switch (expr.getKind()) {
  case SizeExpr::Kind::Constant:
    return *expr.getConstant();
  case SizeExpr::Kind::Source:
    return toJson(expr.getSource());
  case SizeExpr::Kind::Add:
    return binary("+");
  case SizeExpr::Kind::Mul:
    return binary("*");
  case SizeExpr::Kind::FloorDiv:
    return binary("//");
  case SizeExpr::Kind::Mod:
    return binary("%");
  case SizeExpr::Kind::Undefined:
    break;
  }
  llvm_unreachable("makes the whole condition undefined");
}

static bool isElementType(SizeExpr expr) {
  return expr.getKind() == SizeExpr::Kind::Source &&
         expr.getSource().kind == SizeSource::Kind::ElementType;
}

static std::string getTypeName(int64_t number) {
  std::string name;
  llvm::raw_string_ostream(name) << getNumberedType(number);
  return name;
}

static llvm::json::Value toJson(SizeCond cond) {
  auto comparison = [&](StringRef name) {
    SizeExpr lhs = cond.getLhs(), rhs = cond.getRhs();
    if (isElementType(lhs) && rhs.isConstant())
      return Array{name, toJson(lhs), getTypeName(*rhs.getConstant())};
    return Array{name, toJson(lhs), toJson(rhs)};
  };
  auto connective = [&](StringRef name) {
    return Array{name, toJson(cond.getFirst()), toJson(cond.getSecond())};
  };
  switch (cond.getKind()) {
  case SizeCond::Kind::Eq:
    return comparison("==");
  case SizeCond::Kind::Ne:
    return comparison("!=");
  case SizeCond::Kind::Le:
    return comparison("<=");
  case SizeCond::Kind::Lt:
    return comparison("<");
  case SizeCond::Kind::And:
    return connective("and");
  case SizeCond::Kind::Or:
    return connective("or");
  case SizeCond::Kind::False:
  case SizeCond::Kind::True:
  case SizeCond::Kind::Undefined:
    break;
  }
  llvm_unreachable("decided conditions are left out, and none is a part");
}

namespace {
/// Writes the arguments of one statement. Shapes are given by value, which
/// stands for the operands at fault, in their order.
class ArgumentWriter {
public:
  explicit ArgumentWriter(const RuleStatement &statement)
      : operands(ArrayRef(statement.operands)) {}

  llvm::json::Value operator()(SizeExpr number) { return toJson(number); }
  llvm::json::Value operator()(StringRef word) { return word; }
  llvm::json::Value operator()(const std::string &word) { return word; }
  llvm::json::Value operator()(Type type) {
    std::string name;
    llvm::raw_string_ostream(name) << type;
    return name;
  }
  llvm::json::Value operator()(const MessageArg::Tuple &numbers) {
    Array tuple{"tuple"};
    for (SizeExpr number : numbers)
      tuple.push_back(toJson(number));
    return tuple;
  }
  llvm::json::Value operator()(Value shaped) {
    auto *it = llvm::find_if(
        operands, [&](const auto &entry) { return entry.second == shaped; });
    assert(it != operands.end() && "a shape of an operand that is not named");
    StringRef name = it->first;
    operands.erase(it);
    return Array{"shape", name};
  }

private:
  SmallVector<std::pair<StringRef, Value>> operands;
};
} // namespace

static Object toJson(const RuleStatement &statement) {
  ArgumentWriter write(statement);
  Array args;
  for (const MessageArg &arg : statement.message.args)
    args.push_back(std::visit(write, arg.get()));
  return Object{{"id", StringRef(statement.rule->id)},
                {"text", StringRef(statement.rule->text)},
                {"args", std::move(args)},
                {"holds", toJson(statement.holds)},
                {"remedy", StringRef(statement.rule->remedy)}};
}

Array mlir::packed::exportRules(RuleOpInterface op) {
  RuleSet rules(op, RuleSet::Keep::Symbolic);
  op.stateRules(rules);
  Array list;
  for (const RuleStatement &statement : rules.getStatements())
    if (statement.rule->severity == RuleSeverity::Error &&
        !statement.holds.isDecided() && !statement.holds.readsElements())
      list.push_back(toJson(statement));
  return list;
}
