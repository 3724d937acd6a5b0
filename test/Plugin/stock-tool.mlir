// UNSUPPORTED: sanitized
// The plugin in the stock tool. A plugin that fails to load only warns, so each
// line here needs an effect of the dialect.

// RUN: mlir-opt --load-dialect-plugin=%plugin %s --split-input-file \
// RUN:   --verify-diagnostics -o /dev/null
// RUN: not mlir-opt %s --split-input-file 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WITHOUT
// RUN: mlir-opt --load-dialect-plugin=%plugin %S/../../examples/qwen3-next-decode.mlir \
// RUN:   | FileCheck %s --check-prefix=PRINTED
// RUN: mlir-opt --load-dialect-plugin=%plugin %S/../../examples/qwen3-next-decode.mlir \
// RUN:   --generate-runtime-verification | FileCheck %s --check-prefix=GUARDED

// WITHOUT: Dialect `packed' not found for custom op 'packed.memory_rope'
// PRINTED: packed.gdn_decode qkv(%{{.*}} : tensor<?x8192xbf16>)
// GUARDED: cf.assert {{.*}}Mismatched batch sizes: mixed_qkv.shape[0]=?, a.shape[0]=?, b.shape[0]=?.

// expected-error@below {{'packed.memory_rope' op memory_video_len must be a multiple of latent_height * latent_width, got memory_video_len=1920 latent_height=12 latent_width=7}}
// expected-note@below {{a frame of 12 x 7 has 84 tokens; the nearest multiples are 1848 and 1932}}
// expected-note@below {{make the memory tokens and the coordinates with one and the same grid [packed.memory_rope.multiple]}}
%coords = packed.memory_rope legacy (batch_size = 1, memory_video_len = 1920, target_num_frames = 7, latent_height = 12, latent_width = 7)

// -----

// The type is inferred by the plugin.
%coords = packed.memory_rope legacy (batch_size = 1, memory_video_len = 1920, target_num_frames = 7, latent_height = 12, latent_width = 20)
%slice = tensor.extract_slice %coords[0, 0, 0, 0] [1, 1, 3600, 1] [1, 1, 1, 1] : tensor<1x3x3600x2xf32> to tensor<1x1x3600x1xf32>
