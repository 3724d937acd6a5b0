// RUN: packed-opt %s --packed-check=unknown=list --split-input-file --verify-diagnostics --allow-unregistered-dialect

// What is sure about a buffer, an error; what may be, a remark; all else silent.

// One empty tensor may be where both copies go: it belongs to neither.
func.func @empty_is_shared(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>, %pool2: tensor<9x8x64x64xf32>) {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %e = tensor.empty() : tensor<9x8x64x64xf32>
  %c = linalg.copy ins(%pool : tensor<9x8x64x64xf32>) outs(%e : tensor<9x8x64x64xf32>) -> tensor<9x8x64x64xf32>
  %d = linalg.copy ins(%pool2 : tensor<9x8x64x64xf32>) outs(%e : tensor<9x8x64x64xf32>) -> tensor<9x8x64x64xf32>
  %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%c[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%d[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return
}

// -----

// A copy keeps the order.
func.func @copied(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>) {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %e = tensor.empty() : tensor<9x8x64x64xf32>
  // expected-note@below {{the other op is here, on 'pool'}}
  %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  // expected-note@below {{'c' comes from here}}
  %c = linalg.copy ins(%o#1 : tensor<9x8x64x64xf32>) outs(%e : tensor<9x8x64x64xf32>) -> tensor<9x8x64x64xf32>
  // expected-error@below {{'packed.gdn_decode' op the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%c[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return
}

// -----

// A transposed pool has the other order, and back again.
func.func @transposed(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>) {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %e = tensor.empty() : tensor<9x8x64x64xf32>
  %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  %t = linalg.transpose ins(%o#1 : tensor<9x8x64x64xf32>) outs(%e : tensor<9x8x64x64xf32>) permutation = [0, 1, 3, 2]
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%t[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  %u = linalg.transpose ins(%p#1 : tensor<9x8x64x64xf32>) outs(%e : tensor<9x8x64x64xf32>) permutation = [0, 1, 3, 2]
  %q:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%u[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return
}

// -----

// A transposed view, too.
memref.global "private" constant @slots : memref<4xi32> = dense<[0, 1, 2, 3]>
func.func @transposed_view(%x: memref<4x1024xf32>, %a: memref<4x8xf32>, %h: memref<8xf32>, %pool: memref<9x8x64x64xf32>, %out: memref<4x1x8x64xf32>) {
  %s = memref.get_global @slots : memref<4xi32>
  packed.gdn_decode qkv(%x : memref<4x1024xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%pool[%s] : memref<9x8x64x64xf32>, memref<4xi32>)
      out(%out : memref<4x1x8x64xf32>)
  %t = memref.transpose %pool (i, j, k, l) -> (i, j, l, k) : memref<9x8x64x64xf32> to memref<9x8x64x64xf32, strided<[32768, 4096, 1, 64]>>
  %c = memref.alloc() : memref<9x8x64x64xf32>
  memref.copy %t, %c : memref<9x8x64x64xf32, strided<[32768, 4096, 1, 64]>> to memref<9x8x64x64xf32>
  packed.gdn_decode qkv(%x : memref<4x1024xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%c[%s] : memref<9x8x64x64xf32>, memref<4xi32>)
      out(%out : memref<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  return
}

// -----

// Which of the calls a result comes from is lost within the callee.
func.func private @id(%p: tensor<9x8x64x64xf32>) -> tensor<9x8x64x64xf32> {
  return %p : tensor<9x8x64x64xf32>
}
func.func @two_calls(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>, %pool2: tensor<9x8x64x64xf32>) {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %c = call @id(%pool) : (tensor<9x8x64x64xf32>) -> tensor<9x8x64x64xf32>
  // expected-note@below {{'d' comes from here}}
  %d = call @id(%pool2) : (tensor<9x8x64x64xf32>) -> tensor<9x8x64x64xf32>
  // expected-note@below {{the other op is here, on 'c'}}
  %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%c[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  // expected-remark@below {{'packed.gdn_decode' op may break a rule: the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{a run may or may not take one and the same buffer to both}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%d[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return
}

// -----

// The only call is followed.
func.func private @id(%p: tensor<9x8x64x64xf32>) -> tensor<9x8x64x64xf32> {
  return %p : tensor<9x8x64x64xf32>
}
func.func @one_call(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>) {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  // expected-note@below {{the other op is here, on 'pool'}}
  %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  // expected-note@below {{'c' comes from here}}
  %c = call @id(%o#1) : (tensor<9x8x64x64xf32>) -> tensor<9x8x64x64xf32>
  // expected-error@below {{'packed.gdn_decode' op the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%c[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return
}

// -----

// No run takes both ways.
// expected-note@below {{'pool' comes from here}}
func.func @either(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>, %c: i1) {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  scf.if %c {
    // expected-note@below {{the other op is here, on 'pool'}}
    %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
        gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
        state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
        out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  } else {
    // expected-remark@below {{'packed.gdn_decode' op may break a rule: the state pool is taken in order vk here, but in order kv by another op}}
    // expected-note@below {{a run may or may not take one and the same buffer to both}}
    // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
    %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
        gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
        state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
        out(%out : tensor<4x1x8x64xf32>)
  }
  return
}

// -----

// A run may take the branch and what follows.
// expected-note@below {{'pool' comes from here}}
func.func @branch(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>, %c: i1) {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  scf.if %c {
    // expected-note@below {{the other op is here, on 'pool'}}
    %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
        gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
        state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
        out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  }
  // expected-error@below {{'packed.gdn_decode' op the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return
}

// -----

// One condition may exclude the other.
// expected-note@below {{'pool' comes from here}}
func.func @both_branches(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>, %c: i1, %d: i1) {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  scf.if %c {
    // expected-note@below {{the other op is here, on 'pool'}}
    %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
        gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
        state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
        out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  }
  scf.if %d {
    // expected-remark@below {{'packed.gdn_decode' op may break a rule: the state pool is taken in order vk here, but in order kv by another op}}
    // expected-note@below {{a run may or may not take one and the same buffer to both}}
    // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
    %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
        gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
        state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
        out(%out : tensor<4x1x8x64xf32>)
  }
  return
}

// -----

// What a function does to a pool, it does to that of each caller.
func.func private @layer(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>, %c: i1) -> tensor<9x8x64x64xf32> {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  // expected-note@below {{the other op is here, on 'pool'}}
  %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  return %o#1 : tensor<9x8x64x64xf32>
}
// expected-note@below {{'pool2' comes from here}}
func.func @layers(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>, %pool2: tensor<9x8x64x64xf32>, %c: i1) {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %l = call @layer(%x, %a, %h, %pool, %out, %c) : (tensor<4x1024xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<9x8x64x64xf32>, tensor<4x1x8x64xf32>, i1) -> tensor<9x8x64x64xf32>
  %m = call @layer(%x, %a, %h, %pool2, %out, %c) : (tensor<4x1024xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<9x8x64x64xf32>, tensor<4x1x8x64xf32>, i1) -> tensor<9x8x64x64xf32>
  // expected-error@below {{'packed.gdn_decode' op the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool2[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return
}

// -----

// Unless it does so for some of them only.
func.func private @layer(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>, %c: i1) -> tensor<9x8x64x64xf32> {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %r = scf.if %c -> tensor<9x8x64x64xf32> {
    // expected-note@below {{the other op is here, on 'pool'}}
    %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
        gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
        state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
        out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
    scf.yield %o#1 : tensor<9x8x64x64xf32>
  } else {
    scf.yield %pool : tensor<9x8x64x64xf32>
  }
  return %r : tensor<9x8x64x64xf32>
}
// expected-note@below {{'pool2' comes from here}}
func.func @some_layers(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>, %pool2: tensor<9x8x64x64xf32>, %c: i1) {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %l = call @layer(%x, %a, %h, %pool, %out, %c) : (tensor<4x1024xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<9x8x64x64xf32>, tensor<4x1x8x64xf32>, i1) -> tensor<9x8x64x64xf32>
  %m = call @layer(%x, %a, %h, %pool2, %out, %c) : (tensor<4x1024xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<9x8x64x64xf32>, tensor<4x1x8x64xf32>, i1) -> tensor<9x8x64x64xf32>
  // expected-remark@below {{'packed.gdn_decode' op may break a rule: the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{a run may or may not take one and the same buffer to both}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool2[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return
}

// -----

// A function that fills memory may do so in between.
memref.global "private" constant @slots : memref<4xi32> = dense<[0, 1, 2, 3]>
func.func private @fill(%to: memref<9x8x64x64xf32>, %from: memref<9x8x64x64xf32>) {
  memref.copy %from, %to : memref<9x8x64x64xf32> to memref<9x8x64x64xf32>
  return
}
// expected-note@below {{'pool' comes from here}}
func.func @filled_by_calls(%x: memref<4x1024xf32>, %a: memref<4x8xf32>, %h: memref<8xf32>, %pool: memref<9x8x64x64xf32>, %out: memref<4x1x8x64xf32>, %new: memref<9x8x64x64xf32>) {
  %s = memref.get_global @slots : memref<4xi32>
  call @fill(%pool, %new) : (memref<9x8x64x64xf32>, memref<9x8x64x64xf32>) -> ()
  // expected-note@below {{the other op is here, on 'pool'}}
  packed.gdn_decode qkv(%x : memref<4x1024xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%pool[%s] : memref<9x8x64x64xf32>, memref<4xi32>)
      out(%out : memref<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  call @fill(%pool, %new) : (memref<9x8x64x64xf32>, memref<9x8x64x64xf32>) -> ()
  // expected-remark@below {{'packed.gdn_decode' op may break a rule: the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{a run may or may not take one and the same buffer to both}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  packed.gdn_decode qkv(%x : memref<4x1024xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%pool[%s] : memref<9x8x64x64xf32>, memref<4xi32>)
      out(%out : memref<4x1x8x64xf32>)
  return
}

// -----

// Code that never runs takes no pool.
func.func @dead(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>) {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %c = arith.constant false
  scf.if %c {
    %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
        gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
        state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
        out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  }
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return
}

// -----

// Two parts of one buffer may be two pools.
memref.global "private" constant @slots : memref<4xi32> = dense<[0, 1, 2, 3]>
func.func @two_parts(%x: memref<4x1024xf32>, %a: memref<4x8xf32>, %h: memref<8xf32>, %pool: memref<9x8x64x64xf32>, %out: memref<4x1x8x64xf32>) {
  %s = memref.get_global @slots : memref<4xi32>
  %v = memref.subview %pool[0, 0, 0, 0] [4, 8, 64, 64] [1, 1, 1, 1] : memref<9x8x64x64xf32> to memref<4x8x64x64xf32, strided<[32768, 4096, 64, 1]>>
  // expected-note@below {{'w' comes from here}}
  %w = memref.subview %pool[4, 0, 0, 0] [5, 8, 64, 64] [1, 1, 1, 1] : memref<9x8x64x64xf32> to memref<5x8x64x64xf32, strided<[32768, 4096, 64, 1], offset: 131072>>
  // expected-note@below {{the other op is here, on 'v'}}
  packed.gdn_decode qkv(%x : memref<4x1024xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%v[%s] : memref<4x8x64x64xf32, strided<[32768, 4096, 64, 1]>>, memref<4xi32>)
      out(%out : memref<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  // expected-remark@below {{'packed.gdn_decode' op may break a rule: the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{a run may or may not take one and the same buffer to both}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  packed.gdn_decode qkv(%x : memref<4x1024xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%w[%s] : memref<5x8x64x64xf32, strided<[32768, 4096, 64, 1], offset: 131072>>, memref<4xi32>)
      out(%out : memref<4x1x8x64xf32>)
  return
}

// -----

// The order of a pool is that of its parts.
memref.global "private" constant @slots : memref<4xi32> = dense<[0, 1, 2, 3]>
func.func @part(%x: memref<4x1024xf32>, %a: memref<4x8xf32>, %h: memref<8xf32>, %pool: memref<9x8x64x64xf32>, %out: memref<4x1x8x64xf32>) {
  %s = memref.get_global @slots : memref<4xi32>
  // expected-note@below {{'v' comes from here}}
  %v = memref.subview %pool[0, 0, 0, 0] [4, 8, 64, 64] [1, 1, 1, 1] : memref<9x8x64x64xf32> to memref<4x8x64x64xf32, strided<[32768, 4096, 64, 1]>>
  // expected-note@below {{the other op is here, on 'pool'}}
  packed.gdn_decode qkv(%x : memref<4x1024xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%pool[%s] : memref<9x8x64x64xf32>, memref<4xi32>)
      out(%out : memref<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  // expected-error@below {{'packed.gdn_decode' op the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  packed.gdn_decode qkv(%x : memref<4x1024xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%v[%s] : memref<4x8x64x64xf32, strided<[32768, 4096, 64, 1]>>, memref<4xi32>)
      out(%out : memref<4x1x8x64xf32>)
  return
}

// -----

// Filled anew, the memory is another pool.
memref.global "private" constant @slots : memref<4xi32> = dense<[0, 1, 2, 3]>
// expected-note@below {{'pool' comes from here}}
func.func @filled_between(%x: memref<4x1024xf32>, %a: memref<4x8xf32>, %h: memref<8xf32>, %pool: memref<9x8x64x64xf32>, %out: memref<4x1x8x64xf32>, %new: memref<9x8x64x64xf32>) {
  %s = memref.get_global @slots : memref<4xi32>
  // expected-note@below {{the other op is here, on 'pool'}}
  packed.gdn_decode qkv(%x : memref<4x1024xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%pool[%s] : memref<9x8x64x64xf32>, memref<4xi32>)
      out(%out : memref<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  memref.copy %new, %pool : memref<9x8x64x64xf32> to memref<9x8x64x64xf32>
  // expected-remark@below {{'packed.gdn_decode' op may break a rule: the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{a run may or may not take one and the same buffer to both}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  packed.gdn_decode qkv(%x : memref<4x1024xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%pool[%s] : memref<9x8x64x64xf32>, memref<4xi32>)
      out(%out : memref<4x1x8x64xf32>)
  return
}

// -----

// Filled before both, it is one.
memref.global "private" constant @slots : memref<4xi32> = dense<[0, 1, 2, 3]>
// expected-note@below {{'pool' comes from here}}
func.func @filled_before(%x: memref<4x1024xf32>, %a: memref<4x8xf32>, %h: memref<8xf32>, %pool: memref<9x8x64x64xf32>, %out: memref<4x1x8x64xf32>, %new: memref<9x8x64x64xf32>) {
  %s = memref.get_global @slots : memref<4xi32>
  memref.copy %new, %pool : memref<9x8x64x64xf32> to memref<9x8x64x64xf32>
  // expected-note@below {{the other op is here, on 'pool'}}
  packed.gdn_decode qkv(%x : memref<4x1024xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%pool[%s] : memref<9x8x64x64xf32>, memref<4xi32>)
      out(%out : memref<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  // expected-error@below {{'packed.gdn_decode' op the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  packed.gdn_decode qkv(%x : memref<4x1024xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%pool[%s] : memref<9x8x64x64xf32>, memref<4xi32>)
      out(%out : memref<4x1x8x64xf32>)
  return
}

// -----

// A global is one buffer however often it is named.
memref.global "private" constant @slots : memref<4xi32> = dense<[0, 1, 2, 3]>
memref.global "private" @pool : memref<9x8x64x64xf32>
func.func @global(%x: memref<4x1024xf32>, %a: memref<4x8xf32>, %h: memref<8xf32>, %out: memref<4x1x8x64xf32>) {
  %s = memref.get_global @slots : memref<4xi32>
  %g = memref.get_global @pool : memref<9x8x64x64xf32>
  // expected-note@below {{'k' comes from here}}
  %k = memref.get_global @pool : memref<9x8x64x64xf32>
  // expected-note@below {{the other op is here, on 'g'}}
  packed.gdn_decode qkv(%x : memref<4x1024xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%g[%s] : memref<9x8x64x64xf32>, memref<4xi32>)
      out(%out : memref<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  // expected-error@below {{'packed.gdn_decode' op the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  packed.gdn_decode qkv(%x : memref<4x1024xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%k[%s] : memref<9x8x64x64xf32>, memref<4xi32>)
      out(%out : memref<4x1x8x64xf32>)
  return
}

// -----

// Whoever is called may fill a global.
memref.global "private" constant @slots : memref<4xi32> = dense<[0, 1, 2, 3]>
memref.global "private" @pool : memref<9x8x64x64xf32>
func.func private @fill()
func.func @global_filled(%x: memref<4x1024xf32>, %a: memref<4x8xf32>, %h: memref<8xf32>, %out: memref<4x1x8x64xf32>) {
  %s = memref.get_global @slots : memref<4xi32>
  // expected-note@below {{'g' comes from here}}
  %g = memref.get_global @pool : memref<9x8x64x64xf32>
  // expected-note@below {{the other op is here, on 'g'}}
  packed.gdn_decode qkv(%x : memref<4x1024xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%g[%s] : memref<9x8x64x64xf32>, memref<4xi32>)
      out(%out : memref<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  call @fill() : () -> ()
  // expected-remark@below {{'packed.gdn_decode' op may break a rule: the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{a run may or may not take one and the same buffer to both}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  packed.gdn_decode qkv(%x : memref<4x1024xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%g[%s] : memref<9x8x64x64xf32>, memref<4xi32>)
      out(%out : memref<4x1x8x64xf32>)
  return
}

// -----

// A selected pool may be either.
func.func @select_open(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>, %c: i1, %pool2: tensor<9x8x64x64xf32>) {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  // expected-note@below {{the other op is here, on 'pool'}}
  %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  // expected-note@below {{'r' comes from here}}
  %r = arith.select %c, %o#1, %pool2 : tensor<9x8x64x64xf32>
  // expected-remark@below {{'packed.gdn_decode' op may break a rule: the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{a run may or may not take one and the same buffer to both}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%r[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return
}

// -----

// Or it is one anyway.
func.func @select_sure(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>, %c: i1) {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  // expected-note@below {{the other op is here, on 'pool'}}
  %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  // expected-note@below {{'r' comes from here}}
  %r = arith.select %c, %o#1, %pool : tensor<9x8x64x64xf32>
  // expected-error@below {{'packed.gdn_decode' op the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%r[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return
}

// -----

// Through regions.
func.func @execute_region(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>) {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  // expected-note@below {{'r' comes from here}}
  %r = scf.execute_region -> tensor<9x8x64x64xf32> {
    // expected-note@below {{the other op is here, on 'pool'}}
    %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
        gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
        state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
        out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
    scf.yield %o#1 : tensor<9x8x64x64xf32>
  }
  // expected-error@below {{'packed.gdn_decode' op the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%r[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return
}

// -----

func.func @index_switch(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>, %i: index) {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  // expected-note@below {{'r' comes from here}}
  %r = scf.index_switch %i -> tensor<9x8x64x64xf32>
  case 0 {
    // expected-note@below {{the other op is here, on 'pool'}}
    %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
        gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
        state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
        out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
    scf.yield %o#1 : tensor<9x8x64x64xf32>
  } default {
    scf.yield %pool : tensor<9x8x64x64xf32>
  }
  // expected-error@below {{'packed.gdn_decode' op the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%r[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return
}

// -----

// The pool of the other branch is another one.
func.func @index_switch_open(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>, %i: index, %pool2: tensor<9x8x64x64xf32>) {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  // expected-note@below {{'r' comes from here}}
  %r = scf.index_switch %i -> tensor<9x8x64x64xf32>
  case 0 {
    // expected-note@below {{the other op is here, on 'pool'}}
    %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
        gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
        state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
        out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
    scf.yield %o#1 : tensor<9x8x64x64xf32>
  } default {
    scf.yield %pool2 : tensor<9x8x64x64xf32>
  }
  // expected-remark@below {{'packed.gdn_decode' op may break a rule: the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{a run may or may not take one and the same buffer to both}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%r[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return
}

// -----

func.func @affine_if(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>, %i: index) {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  // expected-note@below {{'r' comes from here}}
  %r = affine.if affine_set<()[s0] : (s0 >= 0)>()[%i] -> tensor<9x8x64x64xf32> {
    // expected-note@below {{the other op is here, on 'pool'}}
    %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
        gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
        state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
        out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
    affine.yield %o#1 : tensor<9x8x64x64xf32>
  } else {
    affine.yield %pool : tensor<9x8x64x64xf32>
  }
  // expected-error@below {{'packed.gdn_decode' op the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%r[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return
}

// -----

// What leaves a loop may be that of any trip.
func.func @while(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>, %c: i1) {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  // expected-note@below {{'r' comes from here}}
  %r = scf.while (%w = %pool) : (tensor<9x8x64x64xf32>) -> tensor<9x8x64x64xf32> {
    scf.condition(%c) %w : tensor<9x8x64x64xf32>
  } do {
  ^bb0(%q: tensor<9x8x64x64xf32>):
    // expected-note@below {{the other op is here, on 'q'}}
    %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
        gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
        state(%q[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
        out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
    scf.yield %o#1 : tensor<9x8x64x64xf32>
  }
  // expected-remark@below {{'packed.gdn_decode' op may break a rule: the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{a run may or may not take one and the same buffer to both}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%r[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return
}

// -----

// Reshaped.
func.func @reshaped(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>) {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  // expected-note@below {{the other op is here, on 'pool'}}
  %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  %e = tensor.expand_shape %o#1 [[0, 1], [2], [3], [4]] output_shape [1, 9, 8, 64, 64] : tensor<9x8x64x64xf32> into tensor<1x9x8x64x64xf32>
  // expected-note@below {{'r' comes from here}}
  %r = tensor.collapse_shape %e [[0, 1], [2], [3], [4]] : tensor<1x9x8x64x64xf32> into tensor<9x8x64x64xf32>
  // expected-error@below {{'packed.gdn_decode' op the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%r[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return
}

// -----

// A part of the new pool has its order.
func.func @inserted(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>, %big: tensor<18x8x64x64xf32>) {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  // expected-note@below {{the other op is here, on 'pool'}}
  %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  // expected-note@below {{'r' comes from here}}
  %r = tensor.insert_slice %o#1 into %big[0, 0, 0, 0] [9, 8, 64, 64] [1, 1, 1, 1] : tensor<9x8x64x64xf32> into tensor<18x8x64x64xf32>
  // expected-error@below {{'packed.gdn_decode' op the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%r[%s] : tensor<18x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return
}

// -----

// Nobody knows what becomes of a buffer outside of tensors.
func.func @to_buffer(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>) {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  // expected-note@below {{the other op is here, on 'pool'}}
  %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  %m = bufferization.to_buffer %o#1 : tensor<9x8x64x64xf32> to memref<9x8x64x64xf32>
  // expected-note@below {{'r' comes from here}}
  %r = bufferization.to_tensor %m : memref<9x8x64x64xf32> to tensor<9x8x64x64xf32>
  // expected-remark@below {{'packed.gdn_decode' op may break a rule: the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{a run may or may not take one and the same buffer to both}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%r[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return
}

// -----

// An op that is not understood may hand on what it takes.
func.func @unknown_op(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>) {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  // expected-note@below {{the other op is here, on 'pool'}}
  %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  // expected-note@below {{'r' comes from here}}
  %r = "other.op"(%o#1) : (tensor<9x8x64x64xf32>) -> tensor<9x8x64x64xf32>
  // expected-remark@below {{'packed.gdn_decode' op may break a rule: the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{a run may or may not take one and the same buffer to both}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%r[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return
}

// -----

func.func private @id(%p: tensor<9x8x64x64xf32>) -> tensor<9x8x64x64xf32> {
  return %p : tensor<9x8x64x64xf32>
}
func.func @indirect(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %out: tensor<4x1x8x64xf32>) {
  %s = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  // expected-note@below {{the other op is here, on 'pool'}}
  %o:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>) {state_order = #packed.state_order<kv>}
  %f = func.constant @id : (tensor<9x8x64x64xf32>) -> tensor<9x8x64x64xf32>
  // expected-note@below {{'r' comes from here}}
  %r = func.call_indirect %f(%o#1) : (tensor<9x8x64x64xf32>) -> tensor<9x8x64x64xf32>
  // expected-remark@below {{'packed.gdn_decode' op may break a rule: the state pool is taken in order vk here, but in order kv by another op}}
  // expected-note@below {{a run may or may not take one and the same buffer to both}}
  // expected-note@below {{give the ops that share a pool the same `state_order`, or transpose the pool between them [packed.decode.state-order-chain]}}
  %p:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%r[%s] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return
}

// -----

// Equal constants are one value.
func.func @equal_constants(%qk: tensor<1x8x2x16xf32>, %v: tensor<1x8x2x8xf32>, %g: tensor<1x8x2xf32>, %out: tensor<1x8x2x8xf32>) {
  %cu = arith.constant dense<[0, 3, 8]> : tensor<3xi32>
  %o = packed.gdn_recurrent q(%qk : tensor<1x8x2x16xf32>) k(%qk : tensor<1x8x2x16xf32>) v(%v : tensor<1x8x2x8xf32>)
      gates(%g, %g : tensor<1x8x2xf32>, tensor<1x8x2xf32>) cu_seqlens(%cu : tensor<3xi32>) out(%out : tensor<1x8x2x8xf32>)
  %same = arith.constant dense<[0, 3, 8]> : tensor<3xi32>
  %p = packed.gdn_recurrent q(%qk : tensor<1x8x2x16xf32>) k(%qk : tensor<1x8x2x16xf32>) v(%v : tensor<1x8x2x8xf32>)
      gates(%g, %g : tensor<1x8x2xf32>, tensor<1x8x2xf32>) cu_seqlens(%same : tensor<3xi32>) out(%out : tensor<1x8x2x8xf32>)
  return
}

// -----

// expected-note@below {{'qk' comes from here}}
func.func @other_constants(%qk: tensor<1x8x2x16xf32>, %v: tensor<1x8x2x8xf32>, %g: tensor<1x8x2xf32>, %out: tensor<1x8x2x8xf32>) {
  %cu = arith.constant dense<[0, 3, 8]> : tensor<3xi32>
  // expected-note@below {{the other op is here, on 'qk'}}
  %o = packed.gdn_recurrent q(%qk : tensor<1x8x2x16xf32>) k(%qk : tensor<1x8x2x16xf32>) v(%v : tensor<1x8x2x8xf32>)
      gates(%g, %g : tensor<1x8x2xf32>, tensor<1x8x2xf32>) cu_seqlens(%cu : tensor<3xi32>) out(%out : tensor<1x8x2x8xf32>)
  %more = arith.constant dense<[0, 4, 8]> : tensor<3xi32>
  // expected-error@below {{'packed.gdn_recurrent' op the packed rows are cut at other `cu_seqlens` here than by another op}}
  // expected-note@below {{pass one and the same `cu_seqlens` value to all ops of a packed batch [packed.gdn_recurrent.shared-cu-seqlens]}}
  %p = packed.gdn_recurrent q(%qk : tensor<1x8x2x16xf32>) k(%qk : tensor<1x8x2x16xf32>) v(%v : tensor<1x8x2x8xf32>)
      gates(%g, %g : tensor<1x8x2xf32>, tensor<1x8x2xf32>) cu_seqlens(%more : tensor<3xi32>) out(%out : tensor<1x8x2x8xf32>)
  return
}

// -----

// A constant belongs to no batch.
func.func @constant_gates(%qk: tensor<1x8x2x16xf32>, %v: tensor<1x8x2x8xf32>, %g: tensor<1x8x2xf32>, %out: tensor<1x8x2x8xf32>, %qk2: tensor<1x8x2x16xf32>, %v2: tensor<1x8x2x8xf32>) {
  %z = arith.constant dense<0.0> : tensor<1x8x2xf32>
  %cu = arith.constant dense<[0, 3, 8]> : tensor<3xi32>
  %more = arith.constant dense<[0, 4, 8]> : tensor<3xi32>
  %o = packed.gdn_recurrent q(%qk : tensor<1x8x2x16xf32>) k(%qk : tensor<1x8x2x16xf32>) v(%v : tensor<1x8x2x8xf32>)
      gates(%z, %z : tensor<1x8x2xf32>, tensor<1x8x2xf32>) cu_seqlens(%cu : tensor<3xi32>) out(%out : tensor<1x8x2x8xf32>)
  %p = packed.gdn_recurrent q(%qk2 : tensor<1x8x2x16xf32>) k(%qk2 : tensor<1x8x2x16xf32>) v(%v2 : tensor<1x8x2x8xf32>)
      gates(%z, %z : tensor<1x8x2xf32>, tensor<1x8x2xf32>) cu_seqlens(%more : tensor<3xi32>) out(%out : tensor<1x8x2x8xf32>)
  return
}

// -----

// expected-note@below {{'g' comes from here}}
func.func @shared_gates(%qk: tensor<1x8x2x16xf32>, %v: tensor<1x8x2x8xf32>, %g: tensor<1x8x2xf32>, %out: tensor<1x8x2x8xf32>, %qk2: tensor<1x8x2x16xf32>, %v2: tensor<1x8x2x8xf32>) {
  %cu = arith.constant dense<[0, 3, 8]> : tensor<3xi32>
  %more = arith.constant dense<[0, 4, 8]> : tensor<3xi32>
  // expected-note@below {{the other op is here, on 'g'}}
  %o = packed.gdn_recurrent q(%qk : tensor<1x8x2x16xf32>) k(%qk : tensor<1x8x2x16xf32>) v(%v : tensor<1x8x2x8xf32>)
      gates(%g, %g : tensor<1x8x2xf32>, tensor<1x8x2xf32>) cu_seqlens(%cu : tensor<3xi32>) out(%out : tensor<1x8x2x8xf32>)
  // expected-error@below {{'packed.gdn_recurrent' op the packed rows are cut at other `cu_seqlens` here than by another op}}
  // expected-note@below {{pass one and the same `cu_seqlens` value to all ops of a packed batch [packed.gdn_recurrent.shared-cu-seqlens]}}
  %p = packed.gdn_recurrent q(%qk2 : tensor<1x8x2x16xf32>) k(%qk2 : tensor<1x8x2x16xf32>) v(%v2 : tensor<1x8x2x8xf32>)
      gates(%g, %g : tensor<1x8x2xf32>, tensor<1x8x2xf32>) cu_seqlens(%more : tensor<3xi32>) out(%out : tensor<1x8x2x8xf32>)
  return
}

// -----

// The next batch in the same place.
memref.global "private" constant @cu : memref<3xi32> = dense<[0, 3, 8]>
memref.global "private" constant @more : memref<3xi32> = dense<[0, 4, 8]>
// expected-note@below {{'qk' comes from here}}
func.func @workspace(%qk: memref<1x8x2x16xf32>, %v: memref<1x8x2x8xf32>, %g: memref<1x8x2xf32>, %out: memref<1x8x2x8xf32>, %next: memref<1x8x2x16xf32>, %v2: memref<1x8x2x8xf32>, %g2: memref<1x8x2xf32>) {
  %cu = memref.get_global @cu : memref<3xi32>
  %more = memref.get_global @more : memref<3xi32>
  // expected-note@below {{the other op is here, on 'qk'}}
  packed.gdn_recurrent q(%qk : memref<1x8x2x16xf32>) k(%qk : memref<1x8x2x16xf32>) v(%v : memref<1x8x2x8xf32>)
      gates(%g, %g : memref<1x8x2xf32>, memref<1x8x2xf32>) cu_seqlens(%cu : memref<3xi32>) out(%out : memref<1x8x2x8xf32>)
  memref.copy %next, %qk : memref<1x8x2x16xf32> to memref<1x8x2x16xf32>
  // expected-remark@below {{'packed.gdn_recurrent' op may break a rule: the packed rows are cut at other `cu_seqlens` here than by another op}}
  // expected-note@below {{a run may or may not take one and the same buffer to both}}
  // expected-note@below {{pass one and the same `cu_seqlens` value to all ops of a packed batch [packed.gdn_recurrent.shared-cu-seqlens]}}
  packed.gdn_recurrent q(%qk : memref<1x8x2x16xf32>) k(%qk : memref<1x8x2x16xf32>) v(%v2 : memref<1x8x2x8xf32>)
      gates(%g2, %g2 : memref<1x8x2xf32>, memref<1x8x2xf32>) cu_seqlens(%more : memref<3xi32>) out(%out : memref<1x8x2x8xf32>)
  return
}
