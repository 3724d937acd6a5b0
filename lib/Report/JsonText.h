//===- JsonText.h - Text of a model in JSON ---------------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_LIB_REPORT_JSONTEXT_H
#define PACKED_LIB_REPORT_JSONTEXT_H

#include "llvm/Support/JSON.h"

namespace mlir::packed {

/// File names and words of a model are any bytes, JSON is UTF-8: other bytes
/// become U+FFFD.
inline std::string toJsonText(llvm::StringRef text) {
  return llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text);
}

} // namespace mlir::packed

#endif // PACKED_LIB_REPORT_JSONTEXT_H
