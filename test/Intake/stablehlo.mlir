// Calls in StableHLO, in the generic form that any StableHLO tool prints.
// RUN: packed-opt --packed-raise --split-input-file %s | FileCheck %s

// As `jax.ffi.ffi_call` lowers: attributes in mhlo.backend_config, in-place
// updates as aliases. What other tools attach, the op keeps.
// CHECK-LABEL: func.func @ffi_call
// CHECK-SAME: %[[QKV:[a-z0-9]+]]: tensor<4x1024xbf16>, %[[A:[a-z0-9]+]]: tensor<4x8xbf16>, %[[B:[a-z0-9]+]]: tensor<4x8xbf16>, %[[LOG:[a-z0-9]+]]: tensor<8xf32>, %[[BIAS:[a-z0-9]+]]: tensor<8xf32>, %[[POOL:[a-z0-9]+]]: tensor<9x8x64x64xf32>, %[[OUT:[a-z0-9]+]]: tensor<4x1x8x64xbf16>, %[[SLOTS:[a-z0-9]+]]: tensor<4xi32>
// CHECK-NEXT: %[[R:.+]]:2 = packed.gdn_decode qkv(%[[QKV]] : tensor<4x1024xbf16>) gates(%[[A]], %[[B]], %[[LOG]], %[[BIAS]] : {{.*}}) state(%[[POOL]][%[[SLOTS]]] : {{.*}}) out(%[[OUT]] : tensor<4x1x8x64xbf16>) {mhlo.sharding = "{replicated}", scale = 1.250000e-01 : f32, use_qk_l2norm}
// CHECK-NEXT: return %[[R]]#0, %[[R]]#1
func.func @ffi_call(%qkv: tensor<4x1024xbf16>, %a: tensor<4x8xbf16>, %b: tensor<4x8xbf16>,
    %log: tensor<8xf32>, %bias: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>,
    %out: tensor<4x1x8x64xbf16>, %slots: tensor<4xi32>)
    -> (tensor<4x1x8x64xbf16>, tensor<9x8x64x64xf32>) {
  %0:2 = "stablehlo.custom_call"(%qkv, %a, %b, %log, %bias, %pool, %out, %slots) <{
    api_version = 1 : i32, backend_config = "", call_target_name = "packed.gdn_decode",
    called_computations = [], has_side_effect = false,
    output_operand_aliases = [
      #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 5, operand_tuple_indices = []>,
      #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 6, operand_tuple_indices = []>]
    , operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>,
      dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<[3, 2, 1, 0]> : tensor<4xindex>,
      dense<[3, 2, 1, 0]> : tensor<4xindex>, dense<0> : tensor<1xindex>]
  }> {mhlo.backend_config = {scale = 1.250000e-01 : f32, use_qk_l2norm_in_kernel = true}, mhlo.sharding = "{replicated}"}
    : (tensor<4x1024xbf16>, tensor<4x8xbf16>, tensor<4x8xbf16>, tensor<8xf32>, tensor<8xf32>,
       tensor<9x8x64x64xf32>, tensor<4x1x8x64xbf16>, tensor<4xi32>)
    -> (tensor<4x1x8x64xbf16>, tensor<9x8x64x64xf32>)
  return %0#0, %0#1 : tensor<4x1x8x64xbf16>, tensor<9x8x64x64xf32>
}

// -----

// api_version 4 has a dictionary; `out` is only returned; its batch is the
// packed row's. The serving engine's name is as good as ours.
// CHECK-LABEL: func.func @api_4
// CHECK: %[[DIM:.+]] = tensor.dim %arg0, %{{.*}} : tensor<?x1024xbf16>
// CHECK: %[[INIT:.+]] = tensor.empty(%[[DIM]]) : tensor<?x1x8x64xbf16>
// CHECK: packed.gdn_decode {{.*}} out(%[[INIT]] : tensor<?x1x8x64xbf16>) {num_q_heads = 4 : i64, state_order = #packed.state_order<kv>}
func.func @api_4(%qkv: tensor<?x1024xbf16>, %a: tensor<?x8xbf16>, %b: tensor<?x8xbf16>,
    %log: tensor<8xf32>, %bias: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %slots: tensor<?xi32>)
    -> (tensor<?x1x8x64xbf16>, tensor<9x8x64x64xf32>) {
  %0:2 = "stablehlo.custom_call"(%qkv, %a, %b, %log, %bias, %pool, %slots) <{
    api_version = 4 : i32, call_target_name = "fused_recurrent_gated_delta_rule_packed_decode",
    backend_config = {num_q_heads = 4 : i32, state_order = "kv", use_qk_l2norm_in_kernel = false}}>
    : (tensor<?x1024xbf16>, tensor<?x8xbf16>, tensor<?x8xbf16>, tensor<8xf32>, tensor<8xf32>,
       tensor<9x8x64x64xf32>, tensor<?xi32>) -> (tensor<?x1x8x64xbf16>, tensor<9x8x64x64xf32>)
  return %0#0, %0#1 : tensor<?x1x8x64xbf16>, tensor<9x8x64x64xf32>
}

