//===- ValueNames.h - What a user calls a value -----------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR forgets the names of SSA values as it parses. They are read back from
// the source text, where locations lead to it.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_REPORT_VALUENAMES_H
#define PACKED_REPORT_VALUENAMES_H

#include "mlir/IR/Location.h"
#include "packed/Analysis/Polynomial.h"
#include "packed/Analysis/SymbolTable.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <mutex>
#include <string>

namespace mlir::packed {

/// The names of values and sizes, for messages. Several threads may ask at a
/// time, once all sources are added.
class ValueNames {
public:
  /// Makes the text of an input known under the name that locations use. Other
  /// files are read from disk.
  void addSource(StringRef fileName, StringRef text);

  /// `frames` for `%frames`; `argument 0` or the like where there is no name.
  std::string get(Value value);
  /// A dim is `q.shape[0]`, a stride `q.stride(0)`, and so on.
  std::string get(const SizeSource &source);
  /// The name the documentation uses where there is one.
  std::string getDocumented(const SizeSource &source);

  /// A polynomial in these names: `240 * frames + 7`.
  std::string print(const Polynomial &polynomial, const SymbolTable &symbols);

private:
  std::string printSymbol(SymbolId id, const SymbolTable &symbols);
  std::optional<StringRef> getLine(FileLineColLoc loc);

  llvm::StringMap<std::vector<StringRef>> lines;
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> buffers;
  std::mutex mutex;
};

} // namespace mlir::packed

#endif // PACKED_REPORT_VALUENAMES_H
