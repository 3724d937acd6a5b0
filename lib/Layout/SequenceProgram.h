//===- SequenceProgram.h - The results of a packed sequence -----*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the blocks of a request in row order and fills every result. `M` is the
// Evaluator or the Emitter.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_LIB_LAYOUT_SEQUENCEPROGRAM_H
#define PACKED_LIB_LAYOUT_SEQUENCEPROGRAM_H

#include "SequenceFormulas.h"
#include "packed/Layout/Programs.h"

namespace mlir::packed {

template <typename M>
class SequenceProgram {
  using Int = typename M::Int;
  using Real = typename M::Real;
  using Buffer = typename M::Buffer;
  using Indices = ArrayRef<Int>;
  using Id = std::array<Real, 3>;

public:
  SequenceProgram(M &m, const SequenceRequest &request,
                  MutableArrayRef<Buffer> results)
      : m(m), sizes(request.sizes), keyframes(request.keyframes), rows(sizes),
        imgPos(results[0]), audioPos(results[1]), textPos(results[2]),
        updateMask(results[3]), audioUpdateMask(results[4]), ids(results[5]),
        tags(results[6]), cuSeqlens(results[7]),
        targetGridW(
            getAxisGrid(m, sizes.latentH, sizes.latentW, sizes.latentW)) {}

  void run() {
    addText();
    SmallVector<Real> cursors = getCursors();
    for (int64_t keyframe : keyframes)
      addKeyframe(keyframe, cursors.back());
    for (auto [ref, cursor] : llvm::zip(sizes.refs, cursors))
      addRef(ref, cursor);
    addAudio(cursors.back(), sizes.audioT, targetGridW, /*isTarget=*/true);
    addVideo(cursors.back(), sizes.latentT, sizes.latentH, sizes.latentW,
             /*isTarget=*/true);
    addPadding();
    setCuSeqlens();
  }

private:
  //===--- Time -----------------------------------------------------------===//

  /// Where each reference starts, and last where the target does.
  SmallVector<Real> getCursors() {
    SmallVector<Real> cursors = {m.toReal(m.size(sizes.textLen))};
    for (const SequenceRef &ref : sizes.refs)
      cursors.push_back(cursors.back() + getDuration(ref));
    return cursors;
  }

  Real getDuration(const SequenceRef &ref) {
    if (ref.kind == RefKind::Image)
      return m.real(1.0);
    Real audio = m.toReal(m.size(ref.getAudioT()));
    if (ref.kind == RefKind::Audio)
      return audio;
    Real video = sumSpansCompensated(m, m.size(ref.getFrames()));
    return m.select(video > audio, video, audio);
  }

  //===--- Blocks ---------------------------------------------------------===//

  void addText() {
    auto getId = [&](Indices at) {
      return Id{m.toReal(at[0]), m.real(0.0), m.real(0.0)};
    };
    addRows(kTextTag, {rows.text}, getId, textPos, textRow);
  }

  /// The first frame stands at the cursor, the last where the target's last
  /// frame ends, less one frame.
  void addKeyframe(int64_t keyframe, Real cursor) {
    if (keyframe == 0)
      return addImage(cursor, sizes.latentH, sizes.latentW);
    Real last = cursor + sumSpansPairwise(m, m.size(sizes.latentT)) -
                getSpan(m, m.integer(0));
    SizeExpr resolved = keyframe < 0 ? *sizes.frameCount + keyframe : keyframe;
    auto isFirst = m.size(resolved) == m.integer(0);
    addImage(m.select(isFirst, cursor, last), sizes.latentH, sizes.latentW);
  }

  void addRef(const SequenceRef &ref, Real cursor) {
    SizeExpr height = ref.getHeight(), width = ref.getWidth();
    if (ref.kind == RefKind::Image)
      return addImage(cursor, height, width);
    if (ref.kind == RefKind::Audio)
      return addAudio(cursor, ref.getAudioT(), targetGridW, /*isTarget=*/false);
    addAudio(cursor, ref.getAudioT(), getAxisGrid(m, height, width, width),
             /*isTarget=*/false);
    addVideo(cursor, ref.getFrames(), height, width, /*isTarget=*/false);
  }

  void addImage(Real time, SizeExpr height, SizeExpr width) {
    addVisual([&](Int) { return time; }, 1, height, width, /*isTarget=*/false);
  }