// -----

// A legacy configuration is a string: of attributes, or JSON.
// CHECK-LABEL: func.func @legacy
// CHECK: packed.kda_decode {{.*}} {lower_bound = -5.000000e+00 : f32, use_qk_l2norm}
// CHECK: packed.kda_decode {{.*}} {lower_bound = -5.000000e+00 : f32, scale = 2.500000e-01 : f32}
func.func @legacy(%qkv: tensor<2x768xf32>, %a: tensor<2x256xf32>, %b: tensor<2x4xf32>,
    %log: tensor<4xf32>, %bias: tensor<256xf32>, %pool: tensor<9x4x64x64xf32>,
    %out: tensor<2x1x4x64xf32>, %slots: tensor<2xi32>) -> tensor<2x1x4x64xf32> {
  %0:2 = "stablehlo.custom_call"(%qkv, %a, %b, %log, %bias, %pool, %out, %slots) <{
    call_target_name = "packed.kda_decode",
    backend_config = "{lower_bound = -5.0 : f32, use_qk_l2norm}"}>
    : (tensor<2x768xf32>, tensor<2x256xf32>, tensor<2x4xf32>, tensor<4xf32>, tensor<256xf32>,
       tensor<9x4x64x64xf32>, tensor<2x1x4x64xf32>, tensor<2xi32>)
    -> (tensor<2x1x4x64xf32>, tensor<9x4x64x64xf32>)
  %1:2 = "stablehlo.custom_call"(%qkv, %a, %b, %log, %bias, %0#1, %0#0, %slots) <{
    call_target_name = "packed_kda_decode",
    backend_config = "{\"lower_bound\": -5, \"scale\": 0.25, \"num_q_heads\": null}"}>
    : (tensor<2x768xf32>, tensor<2x256xf32>, tensor<2x4xf32>, tensor<4xf32>, tensor<256xf32>,
       tensor<9x4x64x64xf32>, tensor<2x1x4x64xf32>, tensor<2xi32>)
    -> (tensor<2x1x4x64xf32>, tensor<9x4x64x64xf32>)
  return %1#0 : tensor<2x1x4x64xf32>
}

// -----

