// Calls that can't be mapped: one fault a chunk, at the call.
// RUN: packed-opt --packed-raise --split-input-file --verify-diagnostics %s

func.func @typo(%x: tensor<4xf32>) {
  // expected-error@below {{'stablehlo.custom_call' op calls 'packed.gdn_decoed', which packed-mlir does not have}}
  // expected-note@below {{it has packed.gdn_decode, packed.kda_decode, packed.gdn_recurrent, packed.memory_rope, packed.memory_rope_audio, packed.sequence}}
  "stablehlo.custom_call"(%x) <{call_target_name = "packed.gdn_decoed"}> : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @unknown_argument() -> tensor<2x1x60x2xf32> {
  // expected-error@below {{'stablehlo.custom_call' op calls packed.memory_rope_audio: unknown argument 'batch'}}
  // expected-note@below {{the arguments are batch_size, memory_audio_len, target_audio_len, memory_position_mode}}
  %0 = "stablehlo.custom_call"() <{call_target_name = "packed.memory_rope_audio", backend_config = {batch = 2 : i64}}> : () -> tensor<2x1x60x2xf32>
  return %0 : tensor<2x1x60x2xf32>
}

// -----

func.func @missing_argument() -> tensor<2x1x60x2xf32> {
  // expected-error@below {{'stablehlo.custom_call' op calls packed.memory_rope_audio: argument 'target_audio_len' is missing}}
  %0 = "stablehlo.custom_call"() <{call_target_name = "packed.memory_rope_audio",
    backend_config = {batch_size = 2 : i64, memory_audio_len = 50 : i64, mode = "legacy"}}> : () -> tensor<2x1x60x2xf32>
  return %0 : tensor<2x1x60x2xf32>
}

// -----

func.func @twice() -> tensor<2x1x60x2xf32> {
  // expected-error@below {{'stablehlo.custom_call' op calls packed.memory_rope_audio: argument 'memory_position_mode' is given twice}}
  %0 = "stablehlo.custom_call"() <{call_target_name = "packed.memory_rope_audio",
    backend_config = {batch_size = 2 : i64, memory_position_mode = "legacy", mode = "legacy"}}> : () -> tensor<2x1x60x2xf32>
  return %0 : tensor<2x1x60x2xf32>
}

// -----

func.func @wrong_kind() -> tensor<2x1x60x2xf32> {
  // expected-error@below {{'stablehlo.custom_call' op calls packed.memory_rope_audio: argument 'memory_position_mode' must be a string, got 7 : i64}}
  %0 = "stablehlo.custom_call"() <{call_target_name = "packed.memory_rope_audio",
    backend_config = {batch_size = 2 : i64, memory_audio_len = 50 : i64, target_audio_len = 10 : i64, mode = 7 : i64}}> : () -> tensor<2x1x60x2xf32>
  return %0 : tensor<2x1x60x2xf32>
}

// -----

func.func @fractional_size() -> tensor<2x1x60x2xf32> {
  // expected-error@below {{'stablehlo.custom_call' op calls packed.memory_rope_audio: argument 'batch_size' must be an integer, got 2.500000e+00 : f32}}
  %0 = "stablehlo.custom_call"() <{call_target_name = "packed.memory_rope_audio",
    backend_config = {batch_size = 2.5 : f32, memory_audio_len = 50 : i64, target_audio_len = 10 : i64, mode = "legacy"}}> : () -> tensor<2x1x60x2xf32>
  return %0 : tensor<2x1x60x2xf32>
}

// -----

func.func @reserved_size() -> tensor<?x1x60x2xf32> {
  // expected-error@below {{'stablehlo.custom_call' op calls packed.memory_rope_audio: argument 'batch_size' is out of range}}
  %0 = "stablehlo.custom_call"() <{call_target_name = "packed.memory_rope_audio",
    backend_config = {batch_size = 0x8000000000000000 : i64, memory_audio_len = 50 : i64, target_audio_len = 10 : i64, mode = "legacy"}}> : () -> tensor<?x1x60x2xf32>
  return %0 : tensor<?x1x60x2xf32>
}

// -----

func.func @bad_config() -> tensor<2x1x60x2xf32> {
  // expected-error@below {{'stablehlo.custom_call' op calls packed.memory_rope_audio: 'backend_config' must be a dictionary, or a string with one or with a JSON object, got "batch_size: 2"}}
  %0 = "stablehlo.custom_call"() <{call_target_name = "packed.memory_rope_audio", backend_config = "batch_size: 2"}> : () -> tensor<2x1x60x2xf32>
  return %0 : tensor<2x1x60x2xf32>
}

// -----

func.func @bad_refs() -> tensor<3xi32> {
  // expected-error@below {{'stablehlo.custom_call' op calls packed.sequence: argument 'ref_blocks' must be a list of dictionaries with 'kind' and sizes, got [{kind = "image", latent_x = 4 : i64}]}}
  %0:8 = "stablehlo.custom_call"() <{call_target_name = "minimax_h3_packed_sequence_ref2va_blocks",
    backend_config = {text_len = 1 : i64, latent_t = 1 : i64, latent_h = 2 : i64, latent_w = 2 : i64, audio_t = 1 : i64,
                      ref_blocks = [{kind = "image", latent_x = 4 : i64}]}}>
    : () -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi1>, tensor<?xi1>, tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>)
  return %0#7 : tensor<3xi32>
}

