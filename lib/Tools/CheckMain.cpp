//===- CheckMain.cpp - The packed-check command ---------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Tools/CheckMain.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "packed/Analysis/SmtProver.h"
#include "packed/Intake/Bytecode.h"
#include "packed/Intake/Passes.h"
#include "packed/Report/CheckModule.h"
#include "packed/Report/Writers.h"
#include "packed/Tools/ProgressLine.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::packed;

namespace cl = llvm::cl;

namespace {
enum class ReportFormat { Diagnostics, Text, Json, Sarif };

/// The command line.
struct CheckOptions {
  cl::OptionCategory category{"packed-check options"};
  cl::list<std::string> files{cl::Positional, cl::desc("FILE... (- is stdin)"),
                              cl::cat(category)};
  cl::opt<ReportFormat> report{
      "report", cl::desc("Form of the report"),
      cl::init(ReportFormat::Diagnostics), cl::cat(category),
      cl::values(clEnumValN(ReportFormat::Diagnostics, "diagnostics",
                            "compiler diagnostics on stderr"),
                 clEnumValN(ReportFormat::Text, "text", "a table for people"),
                 clEnumValN(ReportFormat::Json, "json", "JSON for programs"),
                 clEnumValN(ReportFormat::Sarif, "sarif",
                            "SARIF 2.1.0 for code scanning"))};
  cl::opt<std::string> output{"o", cl::desc("Write the report to this file"),
                              cl::value_desc("file"), cl::init("-"),
                              cl::cat(category)};
  cl::opt<bool> all{"all", cl::desc("List proved rules in the table as well"),
                    cl::cat(category)};
  cl::opt<bool> listUnknown{"list-unknown",
                            cl::desc("Show rules that stay unknown"),
                            cl::cat(category)};
  cl::opt<bool> strict{"strict",
                       cl::desc("Take rules that stay unknown for errors"),
                       cl::cat(category)};
  cl::opt<bool> solver{"solver", cl::init(true),
                       cl::desc("Ask Z3 where it is installed"),
                       cl::cat(category)};
  cl::opt<unsigned> timeLimit{
      "solver-time-limit", cl::init(200), cl::cat(category),
      cl::desc("Milliseconds that the solver may take for one rule")};
  cl::list<std::string> disabled{"disable-warning",
                                 cl::desc("Id of a warning not wanted"),
                                 cl::value_desc("id"), cl::cat(category)};
  cl::opt<bool> quiet{"quiet", cl::desc("No summary line"), cl::cat(category)};
  cl::opt<bool> unregistered{
      "allow-unregistered-dialect",
      cl::desc("Accept ops of dialects that are not known"), cl::cat(category)};
  // Served before the command line is parsed; here for --help.
  cl::opt<std::string> explain{
      "explain", cl::desc("Explain the rule with this id, or all"),
      cl::value_desc("id"), cl::cat(category)};
};

/// Checks file after file into one report.
class CheckRun {
public:
  CheckRun(const CheckOptions &options, const DialectRegistry &registry)
      : options(options), context(registry), progress(options.files.size()) {
    context.allowUnregisteredDialects(options.unregistered);
    context.printOpOnDiagnostic(false);
    if (options.solver && (z3 = SmtSolver::loadZ3(options.timeLimit)))
      prover.emplace(&context, *z3);
    reportOptions.explainUnknown =
        options.listUnknown || options.strict || !isDiagnostics();
    reportOptions.explainAll = options.all;
    reportOptions.onOp = [&] { progress.countOp(); };
    for (const std::string &id : options.disabled)
      reportOptions.disabled.insert(id);
  }

  /// Checks the file which is the `number`th of all.
  void check(size_t number, const std::string &fileName);
  LogicalResult write(const RuleCatalogue &catalogue);
  int getStatus() const;

private:
  bool isDiagnostics() const {
    return options.report == ReportFormat::Diagnostics;
  }
  void checkModule(ModuleOp module);

  const CheckOptions &options;
  MLIRContext context;
  std::unique_ptr<SmtSolver> z3;
  std::optional<SmtProver> prover;
  ReportOptions reportOptions;
  ValueNames names;
  CheckReport report;
  std::vector<OwningOpRef<ModuleOp>> modules;
  ProgressLine progress;
  bool isUnreadable = false;
};
} // namespace

