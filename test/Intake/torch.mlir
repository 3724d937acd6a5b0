// Calls in torch-mlir's form. Every argument of the schema is an operand.
// RUN: packed-opt --allow-unregistered-dialect --packed-raise --split-input-file %s | FileCheck %s

// CHECK-LABEL: func.func @generic
// CHECK-SAME: %[[QKV:[a-z0-9]+]]: !torch.vtensor<[?,1024],bf16>
// Signs go, shapes stay, and each tensor has one cast.
// CHECK-DAG: %[[Q:.+]] = builtin.unrealized_conversion_cast %[[QKV]] : !torch.vtensor<[?,1024],bf16> to tensor<?x1024xbf16>
// CHECK-DAG: %[[SLOTS:.+]] = builtin.unrealized_conversion_cast %{{.+}} : !torch.vtensor<[?],si32> to tensor<?xi32>
// CHECK-NOT: torch.constant
// CHECK: %[[R:.+]]:2 = packed.gdn_decode qkv(%[[Q]] : {{.*}}[%[[SLOTS]]]{{.*}} {scale = 1.250000e-01 : f32, use_qk_l2norm}
// CHECK: %[[OUT:.+]] = builtin.unrealized_conversion_cast %[[R]]#0 : tensor<?x1x8x64xbf16> to !torch.vtensor<[?,1,8,64],bf16>
// CHECK: return %[[OUT]]
func.func @generic(%qkv: !torch.vtensor<[?,1024],bf16>, %a: !torch.vtensor<[?,8],bf16>,
    %p: !torch.vtensor<[8],f32>, %pool: !torch.vtensor<[9,8,64,64],f32>,
    %out: !torch.vtensor<[?,1,8,64],bf16>, %slots: !torch.vtensor<[?],si32>) -> !torch.vtensor<[?,1,8,64],bf16> {
  %scale = "torch.constant.float"() <{value = 1.250000e-01 : f64}> : () -> !torch.float
  %true = "torch.constant.bool"() <{value = true}> : () -> !torch.bool
  %0:2 = "torch.operator"(%qkv, %a, %a, %p, %p, %scale, %pool, %out, %slots, %true) <{name = "torch.packed.gdn_decode"}>
    : (!torch.vtensor<[?,1024],bf16>, !torch.vtensor<[?,8],bf16>, !torch.vtensor<[?,8],bf16>, !torch.vtensor<[8],f32>,
       !torch.vtensor<[8],f32>, !torch.float, !torch.vtensor<[9,8,64,64],f32>, !torch.vtensor<[?,1,8,64],bf16>,
       !torch.vtensor<[?],si32>, !torch.bool) -> (!torch.vtensor<[?,1,8,64],bf16>, !torch.vtensor<[9,8,64,64],f32>)
  // The function keeps its types: the front end uses them as well.
  %1 = torch.aten.neg %qkv : !torch.vtensor<[?,1024],bf16> -> !torch.vtensor<[?,1024],bf16>
  return %0#0 : !torch.vtensor<[?,1,8,64],bf16>
}

// -----

// A function of raised ops alone gets builtin types, and nothing of torch is
// left in it.
// CHECK-LABEL: func.func @ours
// CHECK-SAME: (%[[QKV:[a-z0-9]+]]: tensor<?x1024xbf16>, {{.*}}) -> (tensor<?x1x8x64xbf16>, tensor<?x1024xbf16>, tensor<?x1x8x64xbf16>)
// CHECK-NOT: torch
// CHECK: %[[R:.+]]:2 = packed.gdn_decode
// CHECK-NOT: torch
// CHECK: return %[[R]]#0, %[[QKV]], %[[R]]#0
func.func @ours(%qkv: !torch.vtensor<[?,1024],bf16>, %a: !torch.vtensor<[?,8],bf16>,
    %p: !torch.vtensor<[8],f32>, %pool: !torch.vtensor<[9,8,64,64],f32>, %slots: !torch.vtensor<[?],si32>)
    -> (!torch.vtensor<[?,1,8,64],bf16>, !torch.vtensor<[?,1024],bf16>, !torch.vtensor<[?,1,8,64],bf16>) {
  %s0 = torch.symbolic_int "s0" {min_val = 1, max_val = 64} : !torch.int
  torch.bind_symbolic_shape %qkv, [%s0], affine_map<()[s0] -> (s0, 1024)> : !torch.vtensor<[?,1024],bf16>
  torch.bind_symbolic_shape %a, [%s0], affine_map<()[s0] -> (s0, 8)> : !torch.vtensor<[?,8],bf16>
  %none = torch.constant.none
  %0:2 = torch.operator "torch.packed.gdn_decode"(%qkv, %a, %a, %p, %p, %none, %pool, %none, %slots, %none)
    : (!torch.vtensor<[?,1024],bf16>, !torch.vtensor<[?,8],bf16>, !torch.vtensor<[?,8],bf16>, !torch.vtensor<[8],f32>,
       !torch.vtensor<[8],f32>, !torch.none, !torch.vtensor<[9,8,64,64],f32>, !torch.none,
       !torch.vtensor<[?],si32>, !torch.none) -> (!torch.vtensor<[?,1,8,64],bf16>, !torch.vtensor<[9,8,64,64],f32>)
  torch.bind_symbolic_shape %0#0, [%s0], affine_map<()[s0] -> (s0, 1, 8, 64)> : !torch.vtensor<[?,1,8,64],bf16>
  return %0#0, %qkv, %0#0 : !torch.vtensor<[?,1,8,64],bf16>, !torch.vtensor<[?,1024],bf16>, !torch.vtensor<[?,1,8,64],bf16>
}

