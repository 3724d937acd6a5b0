// RUN: packed-opt %s --split-input-file --verify-diagnostics -o /dev/null

// The generic form can say anything; the verifier can't be surprised.

// -----

// Too few entries of static_sizes.
func.func @bad(%n: index, %i: i32) {
  // expected-error@below {{'packed.sequence' op expects 8 entries in static_sizes, got 2}}
  %l:8 = "packed.sequence"() <{static_sizes = array<i64: 16, 4>, task = #packed.task<t2va>}> : () -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi1>, tensor<?xi1>, tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>)
  return
}

// -----

// No entries of static_sizes.
func.func @bad(%n: index, %i: i32) {
  // expected-error@below {{'packed.sequence' op expects 8 entries in static_sizes, got 0}}
  %l:8 = "packed.sequence"() <{static_sizes = array<i64>, task = #packed.task<t2va>}> : () -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi1>, tensor<?xi1>, tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>)
  return
}

// -----

// static_sizes of another width.
func.func @bad(%n: index, %i: i32) {
  // expected-error@below {{invalid properties {static_sizes = array<i32: 16, 4, 8, 12, 40, 2, -7, -7>, task = #packed.task<t2va>} for op packed.sequence: Invalid attribute `static_sizes` in property conversion: array<i32: 16, 4, 8, 12, 40, 2, -7, -7>}}
  %l:8 = "packed.sequence"() <{static_sizes = array<i32: 16, 4, 8, 12, 40, 2, -7, -7>, task = #packed.task<t2va>}> : () -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi1>, tensor<?xi1>, tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>)
  return
}

// -----

// No static_sizes.
func.func @bad(%n: index, %i: i32) {
  // expected-error@below {{'packed.sequence' op requires attribute 'static_sizes'}}
  %l:8 = "packed.sequence"() <{task = #packed.task<t2va>}> : () -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi1>, tensor<?xi1>, tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>)
  return
}

// -----

// A required size is absent.
func.func @bad(%n: index, %i: i32) {
  // expected-error@below {{'packed.sequence' op misses the size 'text_len'}}
  %l:8 = "packed.sequence"() <{static_sizes = array<i64: -9223372036854775807, 4, 8, 12, 40, 2, -9223372036854775807, -9223372036854775807>, task = #packed.task<t2va>}> : () -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi1>, tensor<?xi1>, tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>)
  return
}

// -----

// A dynamic size without an operand.
func.func @bad(%n: index, %i: i32) {
  // expected-error@below {{'packed.sequence' op has 1 dynamic sizes but 0 size operands}}
  %l:8 = "packed.sequence"() <{static_sizes = array<i64: -9223372036854775808, 4, 8, 12, 40, 2, -9223372036854775807, -9223372036854775807>, task = #packed.task<t2va>}> : () -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi1>, tensor<?xi1>, tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>)
  return
}

// -----

// An operand without a dynamic size.
func.func @bad(%n: index, %i: i32) {
  // expected-error@below {{'packed.sequence' op has 0 dynamic sizes but 1 size operands}}
  %l:8 = "packed.sequence"(%n) <{static_sizes = array<i64: 16, 4, 8, 12, 40, 2, -9223372036854775807, -9223372036854775807>, task = #packed.task<t2va>}> : (index) -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi1>, tensor<?xi1>, tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>)
  return
}

// -----

// An operand of a wrong type.
func.func @bad(%n: index, %i: i32) {
  // expected-error@below {{'packed.sequence' op operand #0 must be variadic of index, but got 'i32'}}
  %l:8 = "packed.sequence"(%i) <{static_sizes = array<i64: -9223372036854775808, 4, 8, 12, 40, 2, -9223372036854775807, -9223372036854775807>, task = #packed.task<t2va>}> : (i32) -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi1>, tensor<?xi1>, tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>)
  return
}

// -----

// A task of a wrong kind.
func.func @bad(%n: index, %i: i32) {
  // expected-error@below {{invalid properties {static_sizes = array<i64: 16, 4, 8, 12, 40, 2, -9223372036854775807, -9223372036854775807>, task = 0 : i32} for op packed.sequence: Invalid attribute `task` in property conversion: 0 : i32}}
  %l:8 = "packed.sequence"() <{static_sizes = array<i64: 16, 4, 8, 12, 40, 2, -9223372036854775807, -9223372036854775807>, task = 0 : i32}> : () -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi1>, tensor<?xi1>, tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>)
  return
}

// -----

// An unknown task.
func.func @bad(%n: index, %i: i32) {
  // expected-error@below {{expected ::mlir::packed::Task to be one of: t2va, fl2va, ref2va}}
  // expected-error@below {{failed to parse Packed_TaskAttr parameter 'value' which is to be a `::mlir::packed::Task`}}
  %l:8 = "packed.sequence"() <{static_sizes = array<i64: 16, 4, 8, 12, 40, 2, -9223372036854775807, -9223372036854775807>, task = #packed.task<t3va>}> : () -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi1>, tensor<?xi1>, tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>)
  return
}

// -----

// References of a wrong kind.
func.func @bad(%n: index, %i: i32) {
  // expected-error@below {{'packed.sequence' op attribute 'ref_blocks' failed to satisfy constraint: array of reference blocks}}
  %l:8 = "packed.sequence"() <{static_sizes = array<i64: 16, 4, 8, 12, 40, 2, -9223372036854775807, -9223372036854775807>, task = #packed.task<t2va>, ref_blocks = [1 : i64]}> : () -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi1>, tensor<?xi1>, tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>)
  return
}

// -----

// References that are no list.
func.func @bad(%n: index, %i: i32) {
  // expected-error@below {{invalid properties {ref_blocks = #packed.ref_block<image(latent_h = 8)>, static_sizes = array<i64: 16, 4, 8, 12, 40, 2, -9223372036854775807, -9223372036854775807>, task = #packed.task<t2va>} for op packed.sequence: Invalid attribute `ref_blocks` in property conversion: #packed.ref_block<image(latent_h = 8)>}}
  %l:8 = "packed.sequence"() <{static_sizes = array<i64: 16, 4, 8, 12, 40, 2, -9223372036854775807, -9223372036854775807>, task = #packed.task<t2va>, ref_blocks = #packed.ref_block<image(latent_h = 8)>}> : () -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi1>, tensor<?xi1>, tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>)
  return
}

// -----

// A dynamic size of a reference without an operand.
func.func @bad(%n: index, %i: i32) {
  // expected-error@below {{'packed.sequence' op has 1 dynamic sizes but 0 size operands}}
  %l:8 = "packed.sequence"() <{static_sizes = array<i64: 16, 4, 8, 12, 40, 2, -9223372036854775807, -9223372036854775807>, task = #packed.task<ref2va>, ref_blocks = [#packed.ref_block<image(latent_h = ?, latent_w = 8)>]}> : () -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi1>, tensor<?xi1>, tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>)
  return
}

// -----

// An unknown size of a reference.
func.func @bad(%n: index, %i: i32) {
  // expected-error@below {{unknown size 'depth'}}
  %l:8 = "packed.sequence"() <{static_sizes = array<i64: 16, 4, 8, 12, 40, 2, -9223372036854775807, -9223372036854775807>, task = #packed.task<t2va>, ref_blocks = [#packed.ref_block<image(depth = 8)>]}> : () -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi1>, tensor<?xi1>, tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>)
  return
}

// -----

// A size of a reference out of range.
func.func @bad(%n: index, %i: i32) {
  // expected-error@below {{size 'latent_h' is out of range}}
  %l:8 = "packed.sequence"() <{static_sizes = array<i64: 16, 4, 8, 12, 40, 2, -9223372036854775807, -9223372036854775807>, task = #packed.task<t2va>, ref_blocks = [#packed.ref_block<image(latent_h = -9223372036854775808)>]}> : () -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi1>, tensor<?xi1>, tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>)
  return
}

// -----

// Too few results.
func.func @bad(%n: index, %i: i32) {
  // expected-error@below {{'packed.sequence' op expected 8 results}}
  %l:1 = "packed.sequence"() <{static_sizes = array<i64: 16, 4, 8, 12, 40, 2, -9223372036854775807, -9223372036854775807>, task = #packed.task<t2va>}> : () -> (tensor<?xi64>)
  return
}

// -----

// A result that is no tensor.
func.func @bad(%n: index, %i: i32) {
  // expected-error@below {{'packed.sequence' op result #7 must be ranked tensor of any type values, but got 'i32'}}
  %l:8 = "packed.sequence"() <{static_sizes = array<i64: 16, 4, 8, 12, 40, 2, -9223372036854775807, -9223372036854775807>, task = #packed.task<t2va>}> : () -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi1>, tensor<?xi1>, tensor<?x3xf64>, tensor<?xi64>, i32)
  return
}

// -----

// A result without a rank.
func.func @bad(%n: index, %i: i32) {
  // expected-error@below {{'packed.sequence' op result #7 must be ranked tensor of any type values, but got 'tensor<*xi32>'}}
  %l:8 = "packed.sequence"() <{static_sizes = array<i64: 16, 4, 8, 12, 40, 2, -9223372036854775807, -9223372036854775807>, task = #packed.task<t2va>}> : () -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi1>, tensor<?xi1>, tensor<?x3xf64>, tensor<?xi64>, tensor<*xi32>)
  return
}

// -----

// Properties that are no dictionary.
// expected-error@below {{'packed.sequence' op requires attribute 'static_sizes'}}
%l:8 = "packed.sequence"() <{}> : () -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi1>, tensor<?xi1>, tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>)

// -----

// An unknown attribute of the dialect.
// expected-error@below {{operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used}}
"test.op"() {a = #packed.nothing} : () -> ()

// -----

// A type of the dialect, which has none.
// expected-error@below {{operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used}}
"test.op"() : () -> !packed.nothing

// -----

// An unknown op of the dialect.
// expected-error@below {{unregistered operation 'packed.nothing' found in dialect ('packed') that does not allow unknown operations}}
"packed.nothing"() : () -> ()
