//===- ValueNames.cpp - What a user calls a value -------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Report/ValueNames.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::packed;

//===----------------------------------------------------------------------===//
// Source text
//===----------------------------------------------------------------------===//

static std::vector<StringRef> splitLines(StringRef text) {
  std::vector<StringRef> result;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    result.push_back(line);
    text = rest;
  }
  return result;
}

void ValueNames::addSource(StringRef fileName, StringRef text) {
  buffers.push_back(llvm::MemoryBuffer::getMemBufferCopy(text, fileName));
  lines[fileName] = splitLines(buffers.back()->getBuffer());
}

std::optional<StringRef> ValueNames::getLine(FileLineColLoc loc) {
  std::lock_guard<std::mutex> lock(mutex);
  StringRef fileName = loc.getFilename();
  auto [it, isNew] = lines.try_emplace(fileName);
  if (isNew)
    if (auto buffer = llvm::MemoryBuffer::getFile(fileName, /*IsText=*/true)) {
      buffers.push_back(std::move(*buffer));
      it->second = splitLines(buffers.back()->getBuffer());
    }
  unsigned line = loc.getLine();
  if (line == 0 || line > it->second.size())
    return std::nullopt;
  return it->second[line - 1];
}

static bool isNameChar(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-';
}

/// The name that starts at `text`: `%frames`.
static StringRef readName(StringRef text) {
  return text.consume_front("%") ? text.take_while(isNameChar) : StringRef();
}

/// The name of result `number` in the list that stands before an op: `%a, %b =`
/// or `%r:2 =`.
static std::string readResultName(StringRef before, unsigned number,
                                  unsigned count) {
  before = before.rtrim();
  if (!before.consume_back("="))
    return {};
  SmallVector<StringRef> names;
  before.trim().split(names, ',');
  for (StringRef name : names) {
    auto [base, size] = name.trim().split(':');
    unsigned width = 1;
    if (!size.empty() && size.getAsInteger(10, width))
      return {};
    std::string result = readName(base.trim()).str();
    if (number < width)
      return width == 1 ? result : result + "#" + std::to_string(number);
    number -= width;
  }
  return {};
}

/// Names that a printer made up say nothing.
static bool isMadeUp(StringRef name) {
  name.consume_front("arg");
  unsigned number;
  return name.split('#').first.getAsInteger(10, number) == false;
}

std::string ValueNames::get(Value value) {
  Location loc = value.getLoc();
  if (auto named = dyn_cast<NameLoc>(loc))
    if (!named.getName().empty() && !isMadeUp(named.getName()))
      return named.getName().str();
  std::string name;
  if (auto place = loc->findInstanceOf<FileLineColLoc>())
    if (std::optional<StringRef> line = getLine(place)) {
      size_t column = place.getColumn() == 0 ? 0 : place.getColumn() - 1;
      if (auto result = dyn_cast<OpResult>(value)) {
        StringRef before = line->take_front(column);
        name = readResultName(before, result.getResultNumber(),
                              result.getOwner()->getNumResults());
      } else {
        name = readName(line->drop_front(std::min(column, line->size()))).str();
      }
    }
  if (!name.empty())
    return isMadeUp(name) ? "%" + name : name;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return "argument " + std::to_string(argument.getArgNumber());
  auto result = cast<OpResult>(value);
  // Between two type systems: the value behind it has the name.
  if (auto cast = dyn_cast<UnrealizedConversionCastOp>(result.getOwner());
      cast && cast.getNumOperands() == 1)
    return get(cast.getOperand(0));
  return "result " + std::to_string(result.getResultNumber()) + " of " +
         result.getOwner()->getName().getStringRef().str();
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

static std::string describe(const SizeSource &source, std::string base) {
  std::string position = std::to_string(source.position);
  switch (source.kind) {
  case SizeSource::Kind::Value:
    return base;
  case SizeSource::Kind::Dim:
    return base + ".shape[" + position + "]";
  case SizeSource::Kind::Stride:
    return base + ".stride(" + position + ")";
  case SizeSource::Kind::Element:
    return base + "[" + position + "]";
  case SizeSource::Kind::MinElement:
    return "min(" + base + ")";
  case SizeSource::Kind::MaxElement:
    return "max(" + base + ")";
  case SizeSource::Kind::MinStep:
    return "smallest step of " + base;
  case SizeSource::Kind::Rank:
  case SizeSource::Kind::ElementType:
  case SizeSource::Kind::MemorySpace:
  case SizeSource::Kind::Contiguous:
    break; // constants in every statement that is proved
  }
  llvm_unreachable("unknown source");
}

std::string ValueNames::get(const SizeSource &source) {
  if (!source.value)
    return "a loop counter";
  return describe(source, get(source.value));
}

std::string ValueNames::getDocumented(const SizeSource &source) {
  return source.name.empty() ? get(source)
                             : describe(source, source.name.str());
}

//===----------------------------------------------------------------------===//
// Polynomials
//===----------------------------------------------------------------------===//

/// Puts a sum into parentheses.
static std::string group(StringRef text) {
  bool isSum = text.contains(" + ") || text.contains(" - ");
  return isSum ? "(" + text.str() + ")" : text.str();
}

std::string ValueNames::printSymbol(SymbolId id,
                                    const packed::SymbolTable &symbols) {
  const Symbol &symbol = symbols[id];
  if (symbol.kind == Symbol::Kind::Leaf) {
    std::string name = get(symbol.source);
    if (symbol.offset != 0)
      name = "(" + name + " - " + std::to_string(symbol.offset) + ")";
    if (symbol.scale != 1)
      name = "(" + name + " / " + std::to_string(symbol.scale) + ")";
    return name;
  }
  std::string lhs = print(symbol.lhs, symbols),
              rhs = print(symbol.rhs, symbols);
  switch (symbol.kind) {
  case Symbol::Kind::Min:
    return "min(" + lhs + ", " + rhs + ")";
  case Symbol::Kind::Max:
    return "max(" + lhs + ", " + rhs + ")";
  case Symbol::Kind::UnsignedRem:
    return "(" + group(lhs) + " mod " + group(rhs) + ")";
  default:
    return "(" + group(lhs) + " floordiv " + group(rhs) + ")";
  }
}

std::string ValueNames::print(const Polynomial &polynomial,
                              const packed::SymbolTable &symbols) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const Polynomial::Term &term : polynomial.getTerms()) {
    int64_t factor = term.factor;
    // A leaf that stands alone reads better as a multiple of itself.
    bool isScaled = term.symbols.size() == 1 &&
                    symbols.isLeaf(term.symbols[0]) &&
                    symbols[term.symbols[0]].offset == 0 &&
                    factor % symbols[term.symbols[0]].scale == 0;
    if (isScaled)
      factor /= symbols[term.symbols[0]].scale;
    os << (text.empty() ? (factor < 0 ? "-" : "") : factor < 0 ? " - " : " + ");
    uint64_t magnitude =
        factor < 0 ? 0 - static_cast<uint64_t>(factor) : factor;
    if (term.symbols.empty() || magnitude != 1)
      os << magnitude << (term.symbols.empty() ? "" : " * ");
    llvm::interleave(
        term.symbols, os,
        [&](SymbolId id) {
          os << (isScaled ? get(symbols[id].source) : printSymbol(id, symbols));
        },
        " * ");
  }
  return text.empty() ? "0" : text;
}
