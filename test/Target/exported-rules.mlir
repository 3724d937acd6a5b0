// The rules in a kernel's description: in the order of the reference, with
// nothing taken from the types here, and none about the elements of a buffer.
// What stands around the decode op is not compiled.

// RUN: packed-compile %s -o %t.ptx
// RUN: %python -c "import json, sys; [print(rule['id'], json.dumps(rule['holds']), json.dumps(rule['args'])) for rule in json.load(open(sys.argv[1]))['rules']['gdn_decode']['vk']]" %t.json | FileCheck %s
// RUN: FileCheck %s --input-file %t.json --check-prefix=ATTRS

// CHECK: packed.decode.mixed-qkv-rank ["==", ["rank", "mixed_qkv"], 2] {{\[}}["rank", "mixed_qkv"]]
// CHECK-NEXT: packed.decode.mixed-qkv-contiguous ["==", ["stride", "mixed_qkv", 1], 1] []
// CHECK: packed.decode.out-contiguous ["==", ["contiguous", "out"], 1] []
// CHECK-NEXT: packed.decode.same-device ["and", {{.*}}["==", ["device", "a"], ["device", "mixed_qkv"]]
// CHECK-NEXT: packed.decode.batch ["and", ["==", ["dim", "a", 0], ["dim", "mixed_qkv", 0]], ["==", ["dim", "b", 0], ["dim", "mixed_qkv", 0]]] {{\[}}["dim", "mixed_qkv", 0], ["dim", "a", 0], ["dim", "b", 0]]
// One value may serve two operands.
// CHECK: packed.gdn_decode.gates-shape {{.*}}, ["shape", "a"], ["shape", "b"]]
// CHECK: packed.decode.q-size {{.*}}["%", ["//",
// CHECK: packed.decode.declared-heads {{.*}}["size", "num_q_heads"]]
// CHECK: packed.decode.element-type ["or", ["or", ["==", ["dtype", "mixed_qkv"], "bf16"], ["==", ["dtype", "mixed_qkv"], "f16"]], ["==", ["dtype", "mixed_qkv"], "f32"]] ["mixed_qkv", "bf16, f16 or f32", ["dtype", "mixed_qkv"]]
// CHECK-NOT: packed.decode.index-in-pool

// ATTRS: "attributes": {
// ATTRS-NEXT: "lower_bound": null,
// ATTRS-NEXT: "scale": 0.125,
// ATTRS-NEXT: "use_qk_l2norm": false

func.func private @elsewhere(memref<?x2048xbf16>) -> memref<?x1024xbf16>

func.func @layer(%x: memref<?x2048xbf16>, %gates: memref<?x8xbf16>,
                 %heads: memref<8xf32>, %pool: memref<9x8x64x64xf32>,
                 %slots: memref<?xi32>, %out: memref<?x1x8x64xbf16>) {
  %qkv = func.call @elsewhere(%x)
      : (memref<?x2048xbf16>) -> memref<?x1024xbf16>
  packed.gdn_decode qkv(%qkv : memref<?x1024xbf16>)
      gates(%gates, %gates, %heads, %heads : memref<?x8xbf16>, memref<?x8xbf16>,
            memref<8xf32>, memref<8xf32>)
      state(%pool[%slots] : memref<9x8x64x64xf32>, memref<?xi32>)
      out(%out : memref<?x1x8x64xbf16>)
  return
}
