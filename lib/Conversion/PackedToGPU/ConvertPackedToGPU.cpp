//===- ConvertPackedToGPU.cpp - Decode ops to GPU kernels -----------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass: reads each op, settles its schedules, emits kernels, descriptions
// and host code.
//
//===----------------------------------------------------------------------===//

#include "DecodeLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "packed/Conversion/PackedToGPU/Passes.h"
#include "packed/IR/PackedDialect.h"

namespace mlir::packed {
#define GEN_PASS_DEF_CONVERTPACKEDTOGPUPASS
#include "packed/Conversion/PackedToGPU/Passes.h.inc"
} // namespace mlir::packed

using namespace mlir;
using namespace mlir::packed;

static constexpr StringLiteral kScheduleName = "packed.schedule";
static constexpr StringLiteral kModuleName = "packed_kernels";
/// The first chip with programmatic dependent launch.
static constexpr unsigned kFirstPdlChip = 90;

namespace {

class ConvertPackedToGPU
    : public mlir::packed::impl::ConvertPackedToGPUPassBase<
          ConvertPackedToGPU> {
public:
  using Base::Base;

  void runOnOperation() override;

private:
  LogicalResult readOptions();
  LogicalResult convert(Operation *op);
  FailureOr<SmallVector<DecodeVariant>> getVariants(Operation *op,
                                                    const DecodeDesc &desc);
  FailureOr<Schedule> getGivenSchedule(Operation *op, ScheduleAttr attr,
                                       const DecodeDesc &desc);
  LogicalResult checkPdl(Operation *op, bool pdl);
  DecodeVariant getVariant(Operation *op, const DecodeDesc &desc,
                           const ScheduleChoice &choice);
  gpu::GPUModuleOp getKernelModule();

  GpuFamily family = GpuFamily::NVVM;
  ScheduleTarget machine;
  gpu::GPUModuleOp kernels;
  /// Kernels so far: the layers of a model share theirs.
  SmallVector<std::pair<DecodeDesc, DecodeVariant>> emitted;
};

} // namespace

LogicalResult ConvertPackedToGPU::readOptions() {
  if (target != "nvvm" && target != "rocdl")
    return emitError(getOperation().getLoc())
           << "target is nvvm or rocdl (got " << target << ")";
  family = target == "nvvm" ? GpuFamily::NVVM : GpuFamily::ROCDL;
  machine.subgroupSize = subgroupSize;
  if (subgroupSize == 0)
    machine.subgroupSize = family == GpuFamily::NVVM ? 32 : 64;
  bool isKnown = machine.subgroupSize == 32 ||
                 (machine.subgroupSize == 64 && family == GpuFamily::ROCDL);
  if (!isKnown)
    return emitError(getOperation().getLoc())
           << "a warp of " << target << " has "
           << (family == GpuFamily::NVVM ? "32" : "32 or 64") << " lanes (got "
           << machine.subgroupSize << ")";
  machine.multiprocessors = multiprocessors;
  machine.pdl = pdl;
  return success();
}

/// Why there is no dependent launch here.
LogicalResult ConvertPackedToGPU::checkPdl(Operation *op, bool pdl) {
  if (!pdl)
    return success();
  if (family != GpuFamily::NVVM)
    return op->emitOpError("has a schedule with pdl, which ")
           << target << " does not have";
  unsigned number = 0;
  StringRef digits = StringRef(chip);
  if (digits.consume_front("sm_") && !digits.consumeInteger(10, number) &&
      number < kFirstPdlChip)
    return op->emitOpError("has a schedule with pdl, which needs sm_")
           << kFirstPdlChip << " or newer (got " << chip << ")";
  return success();
}

FailureOr<Schedule>
ConvertPackedToGPU::getGivenSchedule(Operation *op, ScheduleAttr attr,
                                     const DecodeDesc &desc) {
  Schedule schedule;
  schedule.warps = attr.getWarps();
  schedule.rowsPerWarp = attr.getRowsPerWarp();
  schedule.lanesPerRow = attr.getLanesPerRow();
  schedule.subgroupSize = machine.subgroupSize;
  schedule.streaming = attr.getCache() == CacheHint::Streaming;
  schedule.pdl = attr.getPdl();
  if (auto conflict = findScheduleConflict(schedule, desc.getScheduleProblem()))
    return op->emitOpError(*conflict);
  return schedule;
}

