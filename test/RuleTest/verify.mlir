// RUN: packed-test-opt %s --split-input-file --verify-diagnostics -mlir-print-op-on-diagnostic=false

// An op of a foreign dialect is verified through its rules alone.

// expected-note@below {{'source' is block argument 0 of type 'tensor<10x4xf32>'}}
func.func @broken(%t: tensor<10x4xf32>) {
  // expected-error@below {{'rule_test.split' op 10 rows do not split into 3 equal parts}}
  // expected-note@below {{12 rows would do}}
  // expected-note@below {{pad the rows [rule_test.split.divide]}}
  rule_test.split %t {static_parts = 3} : tensor<10x4xf32>
  return
}

// -----

func.func @zero(%t: tensor<10x4xf32>) {
  // A division by what an earlier rule refuses is no second breach.
  // expected-error@below {{'rule_test.split' op cannot split into 0 parts}}
  // expected-note@below {{pass a positive number of parts [rule_test.split.positive]}}
  rule_test.split %t {static_parts = 0} : tensor<10x4xf32>
  return
}

// -----

func.func @fine(%t: tensor<12x4xf32>) {
  rule_test.split %t {static_parts = 3} : tensor<12x4xf32>
  return
}

// -----

// What is not known is never refused.
func.func @unknown(%t: tensor<?x4xf32>, %n: index) {
  rule_test.split %t by %n : tensor<?x4xf32>
  rule_test.split %t {static_parts = 3} : tensor<?x4xf32>
  return
}