  void addVideo(Real origin, SizeExpr frames, SizeExpr height, SizeExpr width,
                bool isTarget) {
    auto times = getFrameTimes(m, origin, frames);
    addVisual([&](Int frame) { return m.at(times, frame); }, frames, height,
              width, isTarget);
  }

  template <typename Time>
  void addVisual(Time getTime, SizeExpr frames, SizeExpr height, SizeExpr width,
                 bool isTarget) {
    AxisGrid<M> gridH = getAxisGrid(m, height, width, height);
    AxisGrid<M> gridW = getAxisGrid(m, height, width, width);
    auto getId = [&](Indices at) {
      return Id{getTime(at[0]), gridH.at(m, at[1]), gridW.at(m, at[2])};
    };
    SmallVector<SizeExpr, 3> domain = {frames, getPatches(height),
                                       getPatches(width)};
    setMask(updateMask, imgRow, domain, isTarget);
    addRows(kVisualTag, domain, getId, imgPos, imgRow);
  }

  /// Channel by channel. Channel 0 stands at the grid's first patch, all others
  /// at its last.
  void addAudio(Real origin, SizeExpr steps, const AxisGrid<M> &grid,
                bool isTarget) {
    Real first = grid.at(m, m.integer(0));
    Real last = grid.at(m, grid.points - m.integer(1));
    auto getId = [&](Indices at) {
      return Id{origin + m.toReal(at[1]), m.real(0.0),
                m.select(at[0] == m.integer(0), first, last)};
    };
    SmallVector<SizeExpr, 3> domain = {sizes.audioChannel, steps};
    setMask(audioUpdateMask, audioRow, domain, isTarget);
    addRows(kAudioTag, domain, getId, audioPos, audioRow);
  }

  void addPadding() {
    SmallVector<SizeExpr, 3> domain = {rows.seqLen - rows.used};
    m.fill(ids, LayoutRegion{0, rows.used, domain},
           [&](Indices) { return m.real(0.0); });
    setTags(rows.used, domain, kPaddingTag);
  }

  void setCuSeqlens() {
    Int used = m.size(rows.used), seqLen = m.size(rows.seqLen);
    m.fill(cuSeqlens, LayoutRegion{0, 0, {3}}, [&](Indices at) {
      return pick(m, at[0], std::array{m.integer(0), used, seqLen});
    });
  }

  //===--- Rows -----------------------------------------------------------===//

  /// Appends a row for each point of `domain`, with the given id and tag, and
  /// its number to `positions`.
  template <typename GetId>
  void addRows(int64_t tag, const SmallVector<SizeExpr, 3> &domain, GetId getId,
               Buffer &positions, SizeExpr &numPositions) {
    m.fill(ids, LayoutRegion{0, row, domain}, [&](Indices at) {
      return pick(m, at.back(), getId(at.drop_back()));
    });
    setTags(row, domain, tag);

    SizeExpr count = LayoutRegion{0, row, domain}.getLength();
    Int first = m.size(row);
    m.fill(positions, LayoutRegion{0, numPositions, {count}},
           [&](Indices at) { return first + at[0]; });
    numPositions = numPositions + count;
    row = row + count;
  }

  void setTags(SizeExpr first, const SmallVector<SizeExpr, 3> &domain,
               int64_t tag) {
    SizeExpr count = LayoutRegion{0, first, domain}.getLength();
    m.fill(tags, LayoutRegion{0, first, {count}},
           [&](Indices) { return m.integer(tag); });
  }

  void setMask(Buffer &mask, SizeExpr first,
               const SmallVector<SizeExpr, 3> &domain, bool isTarget) {
    SizeExpr count = LayoutRegion{0, first, domain}.getLength();
    m.fill(mask, LayoutRegion{0, first, {count}},
           [&](Indices) { return m.integer(isTarget); });
  }

  static constexpr int64_t kPaddingTag = -1, kVisualTag = 0, kTextTag = 1,
                           kAudioTag = 2;

  M &m;
  const SequenceSizes &sizes;
  ArrayRef<int64_t> keyframes;
  SequenceRows rows;
  Buffer &imgPos, &audioPos, &textPos, &updateMask, &audioUpdateMask, &ids,
      &tags, &cuSeqlens;
  AxisGrid<M> targetGridW;
  /// How far each numbering has come.
  SizeExpr row = 0, imgRow = 0, audioRow = 0, textRow = 0;
};

} // namespace mlir::packed

#endif // PACKED_LIB_LAYOUT_SEQUENCEPROGRAM_H
