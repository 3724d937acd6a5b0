//===- BufferClasses.h - Values that stand for one buffer -------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows buffers through casts, views, loops, branches and calls, and tells
// what is sure to be one buffer from what may be.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_LIB_ANALYSIS_BUFFERCLASSES_H
#define PACKED_LIB_ANALYSIS_BUFFERCLASSES_H

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "packed/Analysis/DataFlowFacts.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::packed {

class BufferClasses {
public:
  /// Stands for a class of values.
  using Node = const void *;

  /// Looks at everything within `root`, but for what `facts`, where there are
  /// any, tell to be dead.
  BufferClasses(Operation *root, const DataFlowFacts *facts);

  /// Equal for values that are one and the same buffer in each run.
  Node getSame(Value value) const;
  /// Equal for values that may share contents: all others never do.
  Node getRelated(Value value) const;
  /// Those classes of the same buffer, `node` first, that `node` is a part of.
  SmallVector<Node> getWholes(Node node) const;
  /// The ops that put new contents into buffers in memory that are related.
  ArrayRef<Operation *> getWriters(Value value) const;
  /// The known calls of a function.
  ArrayRef<CallOpInterface> getCalls(Operation *function) const {
    auto it = calls.find(function);
    return it == calls.end() ? ArrayRef<CallOpInterface>() : it->second;
  }
  /// A buffer that a call passes on.
  struct Passed {
    Operation *callee;
    Operation *call;
    Value argument;
  };
  /// Where a function gets a buffer of the class that is not the same for all
  /// its calls.
  ArrayRef<Passed> getPassed(Node node) const {
    auto it = passed.find(node);
    return it == passed.end() ? ArrayRef<Passed>() : it->second;
  }

private:
  /// Where a value comes from that is handed on by branches or calls.
  struct Merge {
    SmallVector<Value, 2> sources;
    /// The loop that the value leaves: what is made anew on each of its trips
    /// is not the one value that is left in the end.
    Operation *loop = nullptr;
    /// Some of the sources are not known.
    bool isOpen = false;
  };
  using Union = llvm::EquivalenceClasses<Node>;

  void visit(Operation *op);
  bool visitContents(Operation *op);
  bool visitParts(Operation *op);
  bool visitComputation(Operation *op);
  void visitLabeled(Operation *op);
  void visitRegions(RegionBranchOpInterface branch);
  void visitForall(Operation *op);
  void visitBranch(BranchOpInterface branch);
  bool visitCall(CallOpInterface call);
  void visitOther(Operation *op);
  void collectWrites(Operation *op);

  /// Both are one buffer.
  void unite(Value lhs, Value rhs);
  /// Both may share contents.
  void relate(Value lhs, Value rhs);
  void addPart(Value part, Value whole);
  Merge &addSource(Value target, Value source);
  bool resolve(Value target, const Merge &merge);
  void resolveMerges();
  void resolveCalls();
  void collectPassed();

  Union same, related;
  llvm::MapVector<Value, Merge> merges;
  SmallVector<std::pair<Value, Value>> parts;
  llvm::DenseMap<Node, llvm::SmallSetVector<Node, 1>> wholes;
  SmallVector<std::pair<Value, Operation *>> writes;
  SmallVector<Value> globals;
  SmallVector<Operation *> unknownCalls;
  llvm::DenseMap<Node, SmallVector<Operation *, 1>> writers;
  llvm::MapVector<Operation *, SmallVector<CallOpInterface, 1>> calls;
  llvm::DenseMap<Node, SmallVector<Passed, 1>> passed;
  SymbolTableCollection symbolTables;
};

/// Whether the value has no contents that belong to anyone: constants and
/// tensors that are empty or filled, which all may share.
bool isBlank(Value value);

/// The value without casts, which don't change contents.
Value stripCasts(Value value);

/// The value of a constant tensor or of a constant global; null otherwise.
DenseElementsAttr getConstantContents(Value value);

} // namespace mlir::packed

#endif // PACKED_LIB_ANALYSIS_BUFFERCLASSES_H
