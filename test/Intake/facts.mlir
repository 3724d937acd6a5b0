// What front ends know of sizes, for the check pass.
// RUN: packed-opt --packed-raise --split-input-file %s | FileCheck %s
// RUN: packed-opt --packed-raise --packed-check=report --split-input-file %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT

// IREE's assumptions. Of several, one holds.
// CHECK-LABEL: func.func @assume_int
// CHECK: %[[F:.+]] = packed.assume %arg0 range [0, 128] multiple_of 4 : index
// CHECK: %[[N:.+]] = packed.assume %arg1 range [16, 512] multiple_of 16 : i32
// CHECK-NOT: util.assume
// REPORT: proved packed.memory_rope.multiple
func.func private @coords(index, index, index, index, index) -> tensor<1x3x?x2xf32>
    attributes {packed.op = "packed.memory_rope", packed.args = {mode = "legacy"}}
func.func @assume_int(%frames: index, %n: i32) -> (tensor<1x3x?x2xf32>, i32) {
  %f = util.assume.int %frames<umin = 0, umax = 128, udiv = 4> : index
  %m = util.assume.int %n[<umin = 16, umax = 32, udiv = 16>, <umin = 512, umax = 512, udiv = 512>] : i32
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c240 = arith.constant 240 : index
  %len = arith.muli %f, %c240 : index
  %0 = call @coords(%c1, %len, %c7, %c8, %c8) : (index, index, index, index, index) -> tensor<1x3x?x2xf32>
  return %0, %m : tensor<1x3x?x2xf32>, i32
}

// -----

// PyTorch's symbolic shapes: the first dim that is a symbol stands for it; a
// dim that is a multiple of a symbol that no dim is, is a multiple.
// CHECK-LABEL: func.func @symbolic_shape
// CHECK: %[[D:.+]] = tensor.dim %[[Q:.+]], %{{.*}} : tensor<?x1024xbf16>
// CHECK: %[[S:.+]] = packed.assume %[[D]] range [1, 64] : index
// CHECK: %[[A:.+]] = tensor.dim %{{.*}}, %{{.*}} : tensor<?x8xbf16>
// CHECK: %[[EQ:.+]] = arith.cmpi eq, %[[A]], %[[S]] : index
// CHECK: cf.assert %[[EQ]], "dim 0 is not what the exported program says it is"
// CHECK: %[[P:.+]] = tensor.dim %{{.*}}, %{{.*}} : tensor<?x8x64x64xf32>
// CHECK: packed.assume %[[P]] multiple_of 32 : index
// REPORT: proved packed.decode.batch
// REPORT: unknown packed.decode.indices-shape
func.func @symbolic_shape(%qkv: !torch.vtensor<[?,1024],bf16>, %a: !torch.vtensor<[?,8],bf16>,
    %p: !torch.vtensor<[8],f32>, %pool: !torch.vtensor<[?,8,64,64],f32>,
    %out: !torch.vtensor<[?,1,8,64],bf16>, %slots: !torch.vtensor<[?],si32>) -> !torch.vtensor<[?,1,8,64],bf16> {
  %s0 = torch.symbolic_int "s0" {min_val = 1, max_val = 64} : !torch.int
  %s1 = torch.symbolic_int "s1" {min_val = 0, max_val = 9223372036854775807} : !torch.int
  torch.bind_symbolic_shape %qkv, [%s0], affine_map<()[s0] -> (s0, 1024)> : !torch.vtensor<[?,1024],bf16>
  torch.bind_symbolic_shape %a, [%s0, %s1], affine_map<()[s0, s1] -> (s0, 8)> : !torch.vtensor<[?,8],bf16>
  torch.bind_symbolic_shape %pool, [%s1], affine_map<()[s0] -> (s0 * 32, 8, 64, 64)> : !torch.vtensor<[?,8,64,64],f32>
  // Of another rank than the tensor, so it says nothing.
  torch.bind_symbolic_shape %slots, [%s0], affine_map<()[s0] -> (s0, 1)> : !torch.vtensor<[?],si32>
  %none = torch.constant.none
  %0:2 = torch.operator "torch.packed.gdn_decode"(%qkv, %a, %a, %p, %p, %none, %pool, %out, %slots, %none)
    : (!torch.vtensor<[?,1024],bf16>, !torch.vtensor<[?,8],bf16>, !torch.vtensor<[?,8],bf16>, !torch.vtensor<[8],f32>,
       !torch.vtensor<[8],f32>, !torch.none, !torch.vtensor<[?,8,64,64],f32>, !torch.vtensor<[?,1,8,64],bf16>,
       !torch.vtensor<[?],si32>, !torch.none) -> (!torch.vtensor<[?,1,8,64],bf16>, !torch.vtensor<[?,8,64,64],f32>)
  return %0#0 : !torch.vtensor<[?,1,8,64],bf16>
}

// -----

