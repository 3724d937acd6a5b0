//===- MemoryRopeOps.td - Memory RoPE coordinates --------------*- tablegen -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Coordinates of the video and audio rotary embedding where memory tokens stand
// in front of the target tokens (JoyEcho over LTX-2; sglang's
// `build_memory_video_rope_coords` and `build_memory_audio_rope_coords`).
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_IR_MEMORYROPEOPS_TD
#define PACKED_IR_MEMORYROPEOPS_TD

include "packed/IR/PackedBase.td"

def Packed_MemoryRopeOp : Packed_LayoutOp<"memory_rope"> {
  let summary = "Video RoPE coordinates of memory frames and target frames";
  let description = [{
    Gives the (start, end) of every token on the time, height and width axes:
    f32 `[batch_size, 3, memory_frames*h*w + target_num_frames*h*w, 2]`, where
    `memory_frames = memory_video_len / (h*w)`. Tokens run frame, row, column;
    memory comes first. With `prefix_continuous` the target frames count on
    after the memory, else they start at zero; `sp_target_start_offset` is the
    first target frame of a sequence-parallel shard.

    Time is `max(8*t + causal_offset - 8, 0) / frames_per_second`; height and
    width are scaled by 32, and for memory tokens by `memory_downscale_factor`
    as well, all in f32.

    ```mlir
    %coords = packed.memory_rope prefix_continuous
        (batch_size = 1, memory_video_len = %n, target_num_frames = 7,
         latent_height = 12, latent_width = 20)
    ```
  }];
  let arguments = (ins
    Variadic<Index>:$sizes,
    DenseI64ArrayAttr:$static_sizes,
    StrAttr:$mode,
    DefaultValuedAttr<I64Attr, "1">:$memory_downscale_factor);
  let results = (outs AnyRankedTensor:$coords);
  let extraClassDeclaration = layoutDeclaration # [{
    /// Sizes in storage order.
    enum SizeIndex : unsigned {
      BatchSize, MemoryVideoLen, TargetNumFrames, LatentHeight, LatentWidth,
      SpTargetStartOffset, NumSizes
    };
    static ::llvm::ArrayRef<::mlir::packed::SizeSpec> getSizeSpecs();
    /// The sizes as expressions, for rules and layouts.
    ::mlir::packed::MemoryRopeSizes getLayoutSizes(::mlir::packed::SizeArena &arena);
  }];
  let builders = [
    OpBuilder<(ins "::mlir::OpFoldResult":$batchSize,
                   "::mlir::OpFoldResult":$memoryVideoLen,
                   "::mlir::OpFoldResult":$targetNumFrames,
                   "::mlir::OpFoldResult":$latentHeight,
                   "::mlir::OpFoldResult":$latentWidth,
                   "::llvm::StringRef":$mode,
                   CArg<"::mlir::OpFoldResult", "{}">:$spTargetStartOffset,
                   CArg<"int64_t", "1">:$memoryDownscaleFactor)>
  ];
}

def Packed_MemoryRopeAudioOp : Packed_LayoutOp<"memory_rope_audio"> {
  let summary = "Audio RoPE coordinates of memory and target frames";
  let description = [{
    Gives the (start, end) in seconds of every audio token: f32
    `[batch_size, 1, memory_audio_len + target_audio_len, 2]`. Frame f starts at
    `max(4*f + 1 - 4, 0) * 160 / 16000` and ends where frame f + 1 starts. The
    target's first frame is `memory_audio_len` with `prefix_continuous`, else 0.

    ```mlir
    %coords = packed.memory_rope_audio legacy
        (batch_size = 1, memory_audio_len = 50, target_audio_len = %n)
    ```
  }];
  let arguments = (ins
    Variadic<Index>:$sizes,
    DenseI64ArrayAttr:$static_sizes,
    StrAttr:$mode);
  let results = (outs AnyRankedTensor:$coords);
  let extraClassDeclaration = layoutDeclaration # [{
    /// Sizes in storage order.
    enum SizeIndex : unsigned {
      BatchSize, MemoryAudioLen, TargetAudioLen, NumSizes
    };
    static ::llvm::ArrayRef<::mlir::packed::SizeSpec> getSizeSpecs();
    /// The sizes as expressions, for rules and layouts.
    ::mlir::packed::MemoryRopeAudioSizes getLayoutSizes(::mlir::packed::SizeArena &arena);
  }];
  let builders = [
    OpBuilder<(ins "::mlir::OpFoldResult":$batchSize,
                   "::mlir::OpFoldResult":$memoryAudioLen,
                   "::mlir::OpFoldResult":$targetAudioLen,
                   "::llvm::StringRef":$mode)>
  ];
}

#endif // PACKED_IR_MEMORYROPEOPS_TD
