//===- property-test.cpp - Verdicts against brute force -------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random programs are proved, then run on small arguments: a rule that is
// proved must never break, one that is refuted must never hold. Prints how many
// of the rules that no run broke were proved, without the solver and, if asked
// for, with it. If asked for, the sizes that break and keep what stays unknown
// are run too, and must do as they say.
//
// packed-property-test [--programs=N] [--seed=N] [--solver] [--examples]
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include "Interpreter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "packed/Analysis/ModuleProver.h"
#include "packed/Analysis/SmtProver.h"
#include "packed/Analysis/Witness.h"
#include "packed/IR/PackedDialect.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::packed;

namespace cl = llvm::cl;
static cl::opt<unsigned> numPrograms("programs", cl::init(2000),
                                     cl::desc("How many programs to try"));
static cl::opt<uint64_t> firstSeed("seed", cl::init(1),
                                   cl::desc("Seed of the first program"));
static cl::opt<bool> useSolver("solver", cl::desc("Ask Z3 as well"));
static cl::opt<bool> runExamples("examples",
                                 cl::desc("Run what is given as an example"));

namespace {
/// What was proved of one rule, and what the runs showed.
struct Outcome {
  Verdict verdict;
  /// Operations taken not to overflow.
  llvm::SetVector<Operation *> assumed;
  bool held = false, broke = false;
  /// Sizes said to break the rule, and to keep it, where it stays unknown.
  std::optional<Witness> breaksFor, holdsFor;
};

using Outcomes = llvm::DenseMap<Operation *, std::vector<Outcome>>;

struct Totals {
  size_t runs = 0, rules = 0, trueRules = 0, provedTrue = 0, falseRules = 0,
         refutedFalse = 0, examples = 0, reached = 0, failures = 0;
};

class Collector : public ProverVisitor {
public:
  void visit(const ProvedOp &proved) override {
    std::vector<Outcome> &list = outcomes[proved.op];
    for (const RuleVerdict &verdict : proved.verdicts) {
      Outcome &outcome = list.emplace_back();
      outcome.verdict = verdict.verdict;
      // What an earlier rule of the op rests on counts as well: a rule may
      // take the earlier ones for granted.
      if (list.size() > 1)
        outcome.assumed = list[list.size() - 2].assumed;
      verdict.statement->holds.walkSources([&](const SizeSource &source) {
        proved.assumed.collect(source, outcome.assumed);
      });
    }
    if (runExamples)
      findExamples(proved, list);
  }
  Outcomes outcomes;

private:
  static void findExamples(const ProvedOp &proved, std::vector<Outcome> &list);
};
} // namespace

static bool isError(const RuleStatement &statement) {
  return statement.rule->severity == RuleSeverity::Error;
}

void Collector::findExamples(const ProvedOp &proved,
                             std::vector<Outcome> &list) {
  auto outcome = list.begin();
  proved.prover.walk(proved.verdicts, [&](const RuleVerdict &verdict,
                                          ArrayRef<SizeCond> granted) {
    const RuleStatement &statement = *verdict.statement;
    auto find = [&](bool wanted) {
      return findWitness(statement.holds, wanted, granted, proved.values,
                         proved.scope);
    };
    if (verdict.verdict == Verdict::Unknown && isError(statement) &&
        statement.rule != &kSizeOverflowRule) {
      outcome->breaksFor = find(/*wanted=*/false);
      outcome->holdsFor = find(/*wanted=*/true);
    }
    ++outcome;
  });
}

