//===- PackedBytecode.cpp - Versions of the dialect in bytecode -----------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/IR/PackedBytecode.h"
#include "packed/IR/PackedDialect.h"

using namespace mlir;
using namespace mlir::packed;

namespace {
struct PackedBytecodeInterface : public BytecodeDialectInterface {
  explicit PackedBytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  /// Writes the version that the writer's user asks for, or else the current.
  void writeVersion(DialectBytecodeWriter &writer) const final {
    auto asked = writer.getDialectVersion<PackedDialect>();
    uint64_t number = PackedVersion::kCurrent;
    if (succeeded(asked))
      number = static_cast<const PackedVersion *>(*asked)->number;
    writer.writeVarInt(number);
  }

  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const final {
    uint64_t number;
    if (failed(reader.readVarInt(number)))
      return nullptr;
    if (number > PackedVersion::kCurrent) {
      reader.emitError() << "version " << number
                         << " of the packed dialect is newer than "
                         << PackedVersion::kCurrent
                         << ", the newest that this library reads";
      return nullptr;
    }
    return std::make_unique<PackedVersion>(number);
  }
};
} // namespace

void mlir::packed::addBytecodeVersion(PackedDialect &dialect) {
  dialect.addInterfaces<PackedBytecodeInterface>();
}
