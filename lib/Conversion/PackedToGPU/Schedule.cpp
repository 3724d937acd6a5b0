//===- Schedule.cpp - How a decode kernel is cut up -----------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table behind `auto`, and what makes a schedule illegal.
//
//===----------------------------------------------------------------------===//

#include "packed/Conversion/PackedToGPU/Schedule.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::packed;

/// What a lane can hold of one row beside q, k and the other rows.
static constexpr unsigned kMaxKeysPerLane = 32;
/// Registers of a thread, and what a kernel needs besides its tile.
static constexpr unsigned kMaxRegisters = 255;
static constexpr unsigned kOtherRegisters = 56;
/// What the masks of a row that is no multiple of the lanes need, and where a
/// lane has many short vectors, each of them.
static constexpr unsigned kMaskRegisters = 48;
static constexpr unsigned kMaskRegistersPerVector = 22;
static constexpr unsigned kMaxThreads = 1024;

std::string Schedule::getName() const {
  std::string name =
      form == Form::Loop
          ? llvm::formatv("loop_w{0}l{1}", warps, lanesPerRow).str()
          : llvm::formatv("w{0}r{1}l{2}", warps, rowsPerWarp, lanesPerRow)
                .str();
  if (streaming)
    name += "_cs";
  if (pdl)
    name += "_pdl";
  return name;
}

unsigned mlir::packed::getVectorLength(const ScheduleProblem &problem) {
  unsigned length = 16 / problem.stateBytes;
  while (problem.keyDim % length)
    length /= 2;
  return length;
}

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

static std::optional<std::string>
findGeometryConflict(const Schedule &schedule) {
  if (schedule.warps == 0 || schedule.getThreads() > kMaxThreads)
    return llvm::formatv("a block has 1 to {0} threads (got {1} warps of {2})",
                         kMaxThreads, schedule.warps, schedule.subgroupSize)
        .str();
  if (!llvm::isPowerOf2_32(schedule.lanesPerRow) ||
      schedule.lanesPerRow > schedule.subgroupSize)
    return llvm::formatv("lanes_per_row must be a power of two up to {0} "
                         "(got {1})",
                         schedule.subgroupSize, schedule.lanesPerRow)
        .str();
  if (schedule.rowsPerWarp == 0 ||
      schedule.rowsPerWarp % schedule.getRowsAtOnce())
    return llvm::formatv("rows_per_warp must be a multiple of the {0} rows "
                         "that {1} lanes per row take at once (got {2})",
                         schedule.getRowsAtOnce(), schedule.lanesPerRow,
                         schedule.rowsPerWarp)
        .str();
  return std::nullopt;
}

/// Keys of one row in one lane, padded to whole vectors.
static unsigned getKeysPerLane(const Schedule &schedule,
                               const ScheduleProblem &problem) {
  unsigned length = getVectorLength(problem);
  return llvm::divideCeil(problem.keyDim, length * schedule.lanesPerRow) *
         length;
}

static unsigned estimateRegisters(const Schedule &schedule,
                                  const ScheduleProblem &problem) {
  unsigned rows = schedule.rowsPerWarp / schedule.getRowsAtOnce();
  // The rows, q, k, and for KDA the decay, all as f32: ptxas widens a row of 16
  // bit elements as soon as it is loaded.
  unsigned vectors = rows + (problem.perChannelDecay ? 3 : 2);
  unsigned keys = getKeysPerLane(schedule, problem);
  unsigned needed = keys * vectors + kOtherRegisters;
  if (keys * schedule.lanesPerRow == problem.keyDim)
    return needed;
  unsigned length = getVectorLength(problem);
  return needed +
         std::max(kMaskRegisters, keys / length * kMaskRegistersPerVector);
}

static std::string printSize(int64_t size) {
  return ShapedType::isDynamic(size) ? "?" : std::to_string(size);
}

