//===- LayoutRequest.h - The layout that an op asks for ---------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From an op that makes a layout to the program that builds it. Folding,
// lowering and bufferization start here.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_IR_LAYOUTREQUEST_H
#define PACKED_IR_LAYOUTREQUEST_H

#include "mlir/IR/Operation.h"
#include "packed/Layout/Programs.h"
#include <variant>

namespace mlir::packed {

/// The request of a layout op.
class LayoutRequest {
public:
  /// The sizes refer to `arena`. Null where `op` makes no layout.
  static std::optional<LayoutRequest> get(Operation *op, SizeArena &arena);

  /// The shape of each result, in the order of the op's results.
  ArrayRef<SmallVector<SizeExpr>> getShapes() const { return shapes; }

  /// Fills the results on machine `M`.
  template <typename M>
  void run(M &m, MutableArrayRef<typename M::Buffer> results) const {
    std::visit([&](const auto &program) { runProgram(m, program, results); },
               program);
  }

private:
  std::variant<SequenceRequest, MemoryRopeRequest, MemoryRopeAudioRequest>
      program;
  SmallVector<SmallVector<SizeExpr>> shapes;
};

} // namespace mlir::packed

#endif // PACKED_IR_LAYOUTREQUEST_H
