//===- PackedAttrs.cpp - Attributes of the packed dialect -----------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h" // IWYU pragma: keep
#include "packed/IR/PackedDialect.h"
#include "packed/IR/SizedOp.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h" // IWYU pragma: keep

using namespace mlir;
using namespace mlir::packed;

#include "packed/IR/PackedEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "packed/IR/PackedAttrs.cpp.inc"

void PackedDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "packed/IR/PackedAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// RefBlockAttr
//===----------------------------------------------------------------------===//

ArrayRef<llvm::StringLiteral> RefBlockAttr::getSizeNames() {
  static constexpr llvm::StringLiteral names[] = {"ref_audio_t", "latent_t",
                                                  "latent_h", "latent_w"};
  return names;
}

unsigned RefBlockAttr::getNumDynamicSizes() {
  return llvm::count(getSizes(), ShapedType::kDynamic);
}

LogicalResult RefBlockAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   StringRef kind, ArrayRef<int64_t> sizes) {
  if (sizes.size() != getSizeNames().size())
    return emitError() << "a reference block has " << getSizeNames().size()
                       << " sizes, got " << sizes.size();
  return success();
}

Attribute RefBlockAttr::parse(AsmParser &parser, Type) {
  std::string kind;
  SmallVector<int64_t, 4> sizes(getSizeNames().size(), kAbsentSize);
  auto parseSize = [&]() -> ParseResult {
    StringRef name;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    const auto *it = llvm::find(getSizeNames(), name);
    if (it == getSizeNames().end())
      return parser.emitError(loc, "unknown size '") << name << "'";
    int64_t &size = sizes[it - getSizeNames().begin()];
    if (size != kAbsentSize)
      return parser.emitError(loc, "size '") << name << "' is given twice";
    if (succeeded(parser.parseOptionalQuestion())) {
      size = ShapedType::kDynamic;
      return success();
    }
    if (parser.parseInteger(size))
      return failure();
    if (size <= kAbsentSize)
      return parser.emitError(loc, "size '") << name << "' is out of range";
    return success();
  };
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseKeywordOrString(&kind) ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseSize) ||
      parser.parseGreater())
    return Attribute();
  return parser.getChecked<RefBlockAttr>(loc, parser.getContext(), kind, sizes);
}

void RefBlockAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printKeywordOrString(getKind());
  printer << '(';
  llvm::ListSeparator separator;
  for (auto [name, size] : llvm::zip_equal(getSizeNames(), getSizes())) {
    if (size == kAbsentSize)
      continue;
    printer << StringRef(separator) << name << " = ";
    if (ShapedType::isDynamic(size))
      printer << '?';
    else
      printer << size;
  }
  printer << ")>";
}
