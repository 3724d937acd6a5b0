//===- Signature.h - Arguments of the ops, by name --------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table: under which names front ends call an op, and what its arguments
// are called, in the order of the reference function's schema. All forms of
// intake read it.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_INTAKE_SIGNATURE_H
#define PACKED_INTAKE_SIGNATURE_H

#include "packed/IR/PackedDialect.h"
#include "packed/IR/SizedOp.h"
#include <vector>

namespace mlir::packed {

/// What an argument becomes on the op.
enum class ParamKind {
  Buffer,     ///< an operand: tensor or memref
  Size,       ///< a named size, a constant or a value
  Float,      ///< an f32 attribute
  Flag,       ///< a unit attribute
  Integer,    ///< an i64 attribute
  Integers,   ///< an array of i64
  Text,       ///< a string
  Task,       ///< which family of request a sequence serves
  StateOrder, ///< order of the inner dims of a state
  RefBlocks,  ///< reference blocks of a sequence
  Switch,     ///< no attribute: whether an init is there
  Keyframes   ///< whether a sequence has keyframes
};

/// An argument.
struct Param {
  /// What the reference function calls it.
  llvm::StringLiteral name;
  ParamKind kind;
  bool isRequired = true;
  /// What the op calls it, where that differs.
  llvm::StringLiteral target = "";
  /// Number of the operand group of a buffer.
  unsigned group = 0;

  StringRef getTarget() const { return target.empty() ? name : target; }
  bool isAttribute() const {
    return kind != ParamKind::Buffer && kind != ParamKind::Size;
  }
};

/// Where a dim of a buffer comes from that the call leaves out.
struct DimSource {
  llvm::StringLiteral param = "";
  unsigned dim = 0;
};

/// A buffer that is written, and the result that stands for it on tensors.
struct Init {
  llvm::StringLiteral param;
  /// Dims, for a call that returns it only; none where it must be passed.
  SmallVector<DimSource, 4> dims = {};
  /// The argument that says whether there is one; empty where there always is.
  llvm::StringLiteral flag = "";
};

/// An op, and how it is called.
struct Signature {
  /// Of the op, without the dialect.
  llvm::StringLiteral mnemonic;
  /// Of the function of the serving engine.
  llvm::StringLiteral reference;
  std::vector<Param> params = {};
  /// In the order of the results.
  SmallVector<Init, 2> inits = {};
  /// Of an op without inits, which makes its results by itself.
  unsigned numResults = 0;
  /// Of an op with named sizes.
  ArrayRef<SizeSpec> (*getSizeSpecs)() = nullptr;
  /// The task that this function alone serves.
  std::optional<Task> task = std::nullopt;
  /// Number of operand groups; zero where operands have no segments.
  unsigned numSegments = 0;

  /// By either name; null where there is none.
  const Param *lookup(StringRef name) const;
};

/// What a name in a front end's IR says.
struct NameMatch {
  /// Null where no op is called by this name.
  const Signature *signature = nullptr;
  /// The name is in our namespace, whether or not an op has it.
  bool isOurs = false;
};

/// Finds `packed.gdn_decode`, `packed::gdn_decode`, `packed_gdn_decode`,
/// `PackedGdnDecode` and the reference function's name in any namespace.
NameMatch lookupSignature(StringRef name);

/// The ops that front ends can call, for messages.
std::string listCallableNames();

} // namespace mlir::packed

#endif // PACKED_INTAKE_SIGNATURE_H
