// RUN: not packed-check --report=text --all --quiet %s | FileCheck %s

// The rows of a pool must be dense. Where its type does not tell, what the buffer is
// made from may.

!pool = memref<9x8x64x64xf32, strided<[?, ?, ?, 1], offset: ?>>

func.func @unknown(%pool: !pool, %x: memref<4x1536xf32>, %a: memref<4x8xf32>, %h: memref<8xf32>, %slots: memref<4xi32>, %out: memref<4x1x8x64xf32>) {
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.gdn_decode
  // CHECK: unknown {{ *}}packed.decode.state-inner-strides
  // CHECK: unknown {{ *}}packed.decode.state-inner-strides
  packed.gdn_decode qkv(%x : memref<4x1536xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%pool[%slots] : !pool, memref<4xi32>) out(%out : memref<4x1x8x64xf32>)
  return
}

func.func @cast(%dense: memref<9x8x64x64xf32>, %x: memref<4x1536xf32>, %a: memref<4x8xf32>, %h: memref<8xf32>, %slots: memref<4xi32>, %out: memref<4x1x8x64xf32>) {
  %pool = memref.cast %dense : memref<9x8x64x64xf32> to !pool
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.gdn_decode
  // CHECK: proved {{ *}}packed.decode.state-inner-strides
  // CHECK: proved {{ *}}packed.decode.state-inner-strides
  packed.gdn_decode qkv(%x : memref<4x1536xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%pool[%slots] : !pool, memref<4xi32>) out(%out : memref<4x1x8x64xf32>)
  return
}

func.func @cast_of_swapped(%swapped: memref<9x8x64x64xf32, strided<[32768, 64, 512, 1]>>, %x: memref<4x1536xf32>, %a: memref<4x8xf32>, %h: memref<8xf32>, %slots: memref<4xi32>, %out: memref<4x1x8x64xf32>) {
  %pool = memref.cast %swapped : memref<9x8x64x64xf32, strided<[32768, 64, 512, 1]>> to !pool
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.gdn_decode
  // CHECK: refuted {{ *}}packed.decode.state-inner-strides
  // CHECK: refuted {{ *}}packed.decode.state-inner-strides
  packed.gdn_decode qkv(%x : memref<4x1536xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%pool[%slots] : !pool, memref<4xi32>) out(%out : memref<4x1x8x64xf32>)
  return
}

func.func @dynamic_dims(%n: index, %x: memref<4x1536xf32>, %a: memref<4x8xf32>, %h: memref<8xf32>, %slots: memref<4xi32>, %out: memref<4x1x8x64xf32>) {
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %dense = memref.alloc(%n, %c8, %c64, %c64) : memref<?x?x?x?xf32>
  %pool = memref.cast %dense : memref<?x?x?x?xf32> to !pool
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.gdn_decode
  // CHECK: proved {{ *}}packed.decode.state-inner-strides
  // CHECK: proved {{ *}}packed.decode.state-inner-strides
  packed.gdn_decode qkv(%x : memref<4x1536xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%pool[%slots] : !pool, memref<4xi32>) out(%out : memref<4x1x8x64xf32>)
  return
}

func.func @rows_of_a_wider_pool(%n: index, %x: memref<4x1536xf32>, %a: memref<4x8xf32>, %h: memref<8xf32>, %slots: memref<4xi32>, %out: memref<4x1x8x64xf32>) {
  %c128 = arith.constant 128 : index
  %wide = memref.alloc(%c128) : memref<9x8x64x?xf32>
  %view = memref.subview %wide[0, 0, 0, 0] [9, 8, 64, 64] [1, 1, 1, 1] : memref<9x8x64x?xf32> to memref<9x8x64x64xf32, strided<[?, ?, ?, 1]>>
  %pool = memref.cast %view : memref<9x8x64x64xf32, strided<[?, ?, ?, 1]>> to !pool
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.gdn_decode
  // CHECK: refuted {{ *}}packed.decode.state-inner-strides
  // CHECK: refuted {{ *}}packed.decode.state-inner-strides
  packed.gdn_decode qkv(%x : memref<4x1536xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%pool[%slots] : !pool, memref<4xi32>) out(%out : memref<4x1x8x64xf32>)
  return
}

