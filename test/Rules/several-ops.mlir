// RUN: packed-opt %s --split-input-file -o /dev/null

// Rules about several ops: the check pass looks at them.

// warned: packed.decode.state-order-chain
func.func @f(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %slots: tensor<4xi32>, %out: tensor<4x1x8x64xf32>) {
  %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%slots] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
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
func.func @f(%qk: tensor<1x8x2x16xf32>, %v: tensor<1x8x2x8xf32>, %g: tensor<1x8x2xf32>, %cu: tensor<3xi32>, %other: tensor<3xi32>) {
  %o = packed.gdn_recurrent q(%qk : tensor<1x8x2x16xf32>) k(%qk : tensor<1x8x2x16xf32>) v(%v : tensor<1x8x2x8xf32>)
      gates(%g, %g : tensor<1x8x2xf32>, tensor<1x8x2xf32>) cu_seqlens(%cu : tensor<3xi32>) out(%v : tensor<1x8x2x8xf32>)
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
