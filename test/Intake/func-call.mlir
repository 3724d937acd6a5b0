// Calls of declarations that say which op they stand for.
// RUN: packed-opt --packed-raise --split-input-file --verify-diagnostics %s | FileCheck %s

// On memrefs, in place.
// CHECK-LABEL: func.func @buffers
// CHECK: packed.gdn_decode qkv(%arg0 : memref<4x1024xbf16>) {{.*}} {scale = 5.000000e-01 : f32, use_qk_l2norm}
func.func private @decode(memref<4x1024xbf16>, memref<4x8xbf16>, memref<4x8xbf16>, memref<8xf32>, memref<8xf32>,
    memref<9x8x64x64xf32>, memref<4x1x8x64xbf16>, memref<4xi32>)
    attributes {packed.op = "packed.gdn_decode", packed.args = {use_qk_l2norm = true}}
func.func @buffers(%qkv: memref<4x1024xbf16>, %a: memref<4x8xbf16>, %p: memref<8xf32>, %pool: memref<9x8x64x64xf32>,
    %out: memref<4x1x8x64xbf16>, %slots: memref<4xi32>) {
  call @decode(%qkv, %a, %a, %p, %p, %pool, %out, %slots) {packed.args = {scale = 0.5 : f32}}
    : (memref<4x1024xbf16>, memref<4x8xbf16>, memref<4x8xbf16>, memref<8xf32>, memref<8xf32>,
       memref<9x8x64x64xf32>, memref<4x1x8x64xbf16>, memref<4xi32>) -> ()
  return
}

// -----

// Scalars as operands: constants, and sizes that aren't.
// CHECK-LABEL: func.func @scalars
// CHECK: %[[N:.+]] = arith.index_cast %arg0 : i32 to index
// CHECK: packed.memory_rope legacy (batch_size = 1, memory_video_len = %[[N]], target_num_frames = %arg1, latent_height = 8, latent_width = 8) {memory_downscale_factor = 2 : i64}
func.func private @coords(i32, i32, index, i64, i64, i64) -> tensor<1x3x?x2xf32>
    attributes {packed.op = "packed.memory_rope", packed.args = {mode = "legacy"}}
func.func @scalars(%len: i32, %frames: index) -> tensor<1x3x?x2xf32> {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i64
  %c8 = arith.constant 8 : i64
  %0 = call @coords(%c1, %len, %frames, %c8, %c8, %c2) : (i32, i32, index, i64, i64, i64) -> tensor<1x3x?x2xf32>
  return %0 : tensor<1x3x?x2xf32>
}

// -----

// A declaration without the mark is anybody's.
// CHECK-LABEL: func.func @others
// CHECK: call @gdn_decode()
func.func private @gdn_decode()
func.func @others() {
  call @gdn_decode() : () -> ()
  return
}

// -----

// expected-error@below {{'func.func' op 'packed.op' must name an op, got "gdn"}}
// expected-note@below {{there are packed.gdn_decode, packed.kda_decode, packed.gdn_recurrent, packed.memory_rope, packed.memory_rope_audio, packed.sequence}}
func.func private @unknown() attributes {packed.op = "gdn"}
func.func @calls_unknown() {
  call @unknown() : () -> ()
  return
}

// -----

func.func private @bad_args() attributes {packed.op = "packed.gdn_decode", packed.args = 3 : i64}
func.func @calls_bad_args() {
  // expected-error@below {{'func.call' op calls packed.gdn_decode: 'packed.args' must be a dictionary, got 3 : i64}}
  call @bad_args() : () -> ()
  return
}

// -----

// A memref that is written can't be left out.
func.func private @no_out(memref<4x1024xbf16>, memref<4x8xbf16>, memref<4x8xbf16>, memref<8xf32>, memref<8xf32>,
    memref<9x8x64x64xf32>, memref<4xi32>) attributes {packed.op = "packed.gdn_decode"}
func.func @calls_no_out(%qkv: memref<4x1024xbf16>, %a: memref<4x8xbf16>, %p: memref<8xf32>, %pool: memref<9x8x64x64xf32>,
    %slots: memref<4xi32>) {
  // expected-error@below {{'func.call' op calls packed.gdn_decode: argument 'out' is missing}}
  call @no_out(%qkv, %a, %a, %p, %p, %pool, %slots) : (memref<4x1024xbf16>, memref<4x8xbf16>, memref<4x8xbf16>,
    memref<8xf32>, memref<8xf32>, memref<9x8x64x64xf32>, memref<4xi32>) -> ()
  return
}
