//===- FrontEndDialects.cpp - Reading front ends' text --------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stand-ins, and what they can't help with.
//
//===----------------------------------------------------------------------===//

#include "packed/Intake/FrontEndDialects.h"
#include "ShortForms.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBufferRef.h"

using namespace mlir;
using namespace mlir::packed;

namespace {
/// A namespace in which every op and type is welcome.
class FrontEndDialect : public Dialect {
public:
  using ShortForm = ParseResult (&)(OpAsmParser &, OperationState &);

  FrontEndDialect(StringRef name, MLIRContext *context, TypeID id,
                  ShortForm shortForm)
      : Dialect(name, context, id), shortForm(shortForm) {
    allowUnknownOperations();
    allowUnknownTypes();
  }

  Type parseType(DialectAsmParser &parser) const override {
    return OpaqueType::getChecked(
        [&] { return parser.emitError(parser.getNameLoc()); },
        StringAttr::get(getContext(), getNamespace()),
        parser.getFullSymbolSpec());
  }

  Attribute parseAttribute(DialectAsmParser &parser, Type type) const override {
    return OpaqueAttr::getChecked(
        [&] { return parser.emitError(parser.getNameLoc()); },
        StringAttr::get(getContext(), getNamespace()),
        parser.getFullSymbolSpec(), type ? type : NoneType::get(getContext()));
  }

  std::optional<ParseOpHook>
  getParseOperationHook(StringRef opName) const override {
    return ParseOpHook(shortForm);
  }

private:
  ShortForm shortForm;
};

struct StableHLOStandIn : FrontEndDialect {
  explicit StableHLOStandIn(MLIRContext *context)
      : FrontEndDialect(getDialectNamespace(), context,
                        TypeID::get<StableHLOStandIn>(), parseStableHLO) {}
  static StringRef getDialectNamespace() { return "stablehlo"; }
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(StableHLOStandIn)
};

struct TorchStandIn : FrontEndDialect {
  explicit TorchStandIn(MLIRContext *context)
      : FrontEndDialect(getDialectNamespace(), context,
                        TypeID::get<TorchStandIn>(), parseTorch) {}
  static StringRef getDialectNamespace() { return "torch"; }
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TorchStandIn)
};

struct UtilStandIn : FrontEndDialect {
  explicit UtilStandIn(MLIRContext *context)
      : FrontEndDialect(getDialectNamespace(), context,
                        TypeID::get<UtilStandIn>(), parseUtil) {}
  static StringRef getDialectNamespace() { return "util"; }
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(UtilStandIn)
};
} // namespace

void mlir::packed::registerFrontEndDialects(DialectRegistry &registry) {
  registry.insert<StableHLOStandIn, TorchStandIn, UtilStandIn>();
}

LogicalResult
mlir::packed::refuseLossyBytecode(llvm::MemoryBufferRef buffer,
                                  const DialectRegistry &registry) {
  if (!isBytecode(buffer))
    return success();
  // A context of its own: whatever the caller allows, this looks.
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  std::string message;
  ScopedDiagnosticHandler quiet(&context, [&](Diagnostic &diag) {
    if (message.empty())
      message = diag.str();
  });
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  Block block;
  Operation *lossy = nullptr;
  bool isReadable = succeeded(readBytecodeFile(buffer, &block, config));
  block.walk([&](Operation *op) {
    if (!lossy && !op->isRegistered())
      lossy = op;
  });
  if (isReadable && !lossy)
    return success();
  llvm::errs() << buffer.getBufferIdentifier() << ": error: ";
  if (lossy)
    llvm::errs() << "bytecode with '" << lossy->getName()
                 << "', an op that is not registered here, would be read "
                    "without its properties\n";
  else
    llvm::errs() << message << "\n";
  llvm::errs() << buffer.getBufferIdentifier()
               << ": note: hand the module over as text, in generic form; "
                  "docs/FrontEnds.md says how\n";
  return failure();
}
