// RUN: packed-opt %s --convert-packed-to-gpu --split-input-file | FileCheck %s

// With a dynamic batch the host picks among tiles by the number of states; a
// scalar kernel stands behind them for buffers that are not aligned.

// CHECK-LABEL: gpu.module @packed_kernels
// CHECK: gpu.func @gdn_decode_w1r4l32_cs(%{{.*}}: !llvm.ptr<1>
// CHECK-SAME: kernel
// CHECK-SAME: known_block_size = array<i32: 32, 1, 1>
// CHECK-SAME: max_states = 79
// CHECK: gpu.func @gdn_decode_w4r8l16_cs
// CHECK: gpu.func @gdn_decode_w1r32l32_cs
// CHECK: gpu.func @gdn_decode_w1r8l32
// CHECK-SAME: max_states
// CHECK: gpu.func @gdn_decode_loop_w4l16
// CHECK-LABEL: func.func @dynamic_batch
// CHECK: %[[STATES:.*]] = arith.muli %{{.*}}, %c32
// CHECK: arith.cmpi ne, %[[STATES]]
// CHECK: arith.cmpi ule, %[[STATES]]
// CHECK: gpu.launch_func @packed_kernels::@gdn_decode_w1r4l32_cs
// CHECK: gpu.launch_func @packed_kernels::@gdn_decode_w4r8l16_cs
// CHECK: gpu.launch_func @packed_kernels::@gdn_decode_w1r32l32_cs
// CHECK: gpu.launch_func @packed_kernels::@gdn_decode_w1r8l32
// CHECK: gpu.launch_func @packed_kernels::@gdn_decode_loop_w4l16
// CHECK-NOT: packed.gdn_decode
func.func @dynamic_batch(
    %qkv: memref<?x8192xbf16, strided<[?, 1]>>, %a: memref<?x32xbf16>,
    %b: memref<?x32xbf16>, %A_log: memref<32xf32>, %dt_bias: memref<32xf32>,
    %slots: memref<?xi32>, %out: memref<?x1x32x128xbf16>,
    %pool: memref<?x32x128x128xf32, strided<[?, 16384, 128, 1]>>) {
  packed.gdn_decode qkv(%qkv : memref<?x8192xbf16, strided<[?, 1]>>)
      gates(%a, %b, %A_log, %dt_bias : memref<?x32xbf16>, memref<?x32xbf16>,
            memref<32xf32>, memref<32xf32>)
      state(%pool[%slots] : memref<?x32x128x128xf32, strided<[?, 16384, 128, 1]>>,
            memref<?xi32>)
      out(%out : memref<?x1x32x128xbf16>) {use_qk_l2norm}
  return
}

// -----

// With a static batch one tile is enough; equal ops share its kernels.

// CHECK-LABEL: gpu.module @packed_kernels
// CHECK-COUNT-2: gpu.func
// CHECK-NOT: gpu.func
// CHECK-LABEL: func.func @two_layers
// CHECK-COUNT-4: gpu.launch_func
func.func @two_layers(
    %qkv: memref<4x8192xbf16>, %a: memref<4x32xbf16>, %b: memref<4x32xbf16>,
    %A_log: memref<32xf32>, %dt_bias: memref<32xf32>, %slots: memref<4xi32>,
    %out: memref<4x1x32x128xbf16>, %pool0: memref<64x32x128x128xf32>,
    %pool1: memref<64x32x128x128xf32>) {
  packed.gdn_decode qkv(%qkv : memref<4x8192xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<4x32xbf16>, memref<4x32xbf16>,
            memref<32xf32>, memref<32xf32>)
      state(%pool0[%slots] : memref<64x32x128x128xf32>, memref<4xi32>)
      out(%out : memref<4x1x32x128xbf16>) {use_qk_l2norm}
  packed.gdn_decode qkv(%qkv : memref<4x8192xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<4x32xbf16>, memref<4x32xbf16>,
            memref<32xf32>, memref<32xf32>)
      state(%pool1[%slots] : memref<64x32x128x128xf32>, memref<4xi32>)
      out(%out : memref<4x1x32x128xbf16>) {use_qk_l2norm}
  return
}

// -----

// Head sizes of run time go to the kernel as arguments; so does a state whose
// rows are K, in the scalar form alone.

// CHECK-LABEL: gpu.module @packed_kernels
// CHECK: gpu.func @kda_decode_loop_w4l1(
// CHECK-NOT: gpu.func
// CHECK-LABEL: func.func @dynamic_heads
// CHECK-COUNT-1: gpu.launch_func
func.func @dynamic_heads(
    %qkv: memref<?x?xf16>, %a: memref<?x?xf16>, %b: memref<?x?xf16>,
    %A_log: memref<?xf32>, %dt_bias: memref<?xf32>, %slots: memref<?xi64>,
    %out: memref<?x1x?x?xf32>, %pool: memref<?x?x?x?xf16>) {
  packed.kda_decode qkv(%qkv : memref<?x?xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<?x?xf16>, memref<?x?xf16>,
            memref<?xf32>, memref<?xf32>)
      state(%pool[%slots] : memref<?x?x?x?xf16>, memref<?xi64>)
      out(%out : memref<?x1x?x?xf32>)
      {state_order = #packed.state_order<kv>, lower_bound = -5.0 : f32}
  return
}

// -----

// A given schedule is taken as it is.

// CHECK: gpu.func @gdn_decode_w2r16l16_cs_pdl
// CHECK: nvvm.griddepcontrol launch_dependents
// CHECK: ld.global.cs.v4.b32
// CHECK: nvvm.griddepcontrol wait
// CHECK: st.global.cs.v4.b32
func.func @given(
    %qkv: memref<4x8192xbf16>, %a: memref<4x32xbf16>, %b: memref<4x32xbf16>,
    %A_log: memref<32xf32>, %dt_bias: memref<32xf32>, %slots: memref<4xi32>,
    %out: memref<4x1x32x128xbf16>, %pool: memref<64x32x128x128xbf16>) {
  packed.gdn_decode qkv(%qkv : memref<4x8192xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<4x32xbf16>, memref<4x32xbf16>,
            memref<32xf32>, memref<32xf32>)
      state(%pool[%slots] : memref<64x32x128x128xbf16>, memref<4xi32>)
      out(%out : memref<4x1x32x128xbf16>)
      {packed.schedule = #packed.schedule<warps = 2, rows_per_warp = 16,
       lanes_per_row = 16, cache = streaming, pdl = true>}
  return
}
