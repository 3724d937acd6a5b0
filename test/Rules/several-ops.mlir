// RUN: packed-opt %s --split-input-file --packed-check --verify-diagnostics

// Rules about several ops: the check pass looks at them.

// warned: packed.decode.state-order-chain
func.func @f(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %slots: tensor<4xi32>, %out: tensor<4x1x8x64xf32>) {
  // expected-note@below {{the other op is here, on 'pool'}}
  // expected-note@below {{'o#1' comes from here}}
  %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%slots] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  // expected-error@below {{'packed.gdn_decode' op the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%o#1[%slots] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return
}

// -----

// silent: packed.decode.state-order-chain
func.func @f(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %slots: tensor<4xi32>, %out: tensor<4x1x8x64xf32>) {
  %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%slots] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%o#1[%slots] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  return
}

// -----

// warned: packed.gdn_recurrent.shared-cu-seqlens
// expected-note@below {{'qk' comes from here}}
func.func @f(%qk: tensor<1x8x2x16xf32>, %v: tensor<1x8x2x8xf32>, %g: tensor<1x8x2xf32>, %cu: tensor<3xi32>, %other: tensor<3xi32>) {
  // expected-note@below {{the other op is here, on 'qk'}}
  %o = packed.gdn_recurrent q(%qk : tensor<1x8x2x16xf32>) k(%qk : tensor<1x8x2x16xf32>) v(%v : tensor<1x8x2x8xf32>)
      gates(%g, %g : tensor<1x8x2xf32>, tensor<1x8x2xf32>) cu_seqlens(%cu : tensor<3xi32>) out(%v : tensor<1x8x2x8xf32>)
  // expected-error@below {{'packed.gdn_recurrent' op the packed rows are cut at other `cu_seqlens` here than by another op}}
  // expected-note@below {{pass one and the same `cu_seqlens` value to all ops of a packed batch [packed.gdn_recurrent.shared-cu-seqlens]}}
  %p = packed.gdn_recurrent q(%qk : tensor<1x8x2x16xf32>) k(%qk : tensor<1x8x2x16xf32>) v(%v : tensor<1x8x2x8xf32>)
      gates(%g, %g : tensor<1x8x2xf32>, tensor<1x8x2xf32>) cu_seqlens(%other : tensor<3xi32>) out(%v : tensor<1x8x2x8xf32>)
  return
}

// -----

// silent: packed.gdn_recurrent.shared-cu-seqlens
func.func @f(%qk: tensor<1x8x2x16xf32>, %v: tensor<1x8x2x8xf32>, %g: tensor<1x8x2xf32>, %cu: tensor<3xi32>, %other: tensor<3xi32>) {
  %o = packed.gdn_recurrent q(%qk : tensor<1x8x2x16xf32>) k(%qk : tensor<1x8x2x16xf32>) v(%v : tensor<1x8x2x8xf32>)
      gates(%g, %g : tensor<1x8x2xf32>, tensor<1x8x2xf32>) cu_seqlens(%cu : tensor<3xi32>) out(%v : tensor<1x8x2x8xf32>)
  %p = packed.gdn_recurrent q(%qk : tensor<1x8x2x16xf32>) k(%qk : tensor<1x8x2x16xf32>) v(%v : tensor<1x8x2x8xf32>)
      gates(%g, %g : tensor<1x8x2xf32>, tensor<1x8x2xf32>) cu_seqlens(%cu : tensor<3xi32>) out(%v : tensor<1x8x2x8xf32>)
  return
}
