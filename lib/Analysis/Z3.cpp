//===- Z3.cpp - The Z3 solver, loaded at run time -------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Analysis/SmtProver.h"

using namespace mlir;
using namespace mlir::packed;

#ifdef PACKED_HAVE_Z3

#include "llvm/Support/DynamicLibrary.h"
#include <mutex>
#include <z3.h> // IWYU pragma: keep

namespace {
/// The functions of the library that we call.
struct Z3Functions {
  decltype(&Z3_mk_config) makeConfig;
  decltype(&Z3_del_config) deleteConfig;
  decltype(&Z3_mk_context) makeContext;
  decltype(&Z3_del_context) deleteContext;
  decltype(&Z3_set_error_handler) setErrorHandler;
  decltype(&Z3_eval_smtlib2_string) evaluate;

  /// Whether all were found.
  bool load();
};
} // namespace

template <typename Function>
static bool find(llvm::sys::DynamicLibrary &library, const char *name,
                 Function &function) {
  function = reinterpret_cast<Function>(library.getAddressOfSymbol(name));
  return function;
}

bool Z3Functions::load() {
  std::string error;
  auto library =
      llvm::sys::DynamicLibrary::getPermanentLibrary(PACKED_Z3_LIBRARY, &error);
  return library.isValid() && find(library, "Z3_mk_config", makeConfig) &&
         find(library, "Z3_del_config", deleteConfig) &&
         find(library, "Z3_mk_context", makeContext) &&
         find(library, "Z3_del_context", deleteContext) &&
         find(library, "Z3_set_error_handler", setErrorHandler) &&
         find(library, "Z3_eval_smtlib2_string", evaluate);
}

namespace {
class Z3Solver : public SmtSolver {
public:
  Z3Solver(const Z3Functions &z3, unsigned timeLimitMs)
      : z3(z3),
        limit("(set-option :timeout " + std::to_string(timeLimitMs) + ")\n") {}

  ~Z3Solver() override {
    for (Z3_context context : idle)
      z3.deleteContext(context);
  }

  std::string run(StringRef script) override {
    Z3_context context = take();
    Z3_string output =
        z3.evaluate(context, ("(reset)\n" + limit + script.str()).c_str());
    std::string result = output ? output : "";
    std::lock_guard<std::mutex> lock(mutex);
    idle.push_back(context);
    return result;
  }

private:
  /// A context that no other run uses. To make one takes far longer than most
  /// runs do.
  Z3_context take() {
    {
      std::lock_guard<std::mutex> lock(mutex);
      if (!idle.empty())
        return idle.pop_back_val();
    }
    Z3_config config = z3.makeConfig();
    Z3_context context = z3.makeContext(config);
    z3.deleteConfig(config);
    // The default handler ends the process.
    z3.setErrorHandler(context, [](Z3_context, Z3_error_code) {});
    return context;
  }

  Z3Functions z3;
  std::mutex mutex;
  SmallVector<Z3_context> idle;
  /// In the script itself: the parameter of the context does not reach it.
  std::string limit;
};
} // namespace

std::unique_ptr<SmtSolver> SmtSolver::loadZ3(unsigned timeLimitMs) {
  Z3Functions z3;
  if (!z3.load())
    return nullptr;
  return std::make_unique<Z3Solver>(z3, timeLimitMs);
}

#else

std::unique_ptr<SmtSolver> SmtSolver::loadZ3(unsigned) { return nullptr; }

#endif // PACKED_HAVE_Z3