// -----

func.func @result_count() -> tensor<2x1x60x2xf32> {
  // expected-error@below {{'stablehlo.custom_call' op calls packed.memory_rope_audio: the number of results must be 1, is 2}}
  %0:2 = "stablehlo.custom_call"() <{call_target_name = "packed.memory_rope_audio",
    backend_config = {batch_size = 2 : i64, memory_audio_len = 50 : i64, target_audio_len = 10 : i64, mode = "legacy"}}>
    : () -> (tensor<2x1x60x2xf32>, tensor<4xf32>)
  return %0#0 : tensor<2x1x60x2xf32>
}

// -----

func.func @missing_tensor(%qkv: tensor<4x1024xbf16>, %a: tensor<4x8xbf16>) -> tensor<4x1x8x64xbf16> {
  // expected-error@below {{'stablehlo.custom_call' op calls packed.gdn_decode: argument 'b' is missing}}
  %0:2 = "stablehlo.custom_call"(%qkv, %a) <{call_target_name = "packed.gdn_decode"}>
    : (tensor<4x1024xbf16>, tensor<4x8xbf16>) -> (tensor<4x1x8x64xbf16>, tensor<9x8x64x64xf32>)
  return %0#0 : tensor<4x1x8x64xbf16>
}

// -----

func.func @not_in_place(%qkv: tensor<4x1024xbf16>, %a: tensor<4x8xbf16>, %p: tensor<8xf32>,
    %pool: tensor<9x8x64x64xf32>, %slots: tensor<4xi32>) -> tensor<4x1x8x64xbf16> {
  // expected-error@below {{'stablehlo.custom_call' op calls packed.gdn_decode: the number of results must be 2, of the updated out, initial_state, is 1}}
  %0 = "stablehlo.custom_call"(%qkv, %a, %a, %p, %p, %pool, %slots) <{call_target_name = "packed.gdn_decode"}>
    : (tensor<4x1024xbf16>, tensor<4x8xbf16>, tensor<4x8xbf16>, tensor<8xf32>, tensor<8xf32>,
       tensor<9x8x64x64xf32>, tensor<4xi32>) -> tensor<4x1x8x64xbf16>
  return %0 : tensor<4x1x8x64xbf16>
}

// -----