static std::optional<std::string>
findTileConflict(const Schedule &schedule, const ScheduleProblem &problem) {
  if (problem.keyMajorState)
    return "a tile needs states with rows of V (got state_order = kv)";
  if (ShapedType::isDynamic(problem.keyDim) ||
      ShapedType::isDynamic(problem.valueDim))
    return llvm::formatv("a tile needs static head sizes (got K={0}, V={1})",
                         printSize(problem.keyDim), printSize(problem.valueDim))
        .str();
  if (getKeysPerLane(schedule, problem) > kMaxKeysPerLane)
    return llvm::formatv(
               "Packed decode kernel only supports NK=1 (got K={0}, BK={1}).",
               problem.keyDim, schedule.lanesPerRow * kMaxKeysPerLane)
        .str();
  unsigned registers = estimateRegisters(schedule, problem);
  if (registers > kMaxRegisters)
    return llvm::formatv("the tile needs about {0} registers a thread, a "
                         "thread has {1}",
                         registers, kMaxRegisters)
        .str();
  return std::nullopt;
}

std::optional<std::string>
mlir::packed::findScheduleConflict(const Schedule &schedule,
                                   const ScheduleProblem &problem) {
  if (auto conflict = findGeometryConflict(schedule))
    return conflict;
  if (schedule.form == Schedule::Form::Tile)
    return findTileConflict(schedule, problem);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

namespace {
/// The best tile up to a number of states per multiprocessor, measured with
/// K = V = 128 (benchmarks/RESULTS.md).
struct TableRow {
  double maxStatesPerMultiprocessor;
  unsigned warps, rowsPerWarp, lanesPerRow;
  bool streaming;
};
} // namespace

static constexpr double kNoLimit = 1e30;

// f32 states.
static constexpr TableRow kGdnWide[] = {{0.6, 1, 4, 32, true},
                                        {1.5, 4, 8, 16, true},
                                        {2.5, 1, 32, 32, true},
                                        {kNoLimit, 1, 8, 32, false}};
static constexpr TableRow kGdnWidePdl[] = {{0.36, 4, 2, 16, true},
                                           {0.6, 8, 2, 16, true},
                                           {1.5, 1, 8, 16, true},
                                           {4.5, 4, 2, 16, true},
                                           {kNoLimit, 1, 8, 32, false}};
static constexpr TableRow kKdaWide[] = {{1.5, 1, 4, 32, true},
                                        {kNoLimit, 1, 8, 32, false}};
static constexpr TableRow kKdaWidePdl[] = {{0.36, 1, 4, 32, true},
                                           {1.5, 1, 8, 16, false},
                                           {2.5, 8, 4, 16, true},
                                           {kNoLimit, 1, 8, 16, false}};
// States of 16 bits.
static constexpr TableRow kGdnNarrow[] = {{0.36, 1, 4, 16, true},
                                          {1.5, 8, 4, 16, true},
                                          {2.5, 1, 16, 16, true},
                                          {kNoLimit, 1, 16, 16, false}};
static constexpr TableRow kGdnNarrowPdl[] = {{0.36, 1, 4, 16, true},
                                             {0.6, 4, 4, 8, true},
                                             {1.5, 1, 16, 16, true},
                                             {kNoLimit, 1, 16, 16, false}};
static constexpr TableRow kKdaNarrow[] = {{0.36, 2, 4, 16, true},
                                          {1.5, 2, 8, 16, true},
                                          {kNoLimit, 1, 16, 16, false}};
static constexpr TableRow kKdaNarrowPdl[] = {{0.6, 4, 4, 16, true},
                                             {2.5, 2, 16, 16, false},
                                             {kNoLimit, 1, 16, 16, false}};

static ArrayRef<TableRow> getTable(const ScheduleProblem &problem, bool pdl) {
  bool isWide = problem.stateBytes == 4;
  if (problem.perChannelDecay) {
    if (isWide)
      return pdl ? ArrayRef(kKdaWidePdl) : ArrayRef(kKdaWide);
    return pdl ? ArrayRef(kKdaNarrowPdl) : ArrayRef(kKdaNarrow);
  }
  if (isWide)
    return pdl ? ArrayRef(kGdnWidePdl) : ArrayRef(kGdnWide);
  return pdl ? ArrayRef(kGdnNarrowPdl) : ArrayRef(kGdnNarrow);
}

/// A lane count that leaves no lane without a vector and no row too long.
static unsigned fitLanes(unsigned lanes, const ScheduleProblem &problem,
                         unsigned subgroupSize) {
  unsigned length = getVectorLength(problem);
  uint64_t vectors = llvm::divideCeil(problem.keyDim, length);
  lanes = std::min<uint64_t>(lanes, llvm::PowerOf2Ceil(vectors));
  // A chunk that is full in every lane needs no masks.
  if (vectors % lanes && vectors % (lanes / 2) == 0 &&
      vectors / (lanes / 2) * length <= kMaxKeysPerLane / 2)
    lanes /= 2;
  while (lanes < subgroupSize &&
         llvm::divideCeil(vectors, lanes) * length > kMaxKeysPerLane)
    lanes *= 2;
  return lanes;
}

/// Makes the block no larger than the V rows there are.
static void fitRows(Schedule &schedule, const ScheduleProblem &problem) {
  auto tooTall = [&] {
    return schedule.getRowsPerBlock() / 2 >= problem.valueDim;
  };
  while (tooTall() && schedule.rowsPerWarp > schedule.getRowsAtOnce())
    schedule.rowsPerWarp /= 2;
  while (tooTall() && schedule.warps > 1)
    schedule.warps /= 2;
}

static Schedule makeSchedule(const TableRow &row,
                             const ScheduleProblem &problem,
                             const ScheduleTarget &target) {
  Schedule schedule;
  schedule.subgroupSize = target.subgroupSize;
  schedule.warps = row.warps;
  schedule.streaming = row.streaming;
  schedule.pdl = target.pdl;
  schedule.lanesPerRow =
      fitLanes(row.lanesPerRow, problem, target.subgroupSize);
  schedule.rowsPerWarp =
      llvm::alignTo(row.rowsPerWarp, schedule.getRowsAtOnce());
  while (estimateRegisters(schedule, problem) > kMaxRegisters &&
         schedule.rowsPerWarp > schedule.getRowsAtOnce())
    schedule.rowsPerWarp -= schedule.getRowsAtOnce();
  fitRows(schedule, problem);
  return schedule;
}

Schedule mlir::packed::getLoopSchedule(const ScheduleProblem &problem,
                                       const ScheduleTarget &target) {
  Schedule schedule;
  schedule.form = Schedule::Form::Loop;
  schedule.subgroupSize = target.subgroupSize;
  schedule.pdl = target.pdl;
  // Neighbouring lanes take neighbouring elements: keys, or with rows of K the
  // values of v.
  schedule.lanesPerRow = problem.keyMajorState ? 1 : 16;
  schedule.rowsPerWarp = schedule.getRowsAtOnce();
  return schedule;
}

SmallVector<ScheduleChoice>
mlir::packed::chooseSchedules(const ScheduleProblem &problem,
                              const ScheduleTarget &target) {
  SmallVector<ScheduleChoice> choices;
  if (problem.keyMajorState || ShapedType::isDynamic(problem.keyDim) ||
      ShapedType::isDynamic(problem.valueDim))
    return choices;
  for (const TableRow &row : getTable(problem, target.pdl)) {
    Schedule schedule = makeSchedule(row, problem, target);
    if (findScheduleConflict(schedule, problem))
      continue;
    std::optional<int64_t> maxStates;
    if (row.maxStatesPerMultiprocessor != kNoLimit)
      maxStates = row.maxStatesPerMultiprocessor * target.multiprocessors;
    choices.push_back({schedule, maxStates});
  }
  if (!choices.empty())
    choices.back().maxStates = std::nullopt;
  return choices;
}
