// RUN: packed-opt %s -convert-packed-to-linalg -canonicalize -cse -split-input-file | FileCheck %s

// Two audio channels of three steps behind four rows of text, then one frame of
// two by three patches: each block fills its slice of each result.

// CHECK-LABEL: func @blocks(
// CHECK-SAME:    %[[TEXT:.*]]: index)
// CHECK:         %[[IDS:.*]] = tensor.empty(%{{.*}}) : tensor<?x3xf64>
// CHECK:         %[[SLICE:.*]] = tensor.extract_slice %[[IDS]][0, 0] [%[[TEXT]], 3] [1, 1]
// CHECK:         %[[FILLED:.*]] = linalg.generic
// CHECK-SAME:      iterator_types = ["parallel", "parallel"]
// CHECK-SAME:      outs(%[[SLICE]] : tensor<?x3xf64>)
// CHECK:         %[[AFTER_TEXT:.*]] = tensor.insert_slice %[[FILLED]] into %[[IDS]]
// Audio: the channel is the slow index.
// CHECK:         tensor.extract_slice %[[AFTER_TEXT]][%[[TEXT]], 0] [6, 3] [1, 1]
// CHECK:         linalg.generic
// CHECK:           %[[ROW:.*]] = linalg.index 0
// CHECK:           arith.remsi %[[ROW]], %c3
// CHECK:           arith.divsi %[[ROW]], %c3
// CHECK-NOT:     fastmath
func.func @blocks(%text: index) -> tensor<?x3xf64> {
  %l:8 = packed.sequence t2va (text_len = %text, latent_t = 1, latent_h = 4,
                               latent_w = 6, audio_t = 3)
  return %l#5 : tensor<?x3xf64>
}

// -----

// The time of a frame is a running sum, formed in order.

// CHECK-LABEL: func @running_sum(
// CHECK:         %[[TIMES:.*]]:2 = scf.for {{.*}} iter_args(%[[SUM:.*]] = %{{.*}}, %[[TABLE:.*]] = %{{.*}}) -> (f64, tensor<?xf64>)
// CHECK:           %[[TIME:.*]] = arith.addf %[[SUM]], %{{.*}} : f64
// CHECK:           arith.addf %[[SUM]], %{{.*}} : f64
// CHECK:           tensor.insert %[[TIME]] into %[[TABLE]]
func.func @running_sum(%frames: index) -> tensor<?x3xf64> {
  %l:8 = packed.sequence t2va (text_len = 3, latent_t = %frames, latent_h = 4,
                               latent_w = 6, audio_t = 0)
  return %l#5 : tensor<?x3xf64>
}

// -----

// The last keyframe needs NumPy's pairwise sum, which calls itself.

// CHECK-LABEL: func @last_keyframe(
// CHECK:         call @packed_sum_spans_pairwise(%c0, %{{.*}}) : (index, index) -> f64
// CHECK:       func.func private @packed_sum_spans_pairwise(%{{.*}}: index, %{{.*}}: index) -> f64
// CHECK:         call @packed_sum_spans_pairwise
// CHECK:         call @packed_sum_spans_pairwise
func.func @last_keyframe(%frames: index) -> tensor<?x3xf64> {
  %l:8 = packed.sequence fl2va (text_len = 3, latent_t = %frames, latent_h = 4,
                                latent_w = 6, audio_t = 0, frame_count = 124)
         keyframes [-1]
  return %l#5 : tensor<?x3xf64>
}