FailureOr<SmallVector<DecodeVariant>>
ConvertPackedToGPU::getVariants(Operation *op, const DecodeDesc &desc) {
  ScheduleTarget machine = this->machine;
  SmallVector<ScheduleChoice> choices;
  if (Attribute attr = op->getAttr(kScheduleName)) {
    auto given = dyn_cast<ScheduleAttr>(attr);
    if (!given)
      return op->emitOpError("'packed.schedule' must be a #packed.schedule");
    FailureOr<Schedule> schedule = getGivenSchedule(op, given, desc);
    if (failed(schedule))
      return failure();
    machine.pdl = schedule->pdl;
    choices.push_back({*schedule, std::nullopt});
  } else {
    choices = chooseSchedules(desc.getScheduleProblem(), machine);
  }
  if (failed(checkPdl(op, machine.pdl)))
    return failure();
  // With a static batch one of them is enough.
  int64_t batch = cast<ShapedType>(op->getOperand(0).getType()).getDimSize(0);
  if (!ShapedType::isDynamic(batch) && !ShapedType::isDynamic(desc.numVHeads)) {
    int64_t states = batch * desc.numVHeads;
    llvm::erase_if(choices, [&](const ScheduleChoice &choice) {
      return choice.maxStates && *choice.maxStates < states;
    });
    if (!choices.empty())
      choices = {{choices.front().schedule, std::nullopt}};
  }
  // Behind the tiles, for buffers that no vector access is aligned to.
  if (choices.empty() || !getAlignments(desc, choices.front().schedule).empty())
    choices.push_back(
        {getLoopSchedule(desc.getScheduleProblem(), machine), std::nullopt});

  SmallVector<DecodeVariant> variants;
  for (const ScheduleChoice &choice : choices)
    variants.push_back(getVariant(op, desc, choice));
  return variants;
}

gpu::GPUModuleOp ConvertPackedToGPU::getKernelModule() {
  if (kernels)
    return kernels;
  ModuleOp module = getOperation();
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  kernels = gpu::GPUModuleOp::create(builder, module.getLoc(), kModuleName);
  SymbolTable(module).insert(kernels);
  module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                  builder.getUnitAttr());
  return kernels;
}

DecodeVariant ConvertPackedToGPU::getVariant(Operation *op,
                                             const DecodeDesc &desc,
                                             const ScheduleChoice &choice) {
  std::string name =
      (op->getName().stripDialect() + "_" + choice.schedule.getName()).str();
  for (auto &[otherDesc, variant] : emitted)
    if (otherDesc == desc && variant.maxStates == choice.maxStates &&
        variant.schedule.getName() == choice.schedule.getName())
      return variant;

  gpu::GPUModuleOp module = getKernelModule();
  std::string unique = name;
  for (unsigned suffix = 1; module.lookupSymbol(unique); ++suffix)
    unique = name + "_" + std::to_string(suffix);
  ++numKernels;
  DecodeVariant variant{choice.schedule, choice.maxStates,
                        emitDecodeKernel(module, op->getLoc(), unique, desc,
                                         choice.schedule, family)};
  describeKernel(op, desc, variant);
  emitted.emplace_back(desc, variant);
  return variant;
}

LogicalResult ConvertPackedToGPU::convert(Operation *op) {
  FailureOr<DecodeDesc> desc = getDecodeDesc(op);
  if (failed(desc))
    return failure();
  FailureOr<SmallVector<DecodeVariant>> variants = getVariants(op, *desc);
  if (failed(variants))
    return failure();
  IRRewriter rewriter(op);
  emitHostCode(rewriter, op, *desc, *variants);
  rewriter.eraseOp(op);
  ++numOps;
  return success();
}

void ConvertPackedToGPU::runOnOperation() {
  kernels = nullptr;
  emitted.clear();
  if (failed(readOptions()))
    return signalPassFailure();
  SmallVector<Operation *> ops;
  getOperation()->walk([&](Operation *op) {
    if (isDecodeOp(op))
      ops.push_back(op);
  });
  for (Operation *op : ops)
    if (failed(convert(op)))
      return signalPassFailure();
}
