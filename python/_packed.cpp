//===- _packed.cpp - The C interface as a Python module -------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Texts in, tuples of texts out; compiler.py makes objects of them.
//
//===----------------------------------------------------------------------===//

#include "packed-c/Packed.h"
#include <memory>
#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace {
struct Free {
  void operator()(PackedResult *result) const { packedResultFree(result); }
};
using Result = std::unique_ptr<PackedResult, Free>;
} // namespace

static PackedText toText(const nb::bytes &bytes) {
  return {bytes.c_str(), bytes.size()};
}

static nb::str get(const Result &result, PackedPart part) {
  PackedText text = packedResultGet(result.get(), part);
  // IR may hold any bytes, and errors quote it.
  return nb::steal<nb::str>(
      PyUnicode_DecodeUTF8(text.data, text.size, "replace"));
}

static nb::tuple check(nb::bytes ir, const char *name, bool explainUnknown,
                       unsigned solverTimeLimit) {
  PackedCheckOptions options{explainUnknown, solverTimeLimit};
  Result result;
  {
    nb::gil_scoped_release others;
    result.reset(packedCheck(toText(ir), name, &options));
  }
  return nb::make_tuple(static_cast<int>(packedResultGetStatus(result.get())),
                        get(result, PackedPartReport),
                        get(result, PackedPartErrors));
}

static nb::tuple compile(nb::bytes ir, const char *name, const char *chip,
                         const char *features, unsigned multiprocessors,
                         bool pdl) {
  PackedCompileOptions options{chip, features, multiprocessors, pdl};
  Result result;
  {
    nb::gil_scoped_release others;
    result.reset(packedCompile(toText(ir), name, &options));
  }
  return nb::make_tuple(
      static_cast<int>(packedResultGetStatus(result.get())),
      get(result, PackedPartReport), get(result, PackedPartErrors),
      get(result, PackedPartAssembly), get(result, PackedPartDescription));
}

NB_MODULE(_packed, m) {
  m.def("check", &check, nb::arg("ir"), nb::arg("name"),
        nb::arg("explain_unknown"), nb::arg("solver_time_limit"),
        "(status, report, errors) of packedCheck");
  m.def("compile", &compile, nb::arg("ir"), nb::arg("name"), nb::arg("chip"),
        nb::arg("features"), nb::arg("multiprocessors"), nb::arg("pdl"),
        "(status, report, errors, ptx, description) of packedCompile");
}
