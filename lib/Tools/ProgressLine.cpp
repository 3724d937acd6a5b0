//===- ProgressLine.cpp - How far a long check has come -------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Tools/ProgressLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::packed;

/// What is over sooner leaves no line, and no line changes faster.
static constexpr std::chrono::milliseconds kInterval(100);

ProgressLine::ProgressLine(size_t numFiles)
    : isWatched(llvm::errs().is_displayed()), numFiles(numFiles) {}

void ProgressLine::startFile(size_t number, llvm::StringRef name) {
  std::lock_guard<std::mutex> lock(mutex);
  fileName = name.str();
  fileNumber = number;
  ops = 0;
  drawn = Clock::now();
  if (numFiles > 1)
    draw();
}

void ProgressLine::countOp() {
  if (!isWatched)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  ++ops;
  if (Clock::now() - drawn >= kInterval)
    draw();
}

void ProgressLine::draw() {
  if (!isWatched)
    return;
  llvm::errs() << "\r\x1b[Kchecking ";
  if (numFiles > 1)
    llvm::errs() << fileNumber << " of " << numFiles << ": ";
  llvm::errs() << fileName;
  if (ops)
    llvm::errs() << ", " << ops << " ops";
  isDrawn = true;
  drawn = Clock::now();
}

void ProgressLine::erase() {
  std::lock_guard<std::mutex> lock(mutex);
  if (isDrawn)
    llvm::errs() << "\r\x1b[K";
  isDrawn = false;
}
