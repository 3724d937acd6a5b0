//===- AttachNVVMTarget.cpp - A checked NVIDIA target ---------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which chips and PTX versions there are, as located errors.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Target/LLVM/NVVM/Utils.h"
#include "packed/Target/Passes.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/TargetParser/Triple.h"

namespace mlir::packed {
#define GEN_PASS_DEF_PACKEDATTACHNVVMTARGETPASS
#include "packed/Target/Passes.h.inc"
} // namespace mlir::packed

using namespace mlir;
using namespace mlir::packed;

static constexpr StringLiteral kTriple = "nvptx64-nvidia-cuda";
/// The first chip with bf16 and with maxima that keep NaN.
static constexpr unsigned kFirstChip = 80;

/// The oldest PTX version (ten times) that has a chip; chips between two rows
/// are served by the row below.
static unsigned getFirstPtxVersion(unsigned chip) {
  static constexpr std::pair<unsigned, unsigned> rows[] = {
      {121, 88}, {120, 87}, {110, 90}, {103, 88}, {101, 86}, {100, 86},
      {90, 80},  {89, 78},  {88, 90},  {87, 74},  {86, 71},  {80, 70}};
  for (auto [first, version] : rows)
    if (chip >= first)
      return version;
  llvm_unreachable("older chips are refused before");
}

namespace {

class AttachNVVMTarget
    : public mlir::packed::impl::PackedAttachNVVMTargetPassBase<
          AttachNVVMTarget> {
public:
  using Base::Base;

  void runOnOperation() override;

private:
  FailureOr<unsigned> checkChip(Location loc);
  LogicalResult checkFeatures(Location loc, unsigned chipNumber);
  LogicalResult checkFormat(Location loc);
};

} // namespace

/// What LLVM knows of chips and features; none for a name it doesn't know.
static std::unique_ptr<llvm::MCSubtargetInfo> getSubtarget(StringRef chip) {
  NVVM::SerializeGPUModuleBase::init();
  std::string error;
  llvm::Triple triple(kTriple);
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  std::unique_ptr<llvm::MCSubtargetInfo> info(
      target->createMCSubtargetInfo(triple, "", ""));
  return info && info->isCPUStringValid(chip) ? std::move(info) : nullptr;
}

FailureOr<unsigned> AttachNVVMTarget::checkChip(Location loc) {
  unsigned number = 0;
  StringRef digits = StringRef(chip);
  if (!digits.consume_front("sm_") || digits.consumeInteger(10, number) ||
      !getSubtarget(chip))
    return emitError(loc) << "unknown chip '" << chip << "'";
  if (number < kFirstChip)
    return emitError(loc) << "chip '" << chip << "' is older than sm_"
                          << kFirstChip;
  return number;
}

LogicalResult AttachNVVMTarget::checkFeatures(Location loc,
                                              unsigned chipNumber) {
  unsigned first = getFirstPtxVersion(chipNumber);
  if (features.empty())
    features = "+ptx" + std::to_string(first);
  unsigned version = 0;
  StringRef digits = StringRef(features);
  if (!digits.consume_front("+ptx") || digits.getAsInteger(10, version))
    return emitError(loc) << "features must be one PTX version, as +ptx"
                          << first << " (got '" << features << "')";
  auto known = getSubtarget(chip)->getAllProcessorFeatures();
  if (llvm::none_of(known, [&](const llvm::SubtargetFeatureKV &feature) {
        return StringRef(features).drop_front() == feature.Key;
      }))
    return emitError(loc) << "unknown PTX version '" << features << "'";
  if (version < first)
    return emitError(loc) << "chip '" << chip << "' needs +ptx" << first
                          << " or newer (got '" << features << "')";
  return success();
}

LogicalResult AttachNVVMTarget::checkFormat(Location loc) {
  if (format == "isa")
    return success();
  if (format != "bin" && format != "fatbin")
    return emitError(loc) << "format is isa, bin or fatbin (got '" << format
                          << "')";
  SmallString<128> folder(toolkit.empty() ? NVVM::getCUDAToolkitPath()
                                          : StringRef(toolkit));
  llvm::sys::path::append(folder, "bin");
  if (llvm::sys::findProgramByName("ptxas", {folder}) ||
      (toolkit.empty() && llvm::sys::findProgramByName("ptxas")))
    return success();
  return emitError(loc) << "format '" << format
                        << "' needs ptxas of the CUDA toolkit, which was not "
                           "found; format 'isa' needs no toolkit";
}

void AttachNVVMTarget::runOnOperation() {
  for (auto module : getOperation().getOps<gpu::GPUModuleOp>()) {
    Location loc = module.getLoc();
    FailureOr<unsigned> chipNumber = checkChip(loc);
    if (failed(chipNumber) || failed(checkFeatures(loc, *chipNumber)) ||
        failed(checkFormat(loc)))
      return signalPassFailure();
    Builder builder(module.getContext());
    Attribute target = NVVM::NVVMTargetAttr::get(module.getContext(), optLevel,
                                                 kTriple, chip, features);
    module.setTargetsAttr(builder.getArrayAttr(target));
    ++numModules;
  }
}