void CheckRun::check(size_t number, const std::string &fileName) {
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> buffer = openInputFile(fileName, &error);
  if (!buffer) {
    llvm::WithColor::error(llvm::errs(), "packed-check") << error << '\n';
    isUnreadable = true;
    return;
  }
  if (failed(refuseBadBytecode(*buffer, context.getDialectRegistry(),
                               llvm::errs()))) {
    isUnreadable = true;
    return;
  }
  progress.startFile(number, fileName);
  llvm::scope_exit atEnd([&] { progress.erase(); });
  names.addSource(buffer->getBufferIdentifier(), buffer->getBuffer());
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context);
  ScopedDiagnosticHandler makeRoom(&context, [&](Diagnostic &) {
    progress.erase();
    return failure(); // for the handler above
  });
  // Parsed first, verified next: a broken rule is a result, not a file that
  // can't be read.
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, config);
  if (!module || failed(raiseModule(*module))) {
    isUnreadable = true;
    return;
  }
  modules.push_back(std::move(module));
  checkModule(*modules.back());
}

void CheckRun::checkModule(ModuleOp module) {
  CheckReport part;
  CheckOutcome outcome =
      mlir::packed::checkModule(module, prover ? &*prover : nullptr,
                                reportOptions, isDiagnostics(), names, part);
  isUnreadable |= outcome == CheckOutcome::Unchecked;
  if (isDiagnostics() && outcome == CheckOutcome::Checked)
    emitDiagnostics(part, options.strict        ? UnknownHandling::Error
                          : options.listUnknown ? UnknownHandling::List
                                                : UnknownHandling::Silent);
  for (OpReport &op : part.ops)
    report.add(std::move(op));
}

LogicalResult CheckRun::write(const RuleCatalogue &catalogue) {
  if (!isDiagnostics()) {
    std::string error;
    std::unique_ptr<llvm::ToolOutputFile> file =
        openOutputFile(options.output, &error);
    if (!file) {
      llvm::WithColor::error(llvm::errs(), "packed-check") << error << '\n';
      return failure();
    }
    if (options.report == ReportFormat::Text)
      writeText(report, options.all, file->os());
    else if (options.report == ReportFormat::Json)
      writeJson(report, file->os());
    else
      writeSarif(report, catalogue, file->os());
    file->os().flush(); // before the summary, where both go to a terminal
    file->keep();
  }
  if (!options.quiet)
    writeSummary(report.counts, llvm::errs());
  return success();
}

int CheckRun::getStatus() const {
  if (isUnreadable)
    return 2;
  bool isBad = report.counts.refuted > 0 ||
               (options.strict && report.counts.unknown > 0);
  return isBad ? 1 : 0;
}

/// Whether the ids are of warnings.
static LogicalResult checkWarningIds(ArrayRef<std::string> ids,
                                     const RuleCatalogue &catalogue) {
  for (const std::string &id : ids) {
    const RuleInfo *rule = catalogue.lookup(id);
    if (rule && rule->severity == RuleSeverity::Warning)
      continue;
    llvm::WithColor::error(llvm::errs(), "packed-check")
        << "--disable-warning: no warning is called '" << id
        << "'; '--explain=all' lists them\n";
    return failure();
  }
  return success();
}

int mlir::packed::checkMain(int argc, char **argv, DialectRegistry &registry,
                            const RuleCatalogue &catalogue) {
  llvm::InitLLVM init(argc, argv);
  CheckOptions options;
  cl::HideUnrelatedOptions(options.category);
  // 1 would say that a rule is broken.
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "Proves or refutes the shape rules of the ops in models\n",
          &llvm::errs()))
    return 2;
  if (failed(checkWarningIds(options.disabled, catalogue)))
    return 2;
  if (options.files.empty())
    options.files.push_back("-");
  CheckRun run(options, registry);
  for (auto [i, file] : llvm::enumerate(options.files))
    run.check(i + 1, file);
  return failed(run.write(catalogue)) ? 2 : run.getStatus();
}