// -----

// A chain: the second call takes the tensors of the first, without a detour.
// CHECK-LABEL: func.func @chain
// CHECK: %[[R:.+]]:2 = packed.kda_decode
// CHECK: packed.kda_decode {{.*}} state(%[[R]]#1[{{.*}} {lower_bound = -5.000000e+00 : f32}
func.func @chain(%qkv: !torch.vtensor<[2,768],f32>, %a: !torch.vtensor<[2,256],f32>, %b: !torch.vtensor<[2,4],f32>,
    %log: !torch.vtensor<[4],f32>, %bias: !torch.vtensor<[256],f32>, %pool: !torch.vtensor<[9,4,64,64],f32>,
    %out: !torch.vtensor<[2,1,4,64],f32>, %slots: !torch.vtensor<[2],si64>) -> !torch.vtensor<[9,4,64,64],f32> {
  %none = torch.constant.none
  %false = torch.constant.bool false
  %bound = torch.constant.float -5.000000e+00
  %0:2 = torch.operator "torch.packed.kda_decode"(%qkv, %a, %b, %log, %bias, %none, %pool, %out, %slots, %false, %none)
    : (!torch.vtensor<[2,768],f32>, !torch.vtensor<[2,256],f32>, !torch.vtensor<[2,4],f32>, !torch.vtensor<[4],f32>,
       !torch.vtensor<[256],f32>, !torch.none, !torch.vtensor<[9,4,64,64],f32>, !torch.vtensor<[2,1,4,64],f32>,
       !torch.vtensor<[2],si64>, !torch.bool, !torch.none) -> (!torch.vtensor<[2,1,4,64],f32>, !torch.vtensor<[9,4,64,64],f32>)
  %1:2 = torch.operator "torch.sglang.fused_recurrent_kda_packed_decode.default"(%qkv, %a, %b, %log, %bias, %none, %0#1, %0#0, %slots, %false, %bound)
    : (!torch.vtensor<[2,768],f32>, !torch.vtensor<[2,256],f32>, !torch.vtensor<[2,4],f32>, !torch.vtensor<[4],f32>,
       !torch.vtensor<[256],f32>, !torch.none, !torch.vtensor<[9,4,64,64],f32>, !torch.vtensor<[2,1,4,64],f32>,
       !torch.vtensor<[2],si64>, !torch.bool, !torch.float) -> (!torch.vtensor<[2,1,4,64],f32>, !torch.vtensor<[9,4,64,64],f32>)
  return %1#1 : !torch.vtensor<[9,4,64,64],f32>
}

// -----

// Lists, strings and integers; sizes may be computed.
// CHECK-LABEL: func.func @scalars
// CHECK: %[[N:.+]] = arith.index_cast %{{.*}} : i64 to index
// CHECK: %[[T:.+]] = tensor.dim %{{.*}}, %{{.*}} : tensor<?x4xf32>
// CHECK: packed.sequence fl2va (text_len = %[[N]], latent_t = %[[T]], latent_h = 4, latent_w = 4, audio_t = 5, frame_count = 9) keyframes [0, -1]
// CHECK: packed.sequence ref2va (text_len = 1, {{.*}}) refs [image(latent_h = 64, latent_w = 48)]
func.func @scalars(%x: !torch.vtensor<[?,4],f32>, %n: !torch.int) -> !torch.vtensor<[3],si32> {
  %true = torch.constant.bool true
  %int0 = torch.constant.int 0
  %int1 = torch.constant.int 1
  %int-1 = torch.constant.int -1
  %int2 = torch.constant.int 2
  %int4 = torch.constant.int 4
  %int5 = torch.constant.int 5
  %int9 = torch.constant.int 9
  %none = torch.constant.none
  %refs = torch.constant.str "[{\22kind\22: \22image\22, \22latent_h\22: 64, \22latent_w\22: 48}]"
  %t = torch.aten.size.int %x, %int0 : !torch.vtensor<[?,4],f32>, !torch.int -> !torch.int
  %frames = torch.prim.ListConstruct %int0, %int-1 : (!torch.int, !torch.int) -> !torch.list<int>
  %0:8 = torch.operator "torch.packed.minimax_h3_packed_sequence"(%n, %t, %int4, %int4, %int5, %int2, %true, %frames, %int9)
    : (!torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.bool, !torch.list<int>, !torch.int)
    -> (!torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],i1>, !torch.vtensor<[?],i1>,
        !torch.vtensor<[?,3],f64>, !torch.vtensor<[?],si64>, !torch.vtensor<[3],si32>)
  %1:8 = torch.operator "torch.sglang.minimax_h3_packed_sequence_ref2va_blocks"(%int1, %int1, %int4, %int4, %int5, %refs, %none, %none, %none, %none)
    : (!torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.str, !torch.none, !torch.none, !torch.none, !torch.none)
    -> (!torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[1],si64>, !torch.vtensor<[?],i1>, !torch.vtensor<[?],i1>,
        !torch.vtensor<[?,3],f64>, !torch.vtensor<[?],si64>, !torch.vtensor<[3],si32>)
  return %0#7 : !torch.vtensor<[3],si32>
}

