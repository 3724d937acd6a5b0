//===- Interpreter.h - Runs small programs ----------------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes index programs with 64-bit arithmetic that wraps, and shows every op
// that has rules to an observer. Shares no code with the analyses.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_TEST_PROPERTY_INTERPRETER_H
#define PACKED_TEST_PROPERTY_INTERPRETER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "packed/Rules/RuleOpInterface.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>

class Interpreter {
public:
  using Observer = std::function<void(mlir::packed::RuleOpInterface)>;

  explicit Interpreter(Observer observer) : observer(std::move(observer)) {}

  /// Runs until the end, an assertion that fails, or undefined behaviour.
  void run(mlir::func::FuncOp function, llvm::ArrayRef<int64_t> arguments);

  /// The value that an SSA value has now.
  std::optional<int64_t> get(mlir::Value value) const;

  /// Operations whose result has left 64 bits in this run.
  llvm::ArrayRef<mlir::Operation *> getWrapped() const { return wrapped; }

private:
  bool runFunction(mlir::func::FuncOp function,
                   llvm::ArrayRef<int64_t> arguments);
  bool runBlock(mlir::Block &block);
  bool runOp(mlir::Operation &op);
  bool runBinary(mlir::Operation &op);
  bool runLoop(mlir::Operation &op);
  bool meets(int64_t value, int64_t min, int64_t max, int64_t multiple);

  Observer observer;
  llvm::DenseMap<mlir::Value, int64_t> values;
  llvm::SmallVector<mlir::Operation *> wrapped;
  llvm::SmallVector<int64_t> returned;
  unsigned steps = 0;
};

#endif // PACKED_TEST_PROPERTY_INTERPRETER_H
