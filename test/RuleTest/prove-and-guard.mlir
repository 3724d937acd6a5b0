// RUN: packed-test-opt %s --generate-runtime-verification | FileCheck %s --check-prefix=GUARD
// RUN: packed-test-opt %s --packed-check --generate-runtime-verification | FileCheck %s --check-prefix=PROVED
// RUN: not packed-test-opt %S/Inputs/refuted.mlir --packed-check 2>&1 | FileCheck %s --check-prefix=REFUTED

// The same statement is guarded where nothing is proved, and proved where it
// can be.

// GUARD-LABEL: func @open
// GUARD:       cf.assert %{{.*}} "ERROR: Runtime op verification failed{{.*}}cannot split into ? parts
// GUARD:       cf.assert %{{.*}} "ERROR: Runtime op verification failed{{.*}}? rows do not split into ? equal parts
// GUARD-NOT:   cf.assert
// GUARD:       rule_test.split

// PROVED-LABEL: func @open
// PROVED-COUNT-2: cf.assert
// PROVED:       rule_test.split
func.func @open(%t: tensor<?x4xf32>, %n: index) {
  rule_test.split %t by %n : tensor<?x4xf32>
  return
}

// GUARD-LABEL: func @closed
// GUARD-COUNT-2: cf.assert
// GUARD:       rule_test.split

// PROVED-LABEL: func @closed
// PROVED-NOT:   cf.assert
// PROVED:       rule_test.split
func.func @closed(%k: index {packed.range = array<i64: 1, 100>}) {
  %c12 = arith.constant 12 : index
  %c4 = arith.constant 4 : index
  %rows = arith.muli %k, %c12 : index
  %t = tensor.empty(%rows) : tensor<?x4xf32>
  rule_test.split %t by %c4 : tensor<?x4xf32>
  return
}

// REFUTED: error: 'rule_test.split' op 10 rows do not split into 4 equal parts
