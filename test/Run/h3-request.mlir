// What docs/CheckLowerRun.md shows.
// RUN: packed-opt %root/examples/h3-request.mlir -packed-to-llvm=runtime-verification \
// RUN:   | mlir-runner -O2 -e main -entry-point-result=void \
// RUN:       -shared-libs=%llvm_lib/libmlir_runner_utils.so,%llvm_lib/libmlir_c_runner_utils.so \
// RUN:   | FileCheck %s --check-prefix=RESULT
// RUN: packed-opt %root/examples/h3-request.mlir -inline -canonicalize -packed-fold-layouts \
// RUN:   | FileCheck %s --check-prefix=FOLD
// RUN: sed 's/constant 60288/constant 60000/' %root/examples/h3-request.mlir \
// RUN:   | not packed-opt -packed-check 2>&1 | FileCheck %s --check-prefix=BAD

// RESULT: [0,  60229,  60288]

// FOLD:     arith.constant dense<[0, 60229, 60288]> : tensor<3xi32>
// FOLD-NOT: packed.sequence

// BAD: error: 'packed.sequence' op seq_len 60000 < used rows 60229
