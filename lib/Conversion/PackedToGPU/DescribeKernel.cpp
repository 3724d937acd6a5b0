//===- DescribeKernel.cpp - The description of a decode kernel ------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a launcher that has only the kernel must know, as a dictionary
// attribute; docs/KernelDescription.md explains the entries.
//
//===----------------------------------------------------------------------===//

#include "DecodeLowering.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::packed;

/// The widest access of a lane.
static constexpr unsigned kMaxAccessBytes = 16;

SmallVector<OperandAlignment>
mlir::packed::getAlignments(const DecodeDesc &desc, const Schedule &schedule) {
  SmallVector<OperandAlignment> alignments;
  if (schedule.form == Schedule::Form::Loop)
    return alignments;
  unsigned length = getVectorLength(desc.getScheduleProblem());
  SmallVector<DecodeOperand> vectors{DecodeOperand::MixedQkv,
                                     DecodeOperand::State};
  if (desc.perChannelDecay)
    vectors.append({DecodeOperand::A, DecodeOperand::DtBias});
  for (DecodeOperand operand : vectors) {
    unsigned element = desc.getElementBytes(operand);
    unsigned bytes = std::min(length * element, kMaxAccessBytes);
    if (bytes > element)
      alignments.push_back({operand, bytes});
  }
  return alignments;
}

namespace {

class Describer {
public:
  explicit Describer(MLIRContext *context) : b(context) {}

  Attribute text(const Twine &value) { return b.getStringAttr(value); }
  Attribute number(int64_t value) { return b.getI64IntegerAttr(value); }
  /// A number, or nothing where only run time knows it.
  Attribute size(int64_t value) {
    return ShapedType::isDynamic(value) ? Attribute(b.getUnitAttr())
                                        : number(value);
  }
  Attribute type(Type type) {
    std::string name;
    llvm::raw_string_ostream(name) << type;
    return text(name);
  }
  NamedAttribute entry(StringRef name, Attribute value) {
    return b.getNamedAttr(name, value);
  }

  Attribute argument(const KernelArg &arg, const DecodeDesc &desc);
  Attribute arguments(const DecodeDesc &desc);
  Attribute attributes(const DecodeDesc &desc);
  Attribute sizes(const DecodeDesc &desc);
  Attribute strides(const DecodeDesc &desc);
  Attribute alignment(const DecodeDesc &desc, const Schedule &schedule);
  Attribute schedule(const Schedule &schedule);
  Attribute grid(const DecodeDesc &desc, const Schedule &schedule);

  Builder b;
};

} // namespace

Attribute Describer::argument(const KernelArg &arg, const DecodeDesc &desc) {
  SmallVector<NamedAttribute> entries{entry("name", text(arg.getName()))};
  auto addOperand = [&] {
    entries.push_back(entry("operand", text(getOperandName(arg.operand))));
  };
  switch (arg.kind) {
  case KernelArg::Kind::Pointer:
    addOperand();
    entries.push_back(entry("kind", text("pointer")));
    entries.push_back(entry("dtype", type(desc.getElementType(arg.operand))));
    break;
  case KernelArg::Kind::OuterStride:
  case KernelArg::Kind::HeadStride:
    addOperand();
    entries.push_back(entry("kind", text("stride")));
    entries.push_back(entry("dtype", text("i64")));
    entries.push_back(
        entry("dim", number(arg.kind == KernelArg::Kind::OuterStride ? 0 : 2)));
    break;
  case KernelArg::Kind::Size:
    entries.push_back(entry("kind", text("size")));
    entries.push_back(entry("dtype", text("i32")));
    break;
  }
  return b.getDictionaryAttr(entries);
}

Attribute Describer::arguments(const DecodeDesc &desc) {
  SmallVector<Attribute> list;
  for (const KernelArg &arg : getKernelArgs(desc))
    list.push_back(argument(arg, desc));
  return b.getArrayAttr(list);
}

