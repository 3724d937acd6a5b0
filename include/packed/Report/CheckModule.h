//===- CheckModule.h - Verifies and checks one module -----------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One way from a parsed module to a report, for the command and the bindings.
// Modules are parsed without verification: a broken rule is a result, not a
// file that can't be read.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_REPORT_CHECKMODULE_H
#define PACKED_REPORT_CHECKMODULE_H

#include "mlir/IR/BuiltinOps.h"
#include "packed/Report/CheckReport.h"

namespace mlir::packed {

enum class CheckOutcome : uint8_t {
  Checked,  // the report has every rule of every op
  Refuted,  // ops don't verify, for rules that the report has
  Unchecked // invalid for another reason, or the analysis failed
};

/// Verifies `module`, then proves or refutes its rules into `report`. What the
/// verifier says is emitted where the report does not say it, and always where
/// `showErrors`.
CheckOutcome checkModule(ModuleOp module, SmtProver *solver,
                         const ReportOptions &options, bool showErrors,
                         ValueNames &names, CheckReport &report);

} // namespace mlir::packed

#endif // PACKED_REPORT_CHECKMODULE_H