func.func @every_other_slot(%twice: memref<18x8x64x64xf32>, %x: memref<4x1536xf32>, %a: memref<4x8xf32>, %h: memref<8xf32>, %slots: memref<4xi32>, %out: memref<4x1x8x64xf32>) {
  %view = memref.subview %twice[0, 0, 0, 0] [9, 8, 64, 64] [2, 1, 1, 1] : memref<18x8x64x64xf32> to memref<9x8x64x64xf32, strided<[65536, 4096, 64, 1]>>
  %pool = memref.cast %view : memref<9x8x64x64xf32, strided<[65536, 4096, 64, 1]>> to !pool
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.gdn_decode
  // CHECK: proved {{ *}}packed.decode.state-inner-strides
  // CHECK: proved {{ *}}packed.decode.state-inner-strides
  packed.gdn_decode qkv(%x : memref<4x1536xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%pool[%slots] : !pool, memref<4xi32>) out(%out : memref<4x1x8x64xf32>)
  return
}

func.func @given(%flat: memref<?xf32>, %rows: index, %x: memref<4x1536xf32>, %a: memref<4x8xf32>, %h: memref<8xf32>, %slots: memref<4xi32>, %out: memref<4x1x8x64xf32>) {
  %c64 = arith.constant 64 : index
  %heads = arith.muli %c64, %c64 : index
  %pool = memref.reinterpret_cast %flat to offset: [%rows], sizes: [9, 8, 64, 64], strides: [%rows, %heads, %c64, 1] : memref<?xf32> to !pool
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.gdn_decode
  // CHECK: proved {{ *}}packed.decode.state-inner-strides
  // CHECK: proved {{ *}}packed.decode.state-inner-strides
  packed.gdn_decode qkv(%x : memref<4x1536xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%pool[%slots] : !pool, memref<4xi32>) out(%out : memref<4x1x8x64xf32>)
  return
}

func.func @given_too_wide(%flat: memref<?xf32>, %rows: index, %x: memref<4x1536xf32>, %a: memref<4x8xf32>, %h: memref<8xf32>, %slots: memref<4xi32>, %out: memref<4x1x8x64xf32>) {
  %c128 = arith.constant 128 : index
  %c8192 = arith.constant 8192 : index
  %pool = memref.reinterpret_cast %flat to offset: [%rows], sizes: [9, 8, 64, 64], strides: [%rows, %c8192, %c128, 1] : memref<?xf32> to !pool
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.gdn_decode
  // CHECK: refuted {{ *}}packed.decode.state-inner-strides
  // CHECK: refuted {{ *}}packed.decode.state-inner-strides
  packed.gdn_decode qkv(%x : memref<4x1536xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%pool[%slots] : !pool, memref<4xi32>) out(%out : memref<4x1x8x64xf32>)
  return
}

func.func private @callee(%pool: !pool, %x: memref<4x1536xf32>, %a: memref<4x8xf32>, %h: memref<8xf32>, %slots: memref<4xi32>, %out: memref<4x1x8x64xf32>) {
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.gdn_decode
  // CHECK: proved {{ *}}packed.decode.state-inner-strides
  // CHECK: proved {{ *}}packed.decode.state-inner-strides
  packed.gdn_decode qkv(%x : memref<4x1536xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%pool[%slots] : !pool, memref<4xi32>) out(%out : memref<4x1x8x64xf32>)
  return
}
func.func @caller(%dense: memref<9x8x64x64xf32>, %x: memref<4x1536xf32>, %a: memref<4x8xf32>, %h: memref<8xf32>, %slots: memref<4xi32>, %out: memref<4x1x8x64xf32>) {
  %pool = memref.cast %dense : memref<9x8x64x64xf32> to !pool
  func.call @callee(%pool, %x, %a, %h, %slots, %out) : (!pool, memref<4x1536xf32>, memref<4x8xf32>, memref<8xf32>, memref<4xi32>, memref<4x1x8x64xf32>) -> ()
  return
}
