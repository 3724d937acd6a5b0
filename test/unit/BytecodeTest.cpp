//===- BytecodeTest.cpp - Versions of the dialect in bytecode -------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "packed/IR/PackedBytecode.h"
#include "packed/IR/PackedDialect.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::packed;

namespace {

constexpr llvm::StringLiteral kModule = R"mlir(
func.func @coords(%n: index) -> tensor<1x3x?x2xf32> {
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return %0 : tensor<1x3x?x2xf32>
})mlir";

class Bytecode : public ::testing::Test {
protected:
  Bytecode() { context.loadDialect<PackedDialect, func::FuncDialect>(); }

  /// The module in bytecode of the dialect's version `number`.
  std::string write(uint64_t number) {
    auto module = parseSourceString<ModuleOp>(kModule, &context);
    BytecodeWriterConfig config;
    config.setDialectVersion<PackedDialect>(
        std::make_unique<PackedVersion>(number));
    std::string bytes;
    llvm::raw_string_ostream os(bytes);
    EXPECT_TRUE(succeeded(writeBytecodeToFile(*module, os, config)));
    return bytes;
  }

  MLIRContext context;
};

TEST_F(Bytecode, CurrentVersionIsRead) {
  std::string bytes = write(PackedVersion::kCurrent);
  EXPECT_TRUE(parseSourceString<ModuleOp>(bytes, &context));
}

TEST_F(Bytecode, NewerVersionIsRefused) {
  std::string bytes = write(PackedVersion::kCurrent + 1);
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message += diagnostic.str();
    return success();
  });
  EXPECT_FALSE(parseSourceString<ModuleOp>(bytes, &context));
  EXPECT_NE(message.find("version 2 of the packed dialect is newer than 1, the "
                         "newest that this library reads"),
            std::string::npos)
      << message;
}

} // namespace
