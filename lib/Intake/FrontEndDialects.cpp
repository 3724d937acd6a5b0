//===- FrontEndDialects.cpp - Reading front ends' text --------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Intake/FrontEndDialects.h"
#include "ShortForms.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/MLIRContext.h"

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