/// Compares the rules of an op that a run has reached with their verdicts.
static void observe(RuleOpInterface op, const Interpreter &run,
                    Outcomes &outcomes) {
  auto it = outcomes.find(op);
  RuleSet rules(op, RuleSet::Keep::All);
  op.stateRules(rules);
  auto known = [&](const SizeSource &source) -> std::optional<int64_t> {
    return source.kind == SizeSource::Kind::Value ? run.get(source.value)
                                                  : std::nullopt;
  };
  if (it == outcomes.end())
    llvm::report_fatal_error("a run reaches an op that was taken for dead");
  for (auto [index, statement] : llvm::enumerate(rules.getStatements())) {
    Outcome &outcome = it->second[index];
    // A run in which an assumption fails shows nothing.
    bool isOutside = llvm::any_of(run.getWrapped(), [&](Operation *wrapped) {
      return outcome.assumed.contains(wrapped);
    });
    SizeCond result = statement.holds.substitute(known);
    if (isOutside || result.getUndefined() == SizeUndefined::Overflow)
      return;
    outcome.held |= result.isTrue();
    outcome.broke |= !result.isTrue();
    // Rules take it for granted that those before them hold.
    if (!result.isTrue() && statement.rule->severity == RuleSeverity::Error)
      return;
  }
}

/// Runs the program on many small arguments.
static void runAll(func::FuncOp function, Random &random, Outcomes &outcomes,
                   Totals &totals) {
  Interpreter interpreter(
      [&](RuleOpInterface op) { observe(op, interpreter, outcomes); });
  constexpr int64_t low = -3, count = 13;
  unsigned numArgs = function.getNumArguments();
  unsigned tries = numArgs == 1 ? count : 80;
  for (unsigned i = 0; i < tries; ++i) {
    SmallVector<int64_t> arguments;
    for (unsigned a = 0; a < numArgs; ++a)
      arguments.push_back(numArgs == 1 ? low + i : low + random.below(count));
    interpreter.run(function, arguments);
    ++totals.runs;
  }
}

/// The arguments of `function` that an example consists of; none where it says
/// less, or more.
static std::optional<SmallVector<int64_t>>
getArguments(func::FuncOp function, const Witness &witness) {
  SmallVector<int64_t> arguments;
  for (BlockArgument argument : function.getArguments()) {
    const auto *it = llvm::find_if(witness, [&](const auto &size) {
      return size.first.kind == SizeSource::Kind::Value &&
             size.first.value == argument;
    });
    if (it == witness.end())
      return std::nullopt;
    arguments.push_back(it->second);
  }
  if (witness.size() != arguments.size())
    return std::nullopt;
  return arguments;
}

/// Runs the program on an example of rule `index` of `op`; returns whether a
/// run that gets there does as `wanted`. Some don't: other assertions fail.
static bool tryExample(func::FuncOp function, Operation *op, size_t index,
                       const std::optional<Witness> &witness, bool wanted,
                       Totals &totals) {
  auto arguments = witness ? getArguments(function, *witness) : std::nullopt;
  if (!arguments)
    return true;
  bool isReached = false, isAsWanted = false;
  Interpreter run([&](RuleOpInterface reached) {
    if (reached != op || !run.getWrapped().empty())
      return;
    RuleSet rules(op, RuleSet::Keep::All);
    reached.stateRules(rules);
    auto known = [&](const SizeSource &source) {
      return run.get(source.value);
    };
    auto isTrue = [&](const RuleStatement &statement) {
      return statement.holds.substitute(known).isTrue();
    };
    for (const RuleStatement &earlier : rules.getStatements().take_front(index))
      if (isError(earlier) && !isTrue(earlier))
        return;
    isReached = true;
    isAsWanted |= isTrue(rules.getStatements()[index]) == wanted;
  });
  run.run(function, *arguments);
  ++totals.examples;
  totals.reached += isReached;
  return isAsWanted || !isReached;
}

/// Tries all examples; returns whether all are.
static bool tryExamples(func::FuncOp function, const Outcomes &outcomes,
                        Totals &totals) {
  bool allStand = true;
  for (const auto &[op, list] : outcomes)
    for (auto [index, outcome] : llvm::enumerate(list))
      allStand &= tryExample(function, op, index, outcome.breaksFor,
                             /*wanted=*/false, totals) &&
                  tryExample(function, op, index, outcome.holdsFor,
                             /*wanted=*/true, totals);
  return allStand;
}