// Results in a tuple are taken apart.
// CHECK-LABEL: func.func @tuple
// CHECK: %[[R:.+]]:2 = packed.gdn_decode
// CHECK-NOT: stablehlo
// CHECK: return %[[R]]#1, %[[R]]#0
func.func @tuple(%qkv: tensor<4x1024xbf16>, %a: tensor<4x8xbf16>, %b: tensor<4x8xbf16>,
    %log: tensor<8xf32>, %bias: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>,
    %out: tensor<4x1x8x64xbf16>, %slots: tensor<4xi32>)
    -> (tensor<9x8x64x64xf32>, tensor<4x1x8x64xbf16>) {
  %0 = "stablehlo.custom_call"(%qkv, %a, %b, %log, %bias, %pool, %out, %slots) <{
    call_target_name = "packed.gdn_decode",
    output_operand_aliases = [
      #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 5, operand_tuple_indices = []>]}>
    : (tensor<4x1024xbf16>, tensor<4x8xbf16>, tensor<4x8xbf16>, tensor<8xf32>, tensor<8xf32>,
       tensor<9x8x64x64xf32>, tensor<4x1x8x64xbf16>, tensor<4xi32>)
    -> tuple<tensor<4x1x8x64xbf16>, tensor<9x8x64x64xf32>>
  %1 = "stablehlo.get_tuple_element"(%0) <{index = 0 : i32}>
    : (tuple<tensor<4x1x8x64xbf16>, tensor<9x8x64x64xf32>>) -> tensor<4x1x8x64xbf16>
  %2 = "stablehlo.get_tuple_element"(%0) <{index = 1 : i32}>
    : (tuple<tensor<4x1x8x64xbf16>, tensor<9x8x64x64xf32>>) -> tensor<9x8x64x64xf32>
  return %2, %1 : tensor<9x8x64x64xf32>, tensor<4x1x8x64xbf16>
}

// -----

// A composite names what it stands for. Operands of optional arguments have
// names; the final state is made because it is returned.
// CHECK-LABEL: func.func @composite
// CHECK-DAG: %[[OUT:.+]] = tensor.empty() : tensor<1x8x4x32xbf16>
// CHECK-DAG: %[[FINAL:.+]] = tensor.empty() : tensor<2x4x32x16xf32>
// CHECK: packed.gdn_recurrent {{.*}} cu_seqlens(%arg5 : tensor<3xi32>) out(%[[OUT]] : tensor<1x8x4x32xbf16>) final_state(%[[FINAL]] : tensor<2x4x32x16xf32>)
func.func @composite(%q: tensor<1x8x2x16xbf16>, %k: tensor<1x8x2x16xbf16>, %v: tensor<1x8x4x32xbf16>,
    %g: tensor<1x8x4xf32>, %beta: tensor<1x8x4xf32>, %offsets: tensor<3xi32>)
    -> (tensor<1x8x4x32xbf16>, tensor<2x4x32x16xf32>) {
  %0:2 = "stablehlo.composite"(%q, %k, %v, %g, %beta, %offsets) <{
    name = "packed.gdn_recurrent", decomposition = @reference, version = 1 : i32,
    composite_attributes = {operand_names = "q, k, v, g, beta, cu_seqlens", output_final_state = true}}>
    : (tensor<1x8x2x16xbf16>, tensor<1x8x2x16xbf16>, tensor<1x8x4x32xbf16>, tensor<1x8x4xf32>,
       tensor<1x8x4xf32>, tensor<3xi32>) -> (tensor<1x8x4x32xbf16>, tensor<2x4x32x16xf32>)
  return %0#0, %0#1 : tensor<1x8x4x32xbf16>, tensor<2x4x32x16xf32>
}

// -----

// Sizes are attributes, constants, or computed from dims.
// CHECK-LABEL: func.func @sizes
// CHECK: %[[DIM:.+]] = tensor.dim %arg0, %{{.*}} : tensor<?x240xf32>
// CHECK: %[[LEN:.+]] = arith.muli %[[DIM]], %{{.*}} : index
// CHECK: packed.memory_rope prefix_continuous (batch_size = 1, memory_video_len = %[[LEN]], target_num_frames = 7, latent_height = 12, latent_width = 20) {memory_downscale_factor = 2 : i64}
// CHECK: packed.memory_rope_audio legacy (batch_size = 2, memory_audio_len = 50, target_audio_len = 10)
// CHECK: packed.sequence ref2va (text_len = 97, latent_t = 112, latent_h = 48, latent_w = 84, audio_t = 631) refs [image(latent_h = 64, latent_w = 48), audio(ref_audio_t = 582)]
// CHECK-NOT: stablehlo
func.func @sizes(%frames: tensor<?x240xf32>) -> tensor<1x3x?x2xf32> {
  %c1 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %c240 = "stablehlo.constant"() <{value = dense<240> : tensor<i32>}> : () -> tensor<i32>
  %n = "stablehlo.get_dimension_size"(%frames) <{dimension = 0 : i64}> : (tensor<?x240xf32>) -> tensor<i32>
  %len = "stablehlo.multiply"(%n, %c240) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %0 = "stablehlo.custom_call"(%c1, %len) <{
    call_target_name = "build_memory_video_rope_coords",
    backend_config = {target_num_frames = 7 : i64, latent_height = 12 : i64, latent_width = 20 : i64,
                      memory_position_mode = "prefix_continuous", memory_downscale_factor = 2 : i64}}>
    : (tensor<i32>, tensor<i32>) -> tensor<1x3x?x2xf32>
  %1 = "stablehlo.custom_call"() <{
    call_target_name = "packed.memory_rope_audio",
    backend_config = {batch_size = 2 : i64, memory_audio_len = 50 : ui32, target_audio_len = dense<10> : tensor<i64>,
                      mode = "legacy"}}> : () -> tensor<2x1x60x2xf32>
  %2:8 = "stablehlo.custom_call"() <{
    call_target_name = "minimax_h3_packed_sequence_ref2va_blocks",
    backend_config = {text_len = 97 : i64, latent_t = 112 : i64, latent_h = 48 : i64, latent_w = 84 : i64, audio_t = 631 : i64,
                      ref_blocks = [{kind = "image", latent_h = 64 : i64, latent_w = 48 : i64}, {kind = "audio", ref_audio_t = 582 : i64}]}}>
    : () -> (tensor<113664xi64>, tensor<2426xi64>, tensor<97xi64>, tensor<113664xi1>, tensor<2426xi1>,
             tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>)
  return %0 : tensor<1x3x?x2xf32>
}

// -----

// What isn't ours is left alone.
// CHECK-LABEL: func.func @others
// CHECK: "stablehlo.custom_call"(%arg0) <{call_target_name = "Sharding"}>
// CHECK: "stablehlo.custom_call"(%{{.*}}) <{call_target_name = "other.gdn_decode"}>
func.func @others(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.custom_call"(%x) <{call_target_name = "Sharding"}> : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.custom_call"(%0) <{call_target_name = "other.gdn_decode"}> : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
