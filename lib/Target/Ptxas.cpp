//===- Ptxas.cpp - What NVIDIA's assembler says of kernels ----------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Target/Ptxas.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

std::string mlir::packed::findPtxas(StringRef toolkit) {
  SmallVector<std::string> homes{toolkit.str()};
  for (const char *name : {"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"})
    homes.push_back(sys::Process::GetEnv(name).value_or(""));
  for (const std::string &home : homes) {
    if (home.empty())
      continue;
    SmallString<128> folder(home);
    sys::path::append(folder, "bin");
    if (auto found = sys::findProgramByName("ptxas", {StringRef(folder)}))
      return *found;
  }
  auto found = sys::findProgramByName("ptxas");
  return found ? *found : std::string();
}

/// Runs `ptxas -v`; what it says, or nothing where it fails.
static std::string runPtxas(StringRef ptxas, StringRef ptx, StringRef chip) {
  SmallString<128> input, report;
  int file;
  if (sys::fs::createTemporaryFile("packed", "ptx", file, input))
    return {};
  scope_exit removeInput([&] { sys::fs::remove(input); });
  raw_fd_ostream(file, /*shouldClose=*/true) << ptx;
  if (sys::fs::createTemporaryFile("packed", "txt", report))
    return {};
  scope_exit removeReport([&] { sys::fs::remove(report); });

  constexpr unsigned maxSeconds = 120;
  std::string architecture = ("-arch=" + chip).str();
  std::optional<StringRef> redirects[] = {StringRef(), StringRef(report),
                                          StringRef(report)};
  if (sys::ExecuteAndWait(ptxas,
                          {ptxas, "-v", architecture, input, "-o", "/dev/null"},
                          /*Env=*/std::nullopt, redirects, maxSeconds) != 0)
    return {};
  auto buffer = MemoryBuffer::getFile(report, /*IsText=*/true);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

StringMap<unsigned> mlir::packed::countRegisters(StringRef ptxas, StringRef ptx,
                                                 StringRef chip) {
  // ptxas info    : Compiling entry function 'NAME' for 'sm_90'
  // ptxas info    : Used 64 registers, used 0 barriers
  std::string report = runPtxas(ptxas, ptx, chip);
  StringMap<unsigned> registers;
  StringRef kernel;
  SmallVector<StringRef> lines;
  StringRef(report).split(lines, '\n');
  for (StringRef line : lines) {
    unsigned count;
    if (line.contains("Compiling entry function '"))
      kernel = line.split('\'').second.split('\'').first;
    else if (StringRef rest = line.split(": Used ").second;
             !rest.consumeInteger(10, count) && rest.starts_with(" registers"))
      registers[kernel] = count;
  }
  return registers;
}
