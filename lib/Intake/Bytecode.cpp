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

/// What the child says in front of the fault, or of nothing. That it is missing
/// tells of a crash: the exit status of a child may be another's to collect.
static constexpr llvm::StringLiteral kHasRead = "read:";

/// How long reading may take, in seconds. Copied from a process with threads,
/// the child may wait for a lock that nobody will release.
static constexpr unsigned kTimeLimit = 300;

/// Lets the process end at a signal in silence, with no trace for developers.
static void dieQuietly() {
  for (int signal :
       {SIGABRT, SIGALRM, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP})
    std::signal(signal, SIG_DFL);
  alarm(kTimeLimit);
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
  if (pipe2(ends, O_CLOEXEC))
    return findFault(buffer, registry);
  pid_t child = fork();
  if (child == 0) {
    dieQuietly();
    llvm::raw_fd_ostream(ends[1], /*shouldClose=*/true)
        << kHasRead + findFault(buffer, registry);
    _exit(EXIT_SUCCESS);
  }
  close(ends[1]);
  std::string answer = readAll(ends[0]);
  close(ends[0]);
  if (child < 0)
    return findFault(buffer, registry);
  llvm::sys::RetryAfterSignal(-1, waitpid, child, nullptr, 0);
  StringRef fault = answer;
  if (!fault.consume_front(kHasRead))
    return "the file is damaged: reading it as bytecode crashes or does not "
           "end";
  return fault.str();
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
