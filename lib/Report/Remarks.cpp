//===- Remarks.cpp - The report as MLIR remarks ---------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Remarks.h"
#include "packed/Report/Writers.h"

using namespace mlir;
using namespace mlir::packed;

void mlir::packed::emitRemarks(const CheckReport &report) {
  for (const OpReport &op : report.ops) {
    Location loc = op.op->getLoc();
    for (const RuleReport &rule : op.rules) {
      auto options = remark::RemarkOpts::name(rule.rule->id)
                         .category("packed-check")
                         .function(op.op->getName().getStringRef());
      if (rule.verdict == Verdict::Proved)
        remark::passed(loc, options)
            << remark::add("proved by {0}", getEvidenceName(rule.evidence));
      else if (rule.verdict == Verdict::Unknown)
        remark::missed(loc, options)
            << remark::reason("{0}", rule.explain().message);
      else
        remark::failed(loc, options)
            << remark::reason("{0}", rule.explain().message);
    }
  }
}