/// What the kernel computes beside what its operands say.
Attribute Describer::attributes(const DecodeDesc &desc) {
  auto factor = [&](std::optional<float> value) {
    return value ? Attribute(b.getF64FloatAttr(*value))
                 : Attribute(b.getUnitAttr());
  };
  return b.getDictionaryAttr(
      {entry("scale", factor(desc.scale)),
       entry("use_qk_l2norm", b.getBoolAttr(desc.useQkL2norm)),
       entry("lower_bound", factor(desc.lowerBound))});
}

Attribute Describer::sizes(const DecodeDesc &desc) {
  return b.getDictionaryAttr({entry("num_q_heads", size(desc.numQHeads)),
                              entry("num_v_heads", size(desc.numVHeads)),
                              entry("key_dim", size(desc.keyDim)),
                              entry("value_dim", size(desc.valueDim))});
}

Attribute Describer::strides(const DecodeDesc &desc) {
  SmallVector<NamedAttribute> entries;
  for (unsigned i = 0; i < kNumDecodeOperands; ++i)
    entries.push_back(entry(getOperandName(static_cast<DecodeOperand>(i)),
                            size(desc.outerStrides[i])));
  return b.getDictionaryAttr(entries);
}

Attribute Describer::alignment(const DecodeDesc &desc,
                               const Schedule &schedule) {
  SmallVector<NamedAttribute> entries;
  for (auto [operand, bytes] : getAlignments(desc, schedule))
    entries.push_back(entry(getOperandName(operand), number(bytes)));
  return b.getDictionaryAttr(entries);
}

Attribute Describer::schedule(const Schedule &schedule) {
  bool isTile = schedule.form == Schedule::Form::Tile;
  return b.getDictionaryAttr(
      {entry("form", text(isTile ? "tile" : "loop")),
       entry("warps", number(schedule.warps)),
       entry("rows_per_warp", number(schedule.rowsPerWarp)),
       entry("lanes_per_row", number(schedule.lanesPerRow)),
       entry("cache", text(schedule.streaming ? "streaming" : "none"))});
}

Attribute Describer::grid(const DecodeDesc &desc, const Schedule &schedule) {
  auto symbol = [](int64_t size, StringRef name) {
    return ShapedType::isDynamic(size) ? name.str() : std::to_string(size);
  };
  std::string blocks = llvm::formatv(
      "B * {0} * ceildiv({1}, {2})", symbol(desc.numVHeads, "num_v_heads"),
      symbol(desc.valueDim, "value_dim"), schedule.getRowsPerBlock());
  return b.getArrayAttr({text(blocks), text("1"), text("1")});
}

void mlir::packed::describeKernel(Operation *op, const DecodeDesc &desc,
                                  const DecodeVariant &variant) {
  Describer d(op->getContext());
  const Schedule &schedule = variant.schedule;
  Attribute limit = d.b.getUnitAttr();
  if (variant.maxStates)
    limit = d.number(*variant.maxStates);
  Attribute block = d.b.getArrayAttr(
      {d.number(schedule.getThreads()), d.number(1), d.number(1)});
  gpu::GPUFuncOp kernel = variant.kernel;
  kernel->setAttr(
      "packed.kernel",
      d.b.getDictionaryAttr(
          {d.entry("name", d.text(kernel.getName())),
           d.entry("op", d.text(op->getName().stripDialect())),
           d.entry("state_order", d.text(desc.keyMajorState ? "kv" : "vk")),
           d.entry("schedule", d.schedule(schedule)),
           d.entry("arguments", d.arguments(desc)),
           d.entry("attributes", d.attributes(desc)),
           d.entry("sizes", d.sizes(desc)), d.entry("strides", d.strides(desc)),
           d.entry("alignment", d.alignment(desc, schedule)),
           d.entry("max_states", limit),
           d.entry("grid", d.grid(desc, schedule)), d.entry("block", block),
           d.entry("shared_bytes", d.number(0)),
           d.entry("pdl", d.b.getBoolAttr(schedule.pdl))}));
}
