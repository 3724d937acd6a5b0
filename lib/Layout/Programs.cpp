//===- Programs.cpp - Layouts as programs ---------------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two instances of each program.
//
//===----------------------------------------------------------------------===//

#include "packed/Layout/Programs.h"
#include "MemoryRopeProgram.h"
#include "SequenceProgram.h"
#include "packed/Layout/Emitter.h"   // IWYU pragma: keep
#include "packed/Layout/Evaluator.h" // IWYU pragma: keep

using namespace mlir;
using namespace mlir::packed;

namespace mlir::packed {

template <typename M>
void runProgram(M &m, const SequenceRequest &request,
                MutableArrayRef<typename M::Buffer> results) {
  SequenceProgram<M>(m, request, results).run();
}

template <typename M>
void runProgram(M &m, const MemoryRopeRequest &request,
                MutableArrayRef<typename M::Buffer> results) {
  runMemoryRope(m, request, results.front());
}

template <typename M>
void runProgram(M &m, const MemoryRopeAudioRequest &request,
                MutableArrayRef<typename M::Buffer> results) {
  runMemoryRopeAudio(m, request, results.front());
}

#define INSTANTIATE(M)                                                         \
  template void runProgram(M &, const SequenceRequest &,                       \
                           MutableArrayRef<M::Buffer>);                        \
  template void runProgram(M &, const MemoryRopeRequest &,                     \
                           MutableArrayRef<M::Buffer>);                        \
  template void runProgram(M &, const MemoryRopeAudioRequest &,                \
                           MutableArrayRef<M::Buffer>);
INSTANTIATE(Evaluator)
INSTANTIATE(Emitter)
#undef INSTANTIATE

} // namespace mlir::packed
