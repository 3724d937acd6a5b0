//===- packed-c/Packed.h - packed-mlir from C -----------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text in, text out: the check and the GPU compiler behind five functions, for
// languages that don't speak C++. Every function may be called from any thread
// at any time; no exception and no exit leaves them. All texts are UTF-8 and
// end in a NUL that `size` does not count.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_C_PACKED_H
#define PACKED_C_PACKED_H

#include <stdbool.h>
#include <stddef.h>

#if defined(_WIN32)
#define PACKED_CAPI_EXPORTED
#else
#define PACKED_CAPI_EXPORTED __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// A text that somebody else owns.
typedef struct PackedText {
  const char *data;
  size_t size;
} PackedText;

/// How a call ended; the numbers are those of packed-check's exit status.
typedef enum PackedStatus {
  /// No rule is broken. Of a compilation: there is a kernel.
  PackedStatusOk = 0,
  /// A rule is broken: PackedPartReport says which.
  PackedStatusRefuted = 1,
  /// No valid IR, or no kernel can be made: PackedPartErrors says why.
  PackedStatusInvalid = 2
} PackedStatus;

/// The texts that a call gives back.
typedef enum PackedPart {
  /// JSON: the rules of each op with their verdicts, as `packed-check
  /// --report=json` writes it.
  PackedPartReport,
  /// What the parser, the verifier and the passes said, one line each:
  /// `model.mlir:3:7: error: ...`.
  PackedPartErrors,
  /// PTX, of a compilation.
  PackedPartAssembly,
  /// JSON: how to launch the PTX; docs/KernelDescription.md has the form.
  PackedPartDescription
} PackedPart;

/// All that one call gives back.
typedef struct PackedResult PackedResult;

/// How to check; all zero is what NULL means.
typedef struct PackedCheckOptions {
  /// Explain rules that are neither proved nor refuted.
  bool explainUnknown;
  /// Ask the solver where it is installed, for so many milliseconds a rule; 0:
  /// don't.
  unsigned solverTimeLimit;
} PackedCheckOptions;

/// What to compile for; all zero is what NULL means.
typedef struct PackedCompileOptions {
  /// Target chip; NULL: `sm_90`.
  const char *chip;
  /// PTX version, `+ptx80`; NULL: the oldest that the chip has.
  const char *features;
  /// Multiprocessors of the chip, by which schedules are picked; 0: 132.
  unsigned multiprocessors;
  /// Use programmatic dependent launch.
  bool pdl;
} PackedCompileOptions;

/// Checks the rules of the module in `ir`, MLIR text or bytecode. Locations
/// call it `name`. Text may hold ops of dialects that are not known, among them
/// calls of ours in what front ends emit. `options` may be NULL.
PACKED_CAPI_EXPORTED PackedResult *
packedCheck(PackedText ir, const char *name, const PackedCheckOptions *options);

/// Checks the module, then compiles its decode ops. `options` may be NULL.
PACKED_CAPI_EXPORTED PackedResult *
packedCompile(PackedText ir, const char *name,
              const PackedCompileOptions *options);

/// How the call that gave `result` ended.
PACKED_CAPI_EXPORTED PackedStatus
packedResultGetStatus(const PackedResult *result);

/// One of the texts; empty where the call did not get that far. Lives as long
/// as the result.
PACKED_CAPI_EXPORTED PackedText packedResultGet(const PackedResult *result,
                                                PackedPart part);

/// Frees a result; NULL is fine.
PACKED_CAPI_EXPORTED void packedResultFree(PackedResult *result);

#ifdef __cplusplus
}
#endif

#endif // PACKED_C_PACKED_H