func.func @result_type(%qkv: tensor<4x1024xbf16>, %a: tensor<4x8xbf16>, %p: tensor<8xf32>,
    %pool: tensor<9x8x64x64xf32>, %slots: tensor<4xi32>) -> tensor<4x1x8x64xbf16> {
  // expected-error@below {{'stablehlo.custom_call' op calls packed.gdn_decode: result 1 is declared as 'tensor<9x8x64x64xbf16>', but 'initial_state' is 'tensor<9x8x64x64xf32>'}}
  %0:2 = "stablehlo.custom_call"(%qkv, %a, %a, %p, %p, %pool, %slots) <{call_target_name = "packed.gdn_decode"}>
    : (tensor<4x1024xbf16>, tensor<4x8xbf16>, tensor<4x8xbf16>, tensor<8xf32>, tensor<8xf32>,
       tensor<9x8x64x64xf32>, tensor<4xi32>) -> (tensor<4x1x8x64xbf16>, tensor<9x8x64x64xbf16>)
  return %0#0 : tensor<4x1x8x64xbf16>
}

// -----

func.func @wrong_alias(%qkv: tensor<4x1024xbf16>, %a: tensor<4x8xbf16>, %p: tensor<8xf32>,
    %pool: tensor<9x8x64x64xf32>, %slots: tensor<4xi32>) -> tensor<4x1x8x64xbf16> {
  // expected-error@below {{'stablehlo.custom_call' op calls packed.gdn_decode: output_operand_aliases ties result 0, the updated 'out', to operand 5, which is 'initial_state'}}
  %0:2 = "stablehlo.custom_call"(%qkv, %a, %a, %p, %p, %pool, %slots) <{call_target_name = "packed.gdn_decode",
    output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 5, operand_tuple_indices = []>]}>
    : (tensor<4x1024xbf16>, tensor<4x8xbf16>, tensor<4x8xbf16>, tensor<8xf32>, tensor<8xf32>,
       tensor<9x8x64x64xf32>, tensor<4xi32>) -> (tensor<4x1x8x64xbf16>, tensor<9x8x64x64xf32>)
  return %0#0 : tensor<4x1x8x64xbf16>
}

// -----

func.func @alias_of_nothing(%qkv: tensor<4x1024xbf16>, %a: tensor<4x8xbf16>, %p: tensor<8xf32>,
    %pool: tensor<9x8x64x64xf32>, %slots: tensor<4xi32>) -> tensor<4x1x8x64xbf16> {
  // expected-error@below {{'stablehlo.custom_call' op calls packed.gdn_decode: output_operand_aliases ties result 2 to operand 5, of 2 results and 7 operands}}
  %0:2 = "stablehlo.custom_call"(%qkv, %a, %a, %p, %p, %pool, %slots) <{call_target_name = "packed.gdn_decode",
    output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [2], operand_index = 5, operand_tuple_indices = []>]}>
    : (tensor<4x1024xbf16>, tensor<4x8xbf16>, tensor<4x8xbf16>, tensor<8xf32>, tensor<8xf32>,
       tensor<9x8x64x64xf32>, tensor<4xi32>) -> (tensor<4x1x8x64xbf16>, tensor<9x8x64x64xf32>)
  return %0#0 : tensor<4x1x8x64xbf16>
}

// -----

func.func @alias_of_tuple(%qkv: tensor<4x1024xbf16>, %a: tensor<4x8xbf16>, %p: tensor<8xf32>,
    %pool: tensor<9x8x64x64xf32>, %slots: tensor<4xi32>) -> tensor<4x1x8x64xbf16> {
  // expected-error@below {{'stablehlo.custom_call' op calls packed.gdn_decode: can't read #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 5, operand_tuple_indices = [0]> of output_operand_aliases: expected one result and one operand that is no tuple}}
  %0:2 = "stablehlo.custom_call"(%qkv, %a, %a, %p, %p, %pool, %slots) <{call_target_name = "packed.gdn_decode",
    output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 5, operand_tuple_indices = [0]>]}>
    : (tensor<4x1024xbf16>, tensor<4x8xbf16>, tensor<4x8xbf16>, tensor<8xf32>, tensor<8xf32>,
       tensor<9x8x64x64xf32>, tensor<4xi32>) -> (tensor<4x1x8x64xbf16>, tensor<9x8x64x64xf32>)
  return %0#0 : tensor<4x1x8x64xbf16>
}

// -----

