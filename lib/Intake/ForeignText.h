//===- ForeignText.h - Types and attributes of front ends, as text *- C++
//-*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Front ends' types and attributes are read off their text, which is the same
// whether their dialect is linked or only stood in for.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_LIB_INTAKE_FOREIGNTEXT_H
#define PACKED_LIB_INTAKE_FOREIGNTEXT_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"

namespace mlir::packed {

/// What stands behind `!torch.` or `#stablehlo.`, or between the brackets of
/// `#stablehlo<...>`; empty for what another dialect owns.
template <typename TypeOrAttr>
std::string getForeignText(TypeOrAttr symbol, StringRef dialect) {
  using Opaque = std::conditional_t<std::is_base_of_v<Type, TypeOrAttr>,
                                    OpaqueType, OpaqueAttr>;
  if (!symbol)
    return {};
  auto opaque = dyn_cast<Opaque>(symbol);
  StringRef owner = opaque ? opaque.getDialectNamespace().getValue()
                           : symbol.getDialect().getNamespace();
  if (owner != dialect)
    return {};
  std::string printed;
  llvm::raw_string_ostream(printed) << symbol;
  StringRef text = StringRef(printed).drop_front(1 + dialect.size());
  if (!text.consume_front(".")) {
    text.consume_front("<");
    text.consume_back(">");
  }
  return text.str();
}

} // namespace mlir::packed

#endif // PACKED_LIB_INTAKE_FOREIGNTEXT_H
