//===- Harness.h - What all fuzzers do with a module ------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_TEST_FUZZ_HARNESS_H
#define PACKED_TEST_FUZZ_HARNESS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::packed::fuzz {

/// Whether an input is bytecode, by its first bytes.
bool isBytecode(llvm::StringRef input);

/// Ends the run as a finding, and says why, unless `condition` holds.
void expect(bool condition, llvm::StringRef what, Operation *op = nullptr);

/// What inputs are read in: all that our tools know, in one thread. Diagnostics
/// are worded in full, notes as well, and then dropped.
class InputContext {
public:
  explicit InputContext(bool allowUnregistered);

  /// Making one takes longer than most inputs, so a few hundred share one.
  static InputContext &getShared(bool allowUnregistered);

  OwningOpRef<ModuleOp> parse(llvm::StringRef input, bool verify);

private:
  MLIRContext context;
};

/// As `packed-check` does: reads a module that need not be valid, raises calls,
/// checks, and writes the report in every form. Without Z3, which takes too
/// long; so does the search for examples of unknown rules, `explainUnknown`.
void checkAsTool(InputContext &context, llvm::StringRef input,
                 bool explainUnknown);

/// What text and bytecode get: `checkAsTool`, and where the module is valid the
/// check pass and canonicalization.
void checkAndCanonicalize(llvm::StringRef input);

/// Runs a pipeline, and expects valid IR behind every pass that succeeds.
///
/// Not so for a program that is sure to break a rule (`isSound` is false): of
/// such code, folding may make what upstream's verifier refuses, as a
/// `memref.subview` that leaves its buffer. There the pipeline may fail.
LogicalResult runPipeline(ModuleOp module, llvm::StringRef pipeline,
                          bool isSound = true);

/// Expects text, generic text and bytecode of a valid module to be read back as
/// the same module.
void expectRoundTrip(InputContext &context, ModuleOp module);

} // namespace mlir::packed::fuzz

#endif // PACKED_TEST_FUZZ_HARNESS_H
