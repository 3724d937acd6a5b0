//===- Bytecode.cpp - Bytecode that can't be trusted ----------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Intake/Bytecode.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;

/// Reads the buffer, and says what is wrong with it, if anything is.
static std::string findFault(llvm::MemoryBufferRef buffer,
                             const DialectRegistry &registry) {
  // A context of its own: whatever the caller allows, this looks.
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  std::string fault;
  ScopedDiagnosticHandler quiet(&context, [&](Diagnostic &diag) {
    if (fault.empty())
      fault = diag.str();
  });
  Block block;
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  if (failed(readBytecodeFile(buffer, &block, config)))
    return fault;
  block.walk([&](Operation *op) {
    if (op->isRegistered())
      return WalkResult::advance();
    fault = "bytecode with '" + op->getName().getStringRef().str() +
            "', an op that is not registered here, would be read without its "
            "properties";
    return WalkResult::interrupt();
  });
  return fault;
}

/// Lets the process end at a signal in silence, with no trace for developers.
static void dieQuietly() {
  for (int signal : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP})
    std::signal(signal, SIG_DFL);
  dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
}

/// All that comes through a pipe.
static std::string readAll(int end) {
  std::string text;
  char buffer[512];
  auto next = [&] { return read(end, buffer, sizeof(buffer)); };
  for (ssize_t size; (size = llvm::sys::RetryAfterSignal(-1, next)) > 0;)
    text.append(buffer, size);
  return text;
}

/// `findFault` in a process of its own. MLIR's reader takes on trust much of
/// what a file says; a damaged one can end in a crash, or in a broken heap.
static std::string findFaultApart(llvm::MemoryBufferRef buffer,
                                  const DialectRegistry &registry) {
  int ends[2];
  if (pipe(ends))
    return findFault(buffer, registry);
  pid_t child = fork();
  if (child == 0) {
    dieQuietly();
    llvm::raw_fd_ostream(ends[1], /*shouldClose=*/true)
        << findFault(buffer, registry);
    _exit(EXIT_SUCCESS);
  }
  close(ends[1]);
  std::string fault = readAll(ends[0]);
  close(ends[0]);
  if (child < 0)
    return findFault(buffer, registry);
  int status = 0;
  llvm::sys::RetryAfterSignal(-1, waitpid, child, &status, 0);
  bool hasCrashed = !WIFEXITED(status) || WEXITSTATUS(status) != EXIT_SUCCESS;
  return hasCrashed ? "the file is damaged: reading it as bytecode crashes"
                    : fault;
}

LogicalResult mlir::packed::refuseBadBytecode(llvm::MemoryBufferRef buffer,
                                              const DialectRegistry &registry,
                                              llvm::raw_ostream &errors) {
  if (!isBytecode(buffer))
    return success();
  std::string fault = findFaultApart(buffer, registry);
  if (fault.empty())
    return success();
  StringRef name = buffer.getBufferIdentifier();
  errors << name << ": error: " << fault << "\n"
         << name
         << ": note: hand the module over as text, in generic form; "
            "docs/FrontEnds.md says how\n";
  return failure();
}