func.func @column_major(%qkv: tensor<4x1024xbf16>, %a: tensor<4x8xbf16>, %p: tensor<8xf32>,
    %pool: tensor<9x8x64x64xf32>, %slots: tensor<4xi32>) -> tensor<4x1x8x64xbf16> {
  // expected-error@below {{'stablehlo.custom_call' op calls packed.gdn_decode: entry 0 of operand_layouts must be row-major, got dense<[0, 1]> : tensor<2xindex>}}
  %0:2 = "stablehlo.custom_call"(%qkv, %a, %a, %p, %p, %pool, %slots) <{call_target_name = "packed.gdn_decode",
    operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>,
                       dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>, dense<[3, 2, 1, 0]> : tensor<4xindex>, dense<0> : tensor<1xindex>]}>
    : (tensor<4x1024xbf16>, tensor<4x8xbf16>, tensor<4x8xbf16>, tensor<8xf32>, tensor<8xf32>,
       tensor<9x8x64x64xf32>, tensor<4xi32>) -> (tensor<4x1x8x64xbf16>, tensor<9x8x64x64xf32>)
  return %0#0 : tensor<4x1x8x64xbf16>
}

// -----

func.func @whole_tuple(%x: tuple<tensor<4xf32>>) {
  // expected-error@below {{'stablehlo.custom_call' op calls packed.gdn_decode: operand 0 is a tuple; pass its elements one by one}}
  "stablehlo.custom_call"(%x) <{call_target_name = "packed.gdn_decode"}> : (tuple<tensor<4xf32>>) -> ()
  return
}

// -----

func.func @tuple_user(%qkv: tensor<4x1024xbf16>, %a: tensor<4x8xbf16>, %p: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>,
    %slots: tensor<4xi32>) -> tuple<tensor<4x1x8x64xbf16>, tensor<9x8x64x64xf32>> {
  // expected-error@below {{'stablehlo.custom_call' op calls packed.gdn_decode: the tuple of its results may only be used by stablehlo.get_tuple_element}}
  %0 = "stablehlo.custom_call"(%qkv, %a, %a, %p, %p, %pool, %slots) <{call_target_name = "packed.gdn_decode"}>
    : (tensor<4x1024xbf16>, tensor<4x8xbf16>, tensor<4x8xbf16>, tensor<8xf32>, tensor<8xf32>,
       tensor<9x8x64x64xf32>, tensor<4xi32>) -> tuple<tensor<4x1x8x64xbf16>, tensor<9x8x64x64xf32>>
  // expected-note@below {{it is used here}}
  return %0 : tuple<tensor<4x1x8x64xbf16>, tensor<9x8x64x64xf32>>
}

// -----

func.func @ambiguous(%q: tensor<1x8x2x16xbf16>, %v: tensor<1x8x4x32xbf16>, %g: tensor<1x8x4xf32>,
    %offsets: tensor<3xi32>) -> tensor<1x8x4x32xbf16> {
  // expected-error@below {{'stablehlo.composite' op calls packed.gdn_recurrent: 6 operands can be matched with 9 arguments in several ways}}
  // expected-note@below {{name them: operand_names = "...", of q, k, v, g, beta, scale, initial_state, output_final_state, cu_seqlens, use_qk_l2norm_in_kernel, out, final_state}}
  %0 = "stablehlo.composite"(%q, %q, %v, %g, %g, %offsets) <{name = "packed.gdn_recurrent", decomposition = @f}>
    : (tensor<1x8x2x16xbf16>, tensor<1x8x2x16xbf16>, tensor<1x8x4x32xbf16>, tensor<1x8x4xf32>,
       tensor<1x8x4xf32>, tensor<3xi32>) -> tensor<1x8x4x32xbf16>
  return %0 : tensor<1x8x4x32xbf16>
}

// -----

func.func @names(%q: tensor<1x8x2x16xbf16>) {
  // expected-error@below {{'stablehlo.composite' op calls packed.gdn_recurrent: 'operand_names' names 2 operands, the call has 1}}
  "stablehlo.composite"(%q) <{name = "packed.gdn_recurrent", decomposition = @f,
    composite_attributes = {operand_names = ["q", "k"]}}> : (tensor<1x8x2x16xbf16>) -> ()
  return
}

