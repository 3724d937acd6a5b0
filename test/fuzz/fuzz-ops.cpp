//===- fuzz-ops.cpp - Packed ops through every pass of ours ---------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The input is a list of choices: which ops, which sizes, which faults. What
// every pass leaves is printed and parsed back.
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include "Harness.h"
#include "OpGrammar.h"
#include <fuzzer/FuzzedDataProvider.h>

using namespace mlir;
using namespace mlir::packed;

namespace {
/// Choices from the input; zeros where it ends.
class InputRandom : public Random {
public:
  InputRandom(const uint8_t *data, size_t size) : input(data, size) {}
  uint64_t next() override { return input.ConsumeIntegral<uint16_t>(); }

private:
  FuzzedDataProvider input;
};
} // namespace

static const char *kCheck = "packed-check{solver=false}";

static const std::vector<const char *> kCheap = {
    "canonicalize,cse",
    "resolve-ranked-shaped-type-result-dims",
    "packed-raise,canonicalize",
    "generate-runtime-verification",
    "packed-check{solver=false},generate-runtime-verification",
    "packed-refine-shapes{solver=false},canonicalize",
    "packed-annotate-stream-layout",
    "packed-fold-layouts{max-elements=20000}",
    "convert-packed-to-linalg,canonicalize",
    "convert-packed-to-loops",
    "convert-packed-to-gpu",
    "packed-attach-nvvm-target"};

/// Of these, which take long, every fifth input runs one.
static const std::vector<const char *> kSlow = {
    "packed-check{solver=false unknown=list remarks=true}",
    "packed-check{solver=false unknown=error}",
    "convert-packed-to-gpu{target=rocdl subgroup-size=32 multiprocessors=1}",
    "convert-packed-to-gpu{target=rocdl multiprocessors=304}",
    "convert-packed-to-gpu{chip=sm_80 pdl=true},packed-attach-nvvm-target{"
    "chip=sm_80}",
    "packed-raise,one-shot-bufferize{bufferize-function-boundaries},"
    "convert-packed-to-loops,canonicalize,cse",
    "packed-raise,one-shot-bufferize{bufferize-function-boundaries},"
    "convert-packed-to-gpu,canonicalize,cse",
    "packed-to-llvm",
    "packed-to-llvm{runtime-verification=true emit-c-interface=true}",
    "packed-to-llvm{fold-layouts=true max-elements=20000}"};

/// Down to PTX, which takes longest.
static const char *kSlowest = "packed-to-nvvm";

static bool runOnCopy(fuzz::InputContext &context, ModuleOp module,
                      llvm::StringRef pipeline, bool isSound = true) {
  OwningOpRef<ModuleOp> copy(module.clone());
  if (failed(fuzz::runPipeline(*copy, pipeline, isSound)))
    return false;
  fuzz::expectRoundTrip(context, *copy);
  return true;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  InputRandom random(data, size);
  const char *slow = random.chance(10) ? kSlowest : random.pick(kSlow);
  bool runsSlow = random.chance(20);
  bool explainUnknown = random.chance(10);
  std::string text =
      random.chance(15) ? generateProgram(random) : fuzz::writeModule(random);

  auto &context = fuzz::InputContext::getShared(/*allowUnregistered=*/false);
  fuzz::checkAsTool(context, text, explainUnknown);
  OwningOpRef<ModuleOp> module = context.parse(text, /*verify=*/true);
  if (!module)
    return 0;
  fuzz::expectRoundTrip(context, *module);
  bool isSound = runOnCopy(context, *module, kCheck);
  for (const char *pipeline : kCheap)
    runOnCopy(context, *module, pipeline);
  if (runsSlow)
    runOnCopy(context, *module, slow, isSound);
  return 0;
}