// What is bound within a branch is not known behind it.
// CHECK-LABEL: func.func @branch
// CHECK: scf.if
// CHECK: tensor.dim
// CHECK-NEXT: packed.assume %{{.*}} range [1, 64] : index
// CHECK: tensor.dim
// CHECK-NEXT: packed.assume %{{.*}} range [1, 64] : index
// REPORT: unknown packed.decode.batch
func.func @branch(%is: i1, %qkv: !torch.vtensor<[?,1024],bf16>, %a: !torch.vtensor<[?,8],bf16>,
    %p: !torch.vtensor<[8],f32>, %pool: !torch.vtensor<[9,8,64,64],f32>, %slots: !torch.vtensor<[?],si32>) -> !torch.vtensor<[?,1,8,64],bf16> {
  %s0 = torch.symbolic_int "s0" {min_val = 1, max_val = 64} : !torch.int
  %none = torch.constant.none
  scf.if %is {
    torch.bind_symbolic_shape %qkv, [%s0], affine_map<()[s0] -> (s0, 1024)> : !torch.vtensor<[?,1024],bf16>
    %1 = torch.aten.neg %qkv : !torch.vtensor<[?,1024],bf16> -> !torch.vtensor<[?,1024],bf16>
  }
  torch.bind_symbolic_shape %a, [%s0], affine_map<()[s0] -> (s0, 8)> : !torch.vtensor<[?,8],bf16>
  %0:2 = torch.operator "torch.packed.gdn_decode"(%qkv, %a, %a, %p, %p, %none, %pool, %none, %slots, %none)
    : (!torch.vtensor<[?,1024],bf16>, !torch.vtensor<[?,8],bf16>, !torch.vtensor<[?,8],bf16>, !torch.vtensor<[8],f32>,
       !torch.vtensor<[8],f32>, !torch.none, !torch.vtensor<[9,8,64,64],f32>, !torch.none, !torch.vtensor<[?],si32>, !torch.none)
    -> (!torch.vtensor<[?,1,8,64],bf16>, !torch.vtensor<[9,8,64,64],f32>)
  return %0#0 : !torch.vtensor<[?,1,8,64],bf16>
}

// -----

// JAX's assertions, in its own short forms. One that is not about sizes stays.
// CHECK-LABEL: func.func @shape_assertion
// CHECK-DAG: %[[D:.+]] = tensor.dim %arg0, %{{.*}} : tensor<?x240xf32>
// CHECK-DAG: %[[R:.+]] = arith.remsi %[[D]], %{{.*}} : index
// CHECK: %[[Z:.+]] = arith.cmpi eq, %[[R]], %{{.*}} : index
// CHECK: %[[G:.+]] = arith.cmpi sge, %{{.*}}, %{{.*}} : index
// CHECK: %[[B:.+]] = arith.andi %[[Z]], %[[G]] : i1
// CHECK: cf.assert %[[B]], "frames % 4 == 0"
// CHECK: "stablehlo.custom_call"(%arg1) {call_target_name = "shape_assertion"
// CHECK-NOT: "stablehlo.remainder"
// REPORT: proved packed.memory_rope.multiple
func.func @shape_assertion(%x: tensor<?x240xf32>, %ok: tensor<i1>) -> tensor<1x3x?x2xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c4 = stablehlo.constant dense<4> : tensor<i32>
  %c7 = stablehlo.constant dense<7> : tensor<i32>
  %c8 = stablehlo.constant dense<8> : tensor<i32>
  %c240 = stablehlo.constant dense<240> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x240xf32>) -> tensor<i32>
  %r = stablehlo.remainder %n, %c4 : tensor<i32>
  %is = stablehlo.compare EQ, %r, %c0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %pos = stablehlo.compare GE, %n, %c0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %both = stablehlo.and %is, %pos : tensor<i1>
  stablehlo.custom_call @shape_assertion(%both, %n) {error_message = "frames % 4 == 0", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  stablehlo.custom_call @shape_assertion(%ok) {error_message = "?"} : (tensor<i1>) -> ()
  %len = stablehlo.multiply %n, %c240 : tensor<i32>
  %0 = stablehlo.custom_call @packed.memory_rope(%c1, %len, %c7, %c8, %c8) {backend_config = {mode = "legacy"}}
    : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x?x2xf32>
  return %0 : tensor<1x3x?x2xf32>
}

// -----

// Without a call of ours a module stays as it is.
// CHECK-LABEL: func.func @nothing_to_do
// CHECK-NOT: tensor.dim
// CHECK: util.assume.int
// CHECK: torch.bind_symbolic_shape
func.func @nothing_to_do(%n: index, %x: !torch.vtensor<[?],f32>) -> index {
  %m = util.assume.int %n<umax = 128> : index
  %s0 = torch.symbolic_int "s0" {min_val = 1, max_val = 64} : !torch.int
  torch.bind_symbolic_shape %x, [%s0], affine_map<()[s0] -> (s0)> : !torch.vtensor<[?],f32>
  return %m : index
}