// -----

func.func @names_kind(%q: tensor<1x8x2x16xbf16>) {
  // expected-error@below {{'stablehlo.composite' op calls packed.gdn_recurrent: 'operand_names' must be a list of names, got 3 : i64}}
  "stablehlo.composite"(%q) <{name = "packed.gdn_recurrent", decomposition = @f,
    composite_attributes = {operand_names = 3 : i64}}> : (tensor<1x8x2x16xbf16>) -> ()
  return
}

// -----

func.func @too_many(%n: tensor<i32>) -> tensor<2x1x60x2xf32> {
  // expected-error@below {{'stablehlo.custom_call' op calls packed.memory_rope_audio: has 4 operands without a name, but 3 arguments are left}}
  %0 = "stablehlo.custom_call"(%n, %n, %n, %n) <{call_target_name = "packed.memory_rope_audio", backend_config = {mode = "legacy"}}>
    : (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x1x60x2xf32>
  return %0 : tensor<2x1x60x2xf32>
}

// -----

func.func @not_a_size(%n: tensor<4xi32>) -> tensor<2x1x60x2xf32> {
  // expected-error@below {{'stablehlo.custom_call' op calls packed.memory_rope_audio: argument 'batch_size' must be an integer, got 'tensor<4xi32>'}}
  // expected-note@-2 {{it is made here}}
  %0 = "stablehlo.custom_call"(%n) <{call_target_name = "packed.memory_rope_audio",
    backend_config = {mode = "legacy", memory_audio_len = 50 : i64, target_audio_len = 10 : i64}}> : (tensor<4xi32>) -> tensor<2x1x60x2xf32>
  return %0 : tensor<2x1x60x2xf32>
}

// -----

func.func @unranked(%qkv: tensor<*xbf16>, %a: tensor<4x8xbf16>, %p: tensor<8xf32>,
    %pool: tensor<9x8x64x64xf32>, %slots: tensor<4xi32>) {
  // expected-error@below {{'stablehlo.custom_call' op calls packed.gdn_decode: argument 'mixed_qkv' must be a tensor with a known rank or a memref, got 'tensor<*xbf16>'}}
  %0:2 = "stablehlo.custom_call"(%qkv, %a, %a, %p, %p, %pool, %slots) <{call_target_name = "packed.gdn_decode"}>
    : (tensor<*xbf16>, tensor<4x8xbf16>, tensor<4x8xbf16>, tensor<8xf32>, tensor<8xf32>,
       tensor<9x8x64x64xf32>, tensor<4xi32>) -> (tensor<4x1x8x64xbf16>, tensor<9x8x64x64xf32>)
  return
}

// -----

func.func @unknown_dim(%qkv: tensor<4x1024xbf16>, %a: tensor<4x8xbf16>, %p: tensor<8xf32>,
    %pool: tensor<9x8x64x64xf32>, %slots: tensor<4xi32>) {
  // expected-error@below {{'stablehlo.custom_call' op calls packed.gdn_decode: result 'out' has an unknown dim 3: pass a tensor for it as argument 'out'}}
  %0:2 = "stablehlo.custom_call"(%qkv, %a, %a, %p, %p, %pool, %slots) <{call_target_name = "packed.gdn_decode"}>
    : (tensor<4x1024xbf16>, tensor<4x8xbf16>, tensor<4x8xbf16>, tensor<8xf32>, tensor<8xf32>,
       tensor<9x8x64x64xf32>, tensor<4xi32>) -> (tensor<4x1x8x?xbf16>, tensor<9x8x64x64xf32>)
  return
}

// -----

func.func @no_name(%x: tensor<4xf32>) {
  // expected-error@below {{'stablehlo.custom_call' op has no name of what it calls: a tool that does not know StableHLO has dropped its properties}}
  "stablehlo.custom_call"(%x) : (tensor<4xf32>) -> ()
  return
}
