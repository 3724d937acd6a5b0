//===- BuildersTest.cpp - Building packed ops from C++ --------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a compiler builds is the op that it would parse: its types are inferred,
// its constants are numbers, its sizes reach the operand list in order.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "packed/IR/PackedOps.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::packed;

namespace {

class Builders : public ::testing::Test {
protected:
  Builders() : builder(&context) {
    context.loadDialect<PackedDialect, func::FuncDialect>();
    module = ModuleOp::create(builder.getUnknownLoc());
  }
  ~Builders() override { module->erase(); }

  /// Opens a function with arguments of `types`.
  SmallVector<Value> open(TypeRange types) {
    builder.setInsertionPointToEnd(module.getBody());
    auto func = func::FuncOp::create(builder, builder.getUnknownLoc(), "f",
                                     builder.getFunctionType(types, {}));
    Block *body = func.addEntryBlock();
    builder.setInsertionPointToEnd(body);
    return llvm::to_vector_of<Value>(body->getArguments());
  }

  /// The op verifies, and prints as `text`, which parses to the same.
  void expectPrints(Operation *op, StringRef text) {
    func::ReturnOp::create(builder, builder.getUnknownLoc());
    ASSERT_TRUE(succeeded(verify(module)));
    std::string printed;
    llvm::raw_string_ostream os(printed);
    module.print(os);
    EXPECT_NE(printed.find(text), std::string::npos) << printed;
    OwningOpRef<ModuleOp> parsed =
        parseSourceString<ModuleOp>(printed, &context);
    ASSERT_TRUE(parsed);
    std::string again;
    llvm::raw_string_ostream againOs(again);
    parsed->print(againOs);
    EXPECT_EQ(printed, again);
  }

  OpFoldResult number(int64_t value) { return builder.getIndexAttr(value); }

  MLIRContext context;
  OpBuilder builder;
  ModuleOp module;
};

TEST_F(Builders, MemoryRope) {
  auto args = open({builder.getIndexType(), builder.getIndexType()});
  auto rope = MemoryRopeOp::create(builder, builder.getUnknownLoc(), number(1),
                                   OpFoldResult(args[0]), OpFoldResult(args[1]),
                                   number(12), number(20), "legacy");
  EXPECT_EQ(rope.getMixedSize(MemoryRopeOp::MemoryVideoLen),
            OpFoldResult(args[0]));
  EXPECT_EQ(rope.getMixedSize(MemoryRopeOp::LatentWidth), number(20));
  expectPrints(rope, "packed.memory_rope legacy (batch_size = 1, "
                     "memory_video_len = %arg0, target_num_frames = %arg1, "
                     "latent_height = 12, latent_width = 20)\n");
}

TEST_F(Builders, MemoryRopeOptions) {
  open({});
  auto rope = MemoryRopeOp::create(builder, builder.getUnknownLoc(), number(2),
                                   number(0), number(4), number(6), number(5),
                                   "prefix_continuous", number(3),
                                   /*memoryDownscaleFactor=*/2);
  EXPECT_EQ(cast<RankedTensorType>(rope.getType()).getShape(),
            ArrayRef<int64_t>({2, 3, 120, 2}));
  expectPrints(rope, "sp_target_start_offset = 3) {memory_downscale_factor = 2 "
                     ": i64}");
}

TEST_F(Builders, MemoryRopeAudio) {
  open({});
  auto rope =
      MemoryRopeAudioOp::create(builder, builder.getUnknownLoc(), number(2),
                                number(40), number(26), "legacy");
  EXPECT_EQ(cast<RankedTensorType>(rope.getType()).getShape(),
            ArrayRef<int64_t>({2, 1, 66, 2}));
  expectPrints(rope, "packed.memory_rope_audio legacy (batch_size = 2, "
                     "memory_audio_len = 40, target_audio_len = 26)");
}

TEST_F(Builders, Sequence) {
  auto args = open({builder.getIndexType(), builder.getIndexType()});
  RefBlockSpec image{"image", {}, {}, number(64), OpFoldResult(args[1])};
  RefBlockSpec audio{"audio", number(582), {}, {}, {}};
  auto sequence = SequenceOp::create(
      builder, builder.getUnknownLoc(), Task::Ref2VA,
      {OpFoldResult(args[0]), number(112), number(48), number(84), number(631),
       number(2), OpFoldResult(), OpFoldResult()},
      {image, audio});
  ASSERT_EQ(sequence.getSizes().size(), 2u);
  EXPECT_EQ(sequence.getMixedRefSizes()[0][3], OpFoldResult(args[1]));
  EXPECT_EQ(cast<RankedTensorType>(sequence.getCuSeqlens().getType()),
            RankedTensorType::get({3}, builder.getI32Type()));
  expectPrints(sequence,
               "packed.sequence ref2va (text_len = %arg0, latent_t = 112, "
               "latent_h = 48, latent_w = 84, audio_t = 631) refs "
               "[image(latent_h = 64, latent_w = %arg1), "
               "audio(ref_audio_t = 582)]\n");
}

TEST_F(Builders, SequenceKeyframes) {
  open({});
  auto sequence =
      SequenceOp::create(builder, builder.getUnknownLoc(), Task::FL2VA,
                         {number(16), number(4), number(8), number(12),
                          number(40), number(2), number(13), OpFoldResult()},
                         {}, ArrayRef<int64_t>{0, -1});
  expectPrints(sequence, "frame_count = 13) keyframes [0, -1]\n");
}

TEST_F(Builders, GdnDecode) {
  Type bf16 = builder.getBF16Type(), f32 = builder.getF32Type();
  auto gate = RankedTensorType::get({4, 32}, bf16);
  auto head = RankedTensorType::get({32}, f32);
  auto pool = RankedTensorType::get({1024, 32, 128, 128}, f32);
  auto out = RankedTensorType::get({4, 1, 32, 128}, bf16);
  auto args =
      open({RankedTensorType::get({4, 8192}, bf16), gate, gate, head, head,
            RankedTensorType::get({4}, builder.getI32Type()), out, pool});
  OperationState state(builder.getUnknownLoc(),
                       GdnDecodeOp::getOperationName());
  GdnDecodeOp::build(builder, state, ValueRange(args),
                     ArrayRef<NamedAttribute>{});
  Operation *op = builder.create(state);
  EXPECT_EQ(op->getResultTypes(), TypeRange({out, pool}));
  expectPrints(op, "packed.gdn_decode qkv(%arg0 : tensor<4x8192xbf16>)");
}

} // namespace