// -----

// ONNX, through torch-mlir's importer and in onnx-mlir's own form: attributes
// have names, operands have places.
// CHECK-LABEL: func.func @onnx
// CHECK: packed.gdn_decode {{.*}} {scale = 1.250000e-01 : f32, use_qk_l2norm}
// CHECK: packed.gdn_decode {{.*}} {num_q_heads = 4 : i64}
func.func @onnx(%qkv: !torch.vtensor<[4,1024],bf16>, %a: !torch.vtensor<[4,8],bf16>,
    %p: !torch.vtensor<[8],f32>, %pool: !torch.vtensor<[9,8,64,64],f32>, %slots: !torch.vtensor<[4],si32>,
    %bqkv: tensor<4x1024xbf16>, %ba: tensor<4x8xbf16>, %bp: tensor<8xf32>, %bpool: tensor<9x8x64x64xf32>, %bslots: tensor<4xi32>)
    -> (!torch.vtensor<[4,1,8,64],bf16>, tensor<4x1x8x64xbf16>) {
  %0:2 = torch.operator "onnx.PackedGdnDecode"(%qkv, %a, %a, %p, %p, %pool, %slots) {torch.onnx.scale = 1.250000e-01 : f32, torch.onnx.use_qk_l2norm = 1 : si64}
    : (!torch.vtensor<[4,1024],bf16>, !torch.vtensor<[4,8],bf16>, !torch.vtensor<[4,8],bf16>, !torch.vtensor<[8],f32>,
       !torch.vtensor<[8],f32>, !torch.vtensor<[9,8,64,64],f32>, !torch.vtensor<[4],si32>)
    -> (!torch.vtensor<[4,1,8,64],bf16>, !torch.vtensor<[9,8,64,64],f32>)
  %1:2 = "onnx.Custom"(%bqkv, %ba, %ba, %bp, %bp, %bpool, %bslots) {domain_name = "packed", function_name = "GdnDecode", onnx_node_name = "n", num_q_heads = 4 : si64}
    : (tensor<4x1024xbf16>, tensor<4x8xbf16>, tensor<4x8xbf16>, tensor<8xf32>, tensor<8xf32>, tensor<9x8x64x64xf32>, tensor<4xi32>)
    -> (tensor<4x1x8x64xbf16>, tensor<9x8x64x64xf32>)
  return %0#0, %1#0 : !torch.vtensor<[4,1,8,64],bf16>, tensor<4x1x8x64xbf16>
}

// -----

// Others' operators stay.
// CHECK-LABEL: func.func @others
// CHECK: "torch.operator"(%arg0) {name = "torch.other.gdn_decode"}
func.func @others(%x: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "torch.other.gdn_decode"(%x) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}
