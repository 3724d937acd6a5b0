//===- SequenceOps.td - The packed sequence --------------------*- tablegen -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows of one diffusion request packed into a padded sequence (MiniMax-H3;
// sglang's `minimax_h3_packed_sequence` and
// `minimax_h3_packed_sequence_ref2va_blocks`).
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_IR_SEQUENCEOPS_TD
#define PACKED_IR_SEQUENCEOPS_TD

include "packed/IR/PackedBase.td"
include "mlir/IR/OpAsmInterface.td"

def Packed_SequenceOp : Packed_LayoutOp<"sequence",
    [DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "Layout of a packed text, reference, audio and video sequence";
  let description = [{
    Builds the layout of one request: which row holds what, the position ids of
    each row, and the cumulative lengths that variable-length attention reads.

    Rows, in order: text | keyframes | references in request order | target
    audio | target video | padding. A latent of `h` by `w` takes
    `floor(h/2) * floor(w/2)` rows a frame, audio takes `audio_channel` rows a
    step. `seq_len` defaults to the used rows rounded up to `alignment`.

    | result | type | meaning |
    |---|---|---|
    | `img_pos`, `audio_pos`, `text_pos` | 1-D i64 | row numbers of each kind |
    | `update_mask`, `audio_update_mask` | 1-D i1 | true for rows of the target |
    | `img_position_ids` | `seq_len x 3` f64 | (t, h, w) of each row |
    | `token_tags` | `seq_len` i64 | -1 padding, 0 visual, 1 text, 2 audio |
    | `cu_seqlens` | 3 x i32 | 0, used rows, seq_len |

    ```mlir
    %layout:8 = packed.sequence ref2va
        (text_len = 97, latent_t = 112, latent_h = 48, latent_w = 84,
         audio_t = 631)
        refs [image(latent_h = 64, latent_w = 48), audio(ref_audio_t = 582)]
    ```

    `sp_degree` states the sequence-parallel degree the rows will be split by;
    it changes no result.
  }];
  let arguments = (ins
    Variadic<Index>:$sizes,
    DenseI64ArrayAttr:$static_sizes,
    Packed_TaskAttr:$task,
    DefaultValuedAttr<Packed_RefBlockArrayAttr, "{}">:$ref_blocks,
    OptionalAttr<DenseI64ArrayAttr>:$keyframe_frame_indices,
    DefaultValuedAttr<I64Attr, "64">:$alignment,
    OptionalAttr<I64Attr>:$sp_degree);
  let results = (outs
    AnyRankedTensor:$img_pos,
    AnyRankedTensor:$audio_pos,
    AnyRankedTensor:$text_pos,
    AnyRankedTensor:$update_mask,
    AnyRankedTensor:$audio_update_mask,
    AnyRankedTensor:$img_position_ids,
    AnyRankedTensor:$token_tags,
    AnyRankedTensor:$cu_seqlens);
  let extraClassDeclaration = layoutDeclaration # [{
    /// Sizes in storage order. The sizes of the reference blocks follow, in
    /// request order, in the operand list.
    enum SizeIndex : unsigned {
      TextLen, LatentT, LatentH, LatentW, AudioT, AudioChannel, FrameCount,
      SeqLen, NumSizes
    };
    static ::llvm::ArrayRef<::mlir::packed::SizeSpec> getSizeSpecs();

    /// The sizes as expressions, for rules and layouts.
    ::mlir::packed::SequenceSizes
    getLayoutSizes(::mlir::packed::SizeArena &arena);

    /// The results: names, shapes, element types.
    static ::llvm::ArrayRef<::llvm::StringLiteral> getResultNames();
    static ::llvm::SmallVector<
        ::llvm::SmallVector<::mlir::packed::SizeExpr, 2>>
    getResultShapes(const ::mlir::packed::SequenceRows &rows);
    static ::llvm::SmallVector<::mlir::Type>
    getResultElementTypes(::mlir::MLIRContext *context);

    /// What a block-sparse attention backend asks of the layout: shapes of the
    /// target and of the conditioning streams in patches, roles, the order of
    /// the streams, and the rows of the audio streams. A number that is not a
    /// constant is ShapedType::kDynamic.
    ::mlir::DictionaryAttr getStreamLayout();

    /// How many sizes of reference blocks are operands.
    unsigned getNumExtraDynamicSizes();
    /// The reference blocks with their sizes: attribute, operand, or null where
    /// the request left the size out; in the order of RefBlockAttr's names.
    ::llvm::SmallVector<::llvm::SmallVector<::mlir::OpFoldResult, 4>>
    getMixedRefSizes();
  }];
  let builders = [
    OpBuilder<(ins "::mlir::packed::Task":$task,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$namedSizes,
                   CArg<"::llvm::ArrayRef<::mlir::packed::RefBlockSpec>",
                        "{}">:$refBlocks,
                   CArg<"std::optional<::llvm::ArrayRef<int64_t>>",
                        "std::nullopt">:$keyframeFrameIndices)>
  ];
}

#endif // PACKED_IR_SEQUENCEOPS_TD
