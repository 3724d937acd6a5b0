//===- KernelBuilder.cpp - Values inside a decode kernel ------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The vocabulary of the decode kernels; see the header.
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::packed;

/// The widest access of a lane.
static constexpr unsigned kMaxAccessBytes = 16;
/// A register, the unit of accesses in the text of PTX.
static constexpr unsigned kWordBytes = 4;

KernelBuilder::KernelBuilder(Location loc, gpu::GPUFuncOp func,
                             const DecodeDesc &desc, GpuFamily family)
    : ImplicitLocOpBuilder(loc, func.getContext()), func(func), desc(desc),
      family(family), args(getKernelArgs(desc)) {
  setInsertionPointToStart(&func.getBody().front());
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value KernelBuilder::i32(int64_t value) {
  return arith::ConstantOp::create(*this, getI32IntegerAttr(value));
}

Value KernelBuilder::i64(int64_t value) {
  return arith::ConstantOp::create(*this, getI64IntegerAttr(value));
}

Value KernelBuilder::f32(double value) {
  return arith::ConstantOp::create(*this, getF32FloatAttr(value));
}

Value KernelBuilder::splat(Type type, double value) {
  return broadcast(f32(value), type);
}

Value KernelBuilder::broadcast(Value scalar, Type type) {
  if (scalar.getType() == type)
    return scalar;
  return vector::BroadcastOp::create(*this, type, scalar);
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

Value KernelBuilder::add(Value lhs, Value rhs) {
  return createOrFold<arith::AddIOp>(lhs, rhs);
}

Value KernelBuilder::mul(Value lhs, Value rhs) {
  return createOrFold<arith::MulIOp>(lhs, rhs);
}

Value KernelBuilder::divu(Value lhs, Value rhs) {
  return createOrFold<arith::DivUIOp>(lhs, rhs);
}

Value KernelBuilder::remu(Value lhs, Value rhs) {
  return createOrFold<arith::RemUIOp>(lhs, rhs);
}

Value KernelBuilder::ult(Value lhs, Value rhs) {
  return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::ult, lhs, rhs);
}

Value KernelBuilder::toI64(Value value) {
  if (value.getType().isInteger(64))
    return value;
  return createOrFold<arith::ExtUIOp>(getI64Type(), value);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

// Sums of products may fuse: one rounding less, half the instructions.
static constexpr arith::FastMathFlags kContract =
    arith::FastMathFlags::contract;

Value KernelBuilder::fadd(Value lhs, Value rhs) {
  return arith::AddFOp::create(*this, lhs, rhs, kContract);
}

Value KernelBuilder::fmul(Value lhs, Value rhs) {
  return arith::MulFOp::create(*this, lhs, rhs, kContract);
}

Value KernelBuilder::fma(Value lhs, Value rhs, Value addend) {
  if (!addend)
    return fmul(lhs, rhs);
  return LLVM::FMAOp::create(*this, lhs, rhs, addend);
}

Value KernelBuilder::callIntrinsic(StringRef name, Value operand) {
  return LLVM::CallIntrinsicOp::create(*this, operand.getType(),
                                       getStringAttr(name), ValueRange(operand))
      .getResult(0);
}

/// `function` on each element, where the hardware has only a scalar form.
static Value mapElements(ImplicitLocOpBuilder &b, Value value,
                         function_ref<Value(Value)> function) {
  auto type = dyn_cast<VectorType>(value.getType());
  if (!type)
    return function(value);
  SmallVector<Value> elements;
  for (int64_t i = 0; i < type.getNumElements(); ++i)
    elements.push_back(function(vector::ExtractOp::create(b, value, i)));
  return vector::FromElementsOp::create(b, type, elements);
}

Value KernelBuilder::callPerElement(StringRef nvvmName, StringRef rocdlName,
                                    Value x) {
  return mapElements(*this, x, [&](Value element) {
    return callIntrinsic(family == GpuFamily::NVVM ? nvvmName : rocdlName,
                         element);
  });
}

// The forms that flush denormals: the others wrap each instruction into a
// rescaling, and no result here is wanted below 2^-126.

Value KernelBuilder::exp2(Value x) {
  return callPerElement("llvm.nvvm.ex2.approx.ftz.f", "llvm.amdgcn.exp2", x);
}

Value KernelBuilder::exp(Value x) {
  return exp2(fmul(x, splat(x.getType(), llvm::numbers::log2e)));
}

Value KernelBuilder::log2(Value x) {
  return callPerElement("llvm.nvvm.lg2.approx.ftz.f", "llvm.amdgcn.log", x);
}

Value KernelBuilder::reciprocal(Value x) {
  return callPerElement("llvm.nvvm.rcp.approx.ftz.f", "llvm.amdgcn.rcp", x);
}

Value KernelBuilder::rsqrt(Value x) {
  return callPerElement("llvm.nvvm.rsqrt.approx.ftz.f", "llvm.amdgcn.rsq", x);
}

Value KernelBuilder::sumElements(Value vector) {
  auto type = dyn_cast<VectorType>(vector.getType());
  if (!type)
    return vector;
  SmallVector<Value> terms;
  for (int64_t i = 0; i < type.getNumElements(); ++i)
    terms.push_back(vector::ExtractOp::create(*this, vector, i));
  // A tree: half the dependent additions of a chain, and a smaller error.
  while (terms.size() > 1) {
    SmallVector<Value> sums;
    for (size_t i = 0; i + 1 < terms.size(); i += 2)
      sums.push_back(fadd(terms[i], terms[i + 1]));
    if (terms.size() % 2)
      sums.push_back(terms.back());
    terms = std::move(sums);
  }
  return terms.front();
}

Value KernelBuilder::exchange(Value value, Value operand,
                              gpu::ShuffleMode mode) {
  // An exchange never leaves a group of lanes, so a full width is right on a
  // subgroup of 32 lanes with AMD as well.
  Value width = i32(family == GpuFamily::NVVM ? 32 : 64);
  return gpu::ShuffleOp::create(*this, value, operand, width, mode)
      .getShuffleResult();
}

Value KernelBuilder::sumLanes(Value value, unsigned lanes) {
  for (unsigned step = lanes / 2; step > 0; step /= 2)
    value = fadd(value, exchange(value, i32(step), gpu::ShuffleMode::XOR));
  return value;
}

Value KernelBuilder::sumLanesScattered(SmallVector<Value> values,
                                       unsigned lanes, Value laneOfGroup) {
  for (; values.size() > 1; lanes /= 2) {
    size_t half = values.size() / 2;
    Value step = i32(lanes / 2);
    Value bit = arith::AndIOp::create(*this, laneOfGroup, step);
    Value isUpper =
        arith::CmpIOp::create(*this, arith::CmpIPredicate::ne, bit, i32(0));
    SmallVector<Value> kept;
    for (size_t i = 0; i < half; ++i) {
      Value lower = values[i], upper = values[i + half];
      Value mine = arith::SelectOp::create(*this, isUpper, upper, lower);
      Value other = arith::SelectOp::create(*this, isUpper, lower, upper);
      kept.push_back(fadd(mine, exchange(other, step, gpu::ShuffleMode::XOR)));
    }
    values = std::move(kept);
  }
  return sumLanes(values.front(), lanes);
}

Value KernelBuilder::readLane(Value value, Value source) {
  return exchange(value, source, gpu::ShuffleMode::IDX);
}

Value KernelBuilder::keepIf(Value keep, Value value) {
  if (!keep)
    return value;
  Value zero = arith::ConstantOp::create(*this, getZeroAttr(value.getType()));
  return arith::SelectOp::create(*this, keep, value, zero);
}

//===----------------------------------------------------------------------===//
// Geometry
//===----------------------------------------------------------------------===//

Value KernelBuilder::threadIndex() {
  Value index = gpu::ThreadIdOp::create(*this, gpu::Dimension::x);
  return arith::IndexCastOp::create(*this, getI32Type(), index);
}

Value KernelBuilder::blockIndex() {
  Value index = gpu::BlockIdOp::create(*this, gpu::Dimension::x);
  return arith::IndexCastOp::create(*this, getI32Type(), index);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

Value KernelBuilder::getArg(KernelArg::Kind kind, DecodeOperand operand,
                            KernelArg::Size size) {
  for (auto [arg, value] : llvm::zip_equal(args, func.getArguments())) {
    bool isSize = kind == KernelArg::Kind::Size;
    if (arg.kind == kind &&
        (isSize ? arg.size == size : arg.operand == operand))
      return value;
  }
  llvm_unreachable("static sizes and strides are no arguments");
}

Value KernelBuilder::getStride(DecodeOperand operand) {
  int64_t stride = desc.getOuterStride(operand);
  if (!ShapedType::isDynamic(stride))
    return i64(stride);
  return getArg(KernelArg::Kind::OuterStride, operand);
}

Value KernelBuilder::getOutHeadStride() {
  if (!ShapedType::isDynamic(desc.outHeadStride))
    return i64(desc.outHeadStride);
  return getArg(KernelArg::Kind::HeadStride, DecodeOperand::Out);
}

Value KernelBuilder::getSize(KernelArg::Size size) {
  const int64_t sizes[] = {desc.numQHeads, desc.numVHeads, desc.keyDim,
                           desc.valueDim};
  int64_t known = sizes[static_cast<unsigned>(size)];
  if (!ShapedType::isDynamic(known))
    return i32(known);
  return getArg(KernelArg::Kind::Size, DecodeOperand::MixedQkv, size);
}

Value KernelBuilder::addressOf(DecodeOperand operand, Value offset) {
  return advance(getArg(KernelArg::Kind::Pointer, operand), operand, offset);
}

Value KernelBuilder::advance(Value address, DecodeOperand operand,
                             Value offset) {
  return LLVM::GEPOp::create(*this, address.getType(),
                             desc.getElementType(operand), address,
                             ValueRange(toI64(offset)));
}

/// f32, or the vector of f32 as long as `type`.
static Type toF32Type(Type type) {
  Type f32 = Float32Type::get(type.getContext());
  if (auto vectorType = dyn_cast<VectorType>(type))
    return vectorType.clone(f32);
  return f32;
}

Value KernelBuilder::toF32(Value value) {
  Type elementType = getElementTypeOrSelf(value);
  if (elementType.isF32())
    return value;
  Type type = toF32Type(value.getType());
  if (elementType.getIntOrFloatBitWidth() > 32)
    return arith::TruncFOp::create(*this, type, value);
  return arith::ExtFOp::create(*this, type, value);
}

Value KernelBuilder::fromF32(Value value, Type elementType) {
  if (elementType.isF32())
    return value;
  Type type = elementType;
  if (auto vectorType = dyn_cast<VectorType>(value.getType()))
    type = vectorType.clone(elementType);
  if (elementType.getIntOrFloatBitWidth() > 32)
    return arith::ExtFOp::create(*this, type, value);
  return arith::TruncFOp::create(*this, type, value);
}

Value KernelBuilder::load(DecodeOperand operand, Value address, unsigned length,
                          bool streaming) {
  Type type = desc.getElementType(operand);
  if (length > 1)
    type = VectorType::get(length, type);
  unsigned bytes = desc.getElementBytes(operand) * length;
  return toF32(LLVM::LoadOp::create(*this, type, address,
                                    std::min(bytes, kMaxAccessBytes),
                                    /*isVolatile=*/false, streaming));
}

Value KernelBuilder::loadIf(Value condition, DecodeOperand operand,
                            Value address, unsigned length, bool streaming) {
  unsigned bytes = desc.getElementBytes(operand) * length;
  Type type = desc.getElementType(operand);
  if (length > 1)
    type = VectorType::get(length, type);
  if (family == GpuFamily::NVVM && bytes >= kWordBytes)
    return toF32(loadWords(condition, type, address, bytes, streaming));
  auto branch = scf::IfOp::create(*this, toF32Type(type), condition,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(*this, load(operand, address, length, streaming));
  setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(*this, splat(toF32Type(type), 0.0));
  return branch.getResult(0);
}

void KernelBuilder::store(DecodeOperand operand, Value address, Value value,
                          bool streaming) {
  value = fromF32(value, desc.getElementType(operand));
  unsigned length = 1;
  if (auto vectorType = dyn_cast<VectorType>(value.getType()))
    length = vectorType.getNumElements();
  unsigned bytes = desc.getElementBytes(operand) * length;
  if (streaming && bytes >= kWordBytes && family == GpuFamily::NVVM)
    return storeWords(value, address, bytes);
  LLVM::StoreOp::create(*this, value, address, std::min(bytes, kMaxAccessBytes),
                        /*isVolatile=*/false, streaming);
}

Value KernelBuilder::loadSlot(Value request) {
  Value offset = mul(toI64(request), getStride(DecodeOperand::Indices));
  Type type = desc.getElementType(DecodeOperand::Indices);
  Value slot = LLVM::LoadOp::create(*this, type,
                                    addressOf(DecodeOperand::Indices, offset));
  if (type.isInteger(64))
    return slot;
  return arith::ExtSIOp::create(*this, getI64Type(), slot);
}

//===----------------------------------------------------------------------===//
// Accesses in the text of PTX
//===----------------------------------------------------------------------===//
//
// NVPTX drops `nontemporal`, and it has no way to say a load under a predicate
// but a branch, which LLVM then merges with others.

/// `{$0, $1}` or `$0` for `words` operands from number `first` on.
static std::string getWordList(unsigned first, unsigned words) {
  std::string list;
  for (unsigned i = 0; i < words; ++i)
    list += (i ? ", $" : "$") + std::to_string(first + i);
  return words == 1 ? list : "{" + list + "}";
}

/// `.v4.b32`, `.v2.b32` or `.b32`.
static std::string getWordSuffix(unsigned words) {
  return (words == 1 ? "" : ".v" + std::to_string(words)) + ".b32";
}

Value KernelBuilder::loadWords(Value condition, Type type, Value address,
                               unsigned bytes, bool streaming) {
  unsigned words = bytes / kWordBytes;
  Type word = getI32Type();
  Type result = word;
  if (words > 1)
    result = LLVM::LLVMStructType::getLiteral(getContext(),
                                              SmallVector<Type>(words, word));
  std::string constraints;
  for (unsigned i = 0; i < words; ++i)
    constraints += "=r,";
  std::string text = llvm::formatv(
      "@${0} ld.global{1}{2} {3}, [${4}];", words + 1, streaming ? ".cs" : "",
      getWordSuffix(words), getWordList(0, words), words);
  auto load = LLVM::InlineAsmOp::create(
      *this, result, ValueRange{address, condition}, text,
      constraints + "l,b,~{memory}",
      /*has_side_effects=*/true, /*is_align_stack=*/false,
      LLVM::TailCallKind::None, LLVM::AsmDialectAttr(), ArrayAttr());
  Value loaded = load.getResult(0);
  if (words > 1) {
    SmallVector<Value> parts;
    for (unsigned i = 0; i < words; ++i)
      parts.push_back(LLVM::ExtractValueOp::create(*this, loaded, i));
    loaded = vector::FromElementsOp::create(*this, VectorType::get(words, word),
                                            parts);
  }
  return LLVM::BitcastOp::create(*this, type, loaded);
}

void KernelBuilder::storeWords(Value value, Value address, unsigned bytes) {
  unsigned words = bytes / kWordBytes;
  Type word = getI32Type();
  Type type = word;
  if (words > 1)
    type = VectorType::get(words, word);
  Value bits = LLVM::BitcastOp::create(*this, type, value);
  SmallVector<Value> operands{address};
  std::string constraints = "l";
  for (unsigned i = 0; i < words; ++i) {
    operands.push_back(words == 1 ? bits
                                  : vector::ExtractOp::create(*this, bits, i));
    constraints += ",r";
  }
  std::string text = "st.global.cs" + getWordSuffix(words) + " [$0], " +
                     getWordList(1, words) + ";";
  LLVM::InlineAsmOp::create(*this, TypeRange(), operands, text,
                            constraints + ",~{memory}",
                            /*has_side_effects=*/true,
                            /*is_align_stack=*/false, LLVM::TailCallKind::None,
                            LLVM::AsmDialectAttr(), ArrayAttr());
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

void KernelBuilder::ifThen(Value condition, function_ref<void()> body) {
  if (!condition)
    return body();
  auto branch = scf::IfOp::create(*this, condition);
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToStart(branch.thenBlock());
  body();
}

void KernelBuilder::ifThenElse(Value condition, function_ref<void()> thenBody,
                               function_ref<void()> elseBody) {
  auto branch = scf::IfOp::create(*this, condition, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToStart(branch.thenBlock());
  thenBody();
  setInsertionPointToStart(branch.elseBlock());
  elseBody();
}

SmallVector<Value> KernelBuilder::forLoop(
    Value from, Value to, Value step, ValueRange init,
    function_ref<SmallVector<Value>(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(*this, from, to, step, init);
  OpBuilder::InsertionGuard guard(*this);
  // Without carried values the builder has made the terminator already.
  setInsertionPointToStart(loop.getBody());
  SmallVector<Value> next =
      body(loop.getInductionVar(), loop.getRegionIterArgs());
  if (!init.empty())
    scf::YieldOp::create(*this, next);
  return llvm::to_vector_of<Value>(loop.getResults());
}

void KernelBuilder::pinLoads() {
  if (family == GpuFamily::NVVM)
    NVVM::SyncWarpOp::create(*this, i32(-1));
}

void KernelBuilder::launchDependents() {
  NVVM::GriddepcontrolOp::create(*this,
                                 NVVM::GridDepActionKind::launch_dependents);
}

void KernelBuilder::waitForPrerequisites() {
  NVVM::GriddepcontrolOp::create(*this, NVVM::GridDepActionKind::wait);
}
