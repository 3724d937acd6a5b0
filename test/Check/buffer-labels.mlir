// RUN: packed-opt %s --packed-check --split-input-file --verify-diagnostics

// One pool, two orders: K = V hides it from every shape check.
func.func @orders_differ(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %slots: tensor<4xi32>, %out: tensor<4x1x8x64xf32>) {
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

func.func @orders_agree(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %slots: tensor<4xi32>, %out: tensor<4x1x8x64xf32>) {
  %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%slots] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%o#1[%slots] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return
}

// -----

// Through a call, a cast and a loop.
func.func private @decode(%x: memref<4x1024xf32>, %a: memref<4x8xf32>, %h: memref<8xf32>, %pool: memref<?x8x64x64xf32>, %slots: memref<4xi32>, %out: memref<4x1x8x64xf32>) {
  // expected-note@below {{the other op is here, on 'pool'}}
  packed.gdn_decode qkv(%x : memref<4x1024xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%pool[%slots] : memref<?x8x64x64xf32>, memref<4xi32>)
      out(%out : memref<4x1x8x64xf32>)
  return
}
// expected-note@below {{'pool' comes from here}}
func.func @model(%x: memref<4x1024xf32>, %a: memref<4x8xf32>, %h: memref<8xf32>, %pool: memref<9x8x64x64xf32>, %slots: memref<4xi32>, %out: memref<4x1x8x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cast = memref.cast %pool : memref<9x8x64x64xf32> to memref<?x8x64x64xf32>
  scf.for %i = %c0 to %n step %c1 {
    func.call @decode(%x, %a, %h, %cast, %slots, %out) : (memref<4x1024xf32>, memref<4x8xf32>, memref<8xf32>, memref<?x8x64x64xf32>, memref<4xi32>, memref<4x1x8x64xf32>) -> ()
  }
  // expected-error@below {{'packed.gdn_decode' op the state pool is taken in order kv here, but in order vk by another op}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  packed.gdn_decode qkv(%x : memref<4x1024xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%pool[%slots] : memref<9x8x64x64xf32>, memref<4xi32>)
      out(%out : memref<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  return
}

// -----

// Two ops on the same rows, cut at different places.
// expected-note@below {{'qk' comes from here}}
func.func @offsets_differ(%qk: tensor<1x8x2x16xf32>, %v: tensor<1x8x2x8xf32>, %g: tensor<1x8x2xf32>, %cu: tensor<3xi32>, %other: tensor<3xi32>) {
  // expected-note@below {{the other op is here, on 'qk'}}
  %0 = packed.gdn_recurrent q(%qk : tensor<1x8x2x16xf32>) k(%qk : tensor<1x8x2x16xf32>) v(%v : tensor<1x8x2x8xf32>)
      gates(%g, %g : tensor<1x8x2xf32>, tensor<1x8x2xf32>) cu_seqlens(%cu : tensor<3xi32>) out(%v : tensor<1x8x2x8xf32>)
  // expected-error@below {{'packed.gdn_recurrent' op the packed rows are cut at other `cu_seqlens` here than by another op}}
  // expected-note@below {{pass one and the same `cu_seqlens` value to all ops of a packed batch [packed.gdn_recurrent.shared-cu-seqlens]}}
  %1 = packed.gdn_recurrent q(%qk : tensor<1x8x2x16xf32>) k(%qk : tensor<1x8x2x16xf32>) v(%v : tensor<1x8x2x8xf32>)
      gates(%g, %g : tensor<1x8x2xf32>, tensor<1x8x2xf32>) cu_seqlens(%other : tensor<3xi32>) out(%v : tensor<1x8x2x8xf32>)
  return
}

// -----

// A constant cu_seqlens has to cover the rows.
// expected-note@below {{'q' is block argument 0 of type 'tensor<1x?x2x16xf32>'}}
// expected-note@below {{q.shape[1] = qk.shape[1]}}
// expected-note@below {{q.shape[1] >= 0}}
func.func @offsets_end(%qk: tensor<1x?x2x16xf32>, %v: tensor<1x8x2x8xf32>, %g: tensor<1x8x2xf32>) {
  // expected-note@below {{cu_seqlens[-1] = 6 comes from here}}
  // expected-note@below {{'cu_seqlens' is made here, of type 'tensor<3xi32>'}}
  %cu = arith.constant dense<[0, 3, 6]> : tensor<3xi32>
  %rows = tensor.cast %v : tensor<1x8x2x8xf32> to tensor<1x?x2x8xf32>
  // expected-error@below {{'packed.gdn_recurrent' op `cu_seqlens` must end at T=8 (got 6)}}
  // expected-note@below {{breaks for q.shape[1] = 8}}
  // expected-note@below {{let the last entry be the number of tokens [packed.gdn_recurrent.cu-seqlens-end]}}
  %0 = packed.gdn_recurrent q(%qk : tensor<1x?x2x16xf32>) k(%qk : tensor<1x?x2x16xf32>) v(%rows : tensor<1x?x2x8xf32>)
      gates(%g, %g : tensor<1x8x2xf32>, tensor<1x8x2xf32>) cu_seqlens(%cu : tensor<3xi32>) out(%rows : tensor<1x?x2x8xf32>)
  return
}
