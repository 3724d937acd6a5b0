// RUN: packed-opt %s --split-input-file --verify-diagnostics

func.func @range(%n: index) {
  // expected-error@below {{'packed.assume' op range must be two numbers, the smaller one first}}
  %0 = packed.assume %n range [4, 1] : index
  return
}

// -----

func.func @multiple(%n: index) {
  // expected-error@below {{'packed.assume' op multiple_of must be positive}}
  %0 = packed.assume %n multiple_of 0 : index
  return
}

// -----

// expected-error@below {{'func.func' op argument 0: 'packed.range': range must be two numbers, the smaller one first}}
func.func @attribute(%n: index {packed.range = array<i64: 1>}) {
  return
}
