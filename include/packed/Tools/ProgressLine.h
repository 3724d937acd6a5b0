//===- ProgressLine.h - How far a long check has come -----------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_TOOLS_PROGRESSLINE_H
#define PACKED_TOOLS_PROGRESSLINE_H

#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <mutex>
#include <string>

namespace mlir::packed {

/// One line on standard error that is written over again and again. Where that
/// is no terminal, nothing happens.
class ProgressLine {
public:
  explicit ProgressLine(size_t numFiles);

  void startFile(size_t number, llvm::StringRef name);
  /// One more op is done. For any thread.
  void countOp();
  /// Makes room for others to write.
  void erase();

private:
  using Clock = std::chrono::steady_clock;
  void draw();

  const bool isWatched;
  const size_t numFiles;
  std::mutex mutex;
  std::string fileName;
  size_t fileNumber = 0, ops = 0;
  bool isDrawn = false;
  Clock::time_point drawn;
};

} // namespace mlir::packed

#endif // PACKED_TOOLS_PROGRESSLINE_H
