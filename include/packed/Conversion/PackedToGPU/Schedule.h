//===- Schedule.h - How a decode kernel is cut up ---------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which tile a decode kernel works on: the choice (a table over B * HV), and
// whether a schedule can serve a step at all, with the reason where it can't.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_CONVERSION_PACKEDTOGPU_SCHEDULE_H
#define PACKED_CONVERSION_PACKEDTOGPU_SCHEDULE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <string>

namespace mlir::packed {

/// What the choice of a schedule depends on. Sizes that are not known at
/// compile time are `ShapedType::kDynamic`.
struct ScheduleProblem {
  int64_t keyDim;
  int64_t valueDim;
  unsigned stateBytes;
  bool perChannelDecay;
  bool keyMajorState;
};

/// What it depends on besides: the machine, and what the caller allows.
struct ScheduleTarget {
  unsigned subgroupSize = 32;
  unsigned multiprocessors = 132;
  bool pdl = false;
};

/// How a kernel is cut up. A row is the K values of a state at one v.
struct Schedule {
  /// Tile: a row slice per lane stays in registers, accesses are vectors.
  /// Loop: a scalar loop over K, for sizes or alignments that a tile can't
  /// have.
  enum class Form { Tile, Loop };
  Form form = Form::Tile;
  unsigned warps = 4;
  unsigned rowsPerWarp = 8;
  unsigned lanesPerRow = 16;
  unsigned subgroupSize = 32;
  /// Streaming hint on state accesses.
  bool streaming = false;
  /// Programmatic dependent launch.
  bool pdl = false;

  unsigned getThreads() const { return warps * subgroupSize; }
  unsigned getRowsPerBlock() const { return warps * rowsPerWarp; }
  /// Rows that a warp works on at the same time.
  unsigned getRowsAtOnce() const { return subgroupSize / lanesPerRow; }
  /// A name for kernels: `w4r8l16_cs`.
  std::string getName() const;
};

/// A schedule and up to which B * HV it is the best one.
struct ScheduleChoice {
  Schedule schedule;
  std::optional<int64_t> maxStates;
};

/// The widest power of two of state elements that divides a row and is at most
/// 16 bytes.
unsigned getVectorLength(const ScheduleProblem &problem);

/// Why `schedule` can't serve `problem`; nothing where it can.
std::optional<std::string> findScheduleConflict(const Schedule &schedule,
                                                const ScheduleProblem &problem);

/// The tile schedules for a step, smallest batch first; the last has no limit.
/// None where no tile fits.
SmallVector<ScheduleChoice> chooseSchedules(const ScheduleProblem &problem,
                                            const ScheduleTarget &target);

/// The scalar form, which serves any step.
Schedule getLoopSchedule(const ScheduleProblem &problem,
                         const ScheduleTarget &target);

} // namespace mlir::packed

#endif // PACKED_CONVERSION_PACKEDTOGPU_SCHEDULE_H