/// Adds up, and returns whether all verdicts stand.
static bool judge(const Outcomes &outcomes, Totals &totals) {
  bool isSound = true;
  for (const auto &[op, list] : outcomes)
    for (const Outcome &outcome : list) {
      ++totals.rules;
      isSound &= !(outcome.verdict == Verdict::Proved && outcome.broke);
      isSound &= !(outcome.verdict == Verdict::Refuted && outcome.held);
      if (outcome.held && !outcome.broke) {
        ++totals.trueRules;
        totals.provedTrue += outcome.verdict == Verdict::Proved;
      }
      if (outcome.broke && !outcome.held) {
        ++totals.falseRules;
        totals.refutedFalse += outcome.verdict == Verdict::Refuted;
      }
    }
  return isSound;
}

/// Proves and runs one program; returns whether all verdicts stand.
static bool test(ModuleOp module, SmtProver *solver, SeededRandom random,
                 Totals &totals) {
  SmallVector<std::unique_ptr<ProverVisitor>> units;
  if (failed(proveModule(
          module, solver, [] { return std::make_unique<Collector>(); }, units)))
    llvm::report_fatal_error("the dataflow analysis failed");
  Outcomes outcomes;
  for (auto &unit : units)
    for (auto &[op, list] : static_cast<Collector &>(*unit).outcomes)
      outcomes[op] = list;
  auto main = module.lookupSymbol<func::FuncOp>("main");
  runAll(main, random, outcomes, totals);
  bool isSound = judge(outcomes, totals);
  isSound &= tryExamples(main, outcomes, totals);
  totals.failures += !isSound;
  return isSound;
}

static void print(StringRef title, const Totals &totals) {
  auto share = [](size_t part, size_t all) {
    return all == 0 ? 0.0 : 100.0 * part / all;
  };
  llvm::outs()
      << title << ": " << totals.runs << " runs, " << totals.rules << " rules\n"
      << "  rules that no run broke: " << totals.trueRules << ", proved "
      << llvm::format("%.1f%%\n", share(totals.provedTrue, totals.trueRules))
      << "  rules that no run kept: " << totals.falseRules << ", refuted "
      << llvm::format("%.1f%%\n", share(totals.refutedFalse, totals.falseRules))
      << "  programs with a wrong verdict: " << totals.failures << '\n';
  if (runExamples)
    llvm::outs() << "  examples: " << totals.examples << ", got to the op "
                 << llvm::format("%.1f%%\n",
                                 share(totals.reached, totals.examples));
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "Verdicts against brute force\n");
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<arith::ArithDialect, cf::ControlFlowDialect,
                      func::FuncDialect, scf::SCFDialect, PackedDialect>();
  std::unique_ptr<SmtSolver> z3 = useSolver ? SmtSolver::loadZ3(100) : nullptr;
  std::optional<SmtProver> solver;
  if (z3)
    solver.emplace(&context, *z3);
  else if (useSolver)
    llvm::errs() << "Z3 could not be loaded: only verdicts without it\n";
  // Programs whose constants break a rule don't verify; they are no test here.
  ScopedDiagnosticHandler silence(&context, [](Diagnostic &) {});

  Totals plain, solved;
  unsigned programs = 0;
  for (uint64_t seed = firstSeed; programs < numPrograms; ++seed) {
    SeededRandom random(seed);
    std::string text = generateProgram(random);
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(text, ParserConfig(&context));
    if (!module)
      continue;
    bool isSound = test(*module, nullptr, random, plain);
    if (solver)
      isSound &= test(*module, &*solver, random, solved);
    if (!isSound)
      llvm::outs() << "wrong verdict for seed " << seed << ":\n" << text;
    if (++programs % 10000 == 0)
      llvm::errs() << programs << " programs\n";
  }
  llvm::outs() << programs << " programs\n";
  print("without the solver", plain);
  if (solver)
    print("with the solver", solved);
  return plain.failures + solved.failures != 0;
}
