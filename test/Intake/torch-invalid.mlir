// Calls in torch-mlir's form that can't be mapped.
// RUN: packed-opt --packed-raise --split-input-file --verify-diagnostics %s

func.func @not_constant(%qkv: !torch.vtensor<[4,1024],bf16>, %a: !torch.vtensor<[4,8],bf16>, %p: !torch.vtensor<[8],f32>,
    %pool: !torch.vtensor<[9,8,64,64],f32>, %out: !torch.vtensor<[4,1,8,64],bf16>, %slots: !torch.vtensor<[4],si32>,
    %x: !torch.float) {
  %true = torch.constant.bool true
  // expected-note@below {{it is computed here}}
  %scale = torch.aten.mul.float %x, %x : !torch.float, !torch.float -> !torch.float
  // expected-error@below {{'torch.operator' op calls packed.gdn_decode: argument 'scale' must be a constant}}
  %0:2 = torch.operator "torch.packed.gdn_decode"(%qkv, %a, %a, %p, %p, %scale, %pool, %out, %slots, %true)
    : (!torch.vtensor<[4,1024],bf16>, !torch.vtensor<[4,8],bf16>, !torch.vtensor<[4,8],bf16>, !torch.vtensor<[8],f32>,
       !torch.vtensor<[8],f32>, !torch.float, !torch.vtensor<[9,8,64,64],f32>, !torch.vtensor<[4,1,8,64],bf16>,
       !torch.vtensor<[4],si32>, !torch.bool) -> (!torch.vtensor<[4,1,8,64],bf16>, !torch.vtensor<[9,8,64,64],f32>)
  return
}

// -----

func.func @missing(%qkv: !torch.vtensor<[4,1024],bf16>) {
  %none = torch.constant.none
  // expected-error@below {{'torch.operator' op calls packed.gdn_decode: argument 'a' is missing}}
  torch.operator "torch.packed.gdn_decode"(%qkv, %none) : (!torch.vtensor<[4,1024],bf16>, !torch.none) -> ()
  return
}

// -----

func.func @too_many() {
  %n = torch.constant.int 1
  // expected-error@below {{'torch.operator' op calls packed.memory_rope_audio: has 5 operands without a name, but 4 arguments are left}}
  torch.operator "torch.packed.memory_rope_audio"(%n, %n, %n, %n, %n) : (!torch.int, !torch.int, !torch.int, !torch.int, !torch.int) -> ()
  return
}

// -----

// A tensor that may be changed by others, of which no shape is known.
func.func @unknown_shape(%q: !torch.tensor) {
  %none = torch.constant.none
  // expected-error@below {{'torch.operator' op calls packed.gdn_decode: argument 'out' must be a tensor with a known rank or a memref, got '!torch.tensor'}}
  torch.operator "torch.packed.gdn_decode"(%q, %q, %q, %q, %q, %none, %q, %q, %q)
    : (!torch.tensor, !torch.tensor, !torch.tensor, !torch.tensor, !torch.tensor, !torch.none, !torch.tensor, !torch.tensor, !torch.tensor) -> ()
  return
}

// -----

func.func @element(%q: !torch.vtensor<[4],!torch.qint8>) {
  %none = torch.constant.none
  // expected-error@below {{'torch.operator' op calls packed.memory_rope_audio: argument 'memory_position_mode' is missing}}
  torch.operator "torch.packed.memory_rope_audio"(%q, %q, %q, %none) : (!torch.vtensor<[4],!torch.qint8>, !torch.vtensor<[4],!torch.qint8>, !torch.vtensor<[4],!torch.qint8>, !torch.none) -> ()
  return
}

// -----

func.func @list(%n: !torch.int) {
  %int1 = torch.constant.int 1
  %none = torch.constant.none
  %true = torch.constant.bool true
  // expected-note@below {{it is computed here}}
  %frames = torch.prim.ListConstruct %int1, %n : (!torch.int, !torch.int) -> !torch.list<int>
  // expected-error@below {{'torch.operator' op calls packed.sequence: argument 'keyframe_frame_indices' must be a constant}}
  torch.operator "torch.sglang.minimax_h3_packed_sequence"(%int1, %int1, %int1, %int1, %int1, %none, %true, %frames, %n)
    : (!torch.int, !torch.int, !torch.int, !torch.int, !torch.int, !torch.none, !torch.bool, !torch.list<int>, !torch.int) -> ()
  return
}

// -----

func.func @onnx_attribute(%x: !torch.vtensor<[4],f32>) {
  // expected-error@below {{'torch.operator' op calls packed.gdn_decode: unknown argument 'norm'}}
  // expected-note@below {{the arguments are mixed_qkv, a, b, A_log, dt_bias, scale, initial_state, out, ssm_state_indices, use_qk_l2norm_in_kernel, state_order, num_q_heads}}
  torch.operator "onnx.PackedGdnDecode"(%x) {torch.onnx.norm = 1 : si64} : (!torch.vtensor<[4],f32>) -> ()
  return
}

// -----

func.func @no_name(%x: !torch.vtensor<[4],f32>) {
  // expected-error@below {{'torch.operator' op has no name of what it calls: a tool that does not know torch-mlir has dropped its properties}}
  "torch.operator"(%x) : (!torch.vtensor<[4],f32>) -> ()
  return
}
