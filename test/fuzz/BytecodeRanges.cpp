//===- BytecodeRanges.cpp - The bytes of a file that we read --------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BytecodeRanges.h"
#include "mlir/Bytecode/Encoding.h"
#include "llvm/ADT/bit.h"
#include <array>

using namespace mlir::packed;
using llvm::MutableArrayRef;
using llvm::SmallVector;
using Range = MutableArrayRef<uint8_t>;

namespace Section = mlir::bytecode::Section;

namespace {
/// Takes numbers and bytes off the front of a range. Behind the end everything
/// is zero and empty.
class Cursor {
public:
  explicit Cursor(Range rest) : rest(rest) {}

  bool atEnd() const { return rest.empty(); }

  Range bytes(uint64_t size) {
    Range taken = rest.take_front(size);
    rest = rest.drop_front(taken.size());
    return taken;
  }

  uint8_t byte() {
    Range taken = bytes(1);
    return taken.empty() ? 0 : taken[0];
  }

  /// The zeros at the low end of the first byte count the bytes that follow.
  uint64_t number() {
    uint8_t first = byte();
    unsigned further = first ? llvm::countr_zero(first) : 8;
    uint64_t value = further < 8 ? first >> (further + 1) : 0;
    unsigned shift = further < 8 ? 7 - further : 0;
    for (unsigned i = 0; i < further; ++i, shift += 8)
      value |= uint64_t(byte()) << shift;
    return value;
  }

  void skipString() {
    while (byte())
      ;
  }

  /// Its kind, and what it holds. Alignment counts from `start` on.
  std::pair<uint8_t, Range> section(const uint8_t *start) {
    uint8_t kind = byte();
    uint64_t length = number();
    uint64_t alignment = kind & 0x80 ? number() : 0;
    while (!atEnd() && alignment && (rest.data() - start) % alignment)
      byte();
    return {kind & 0x7f, bytes(length)};
  }

private:
  Range rest;
};
} // namespace

static void add(SmallVector<Range> &ranges, Range range) {
  if (!range.empty())
    ranges.push_back(range);
}

/// Attributes as text; others have an encoding of their own, which builtin
/// attributes do, and upstream reads.
static void addTextAttributes(Range offsets, Range data,
                              SmallVector<Range> &ranges) {
  Cursor entries(offsets), attributes(data);
  uint64_t rest = entries.number();
  entries.number(); // types
  while (rest && !entries.atEnd()) {
    entries.number(); // dialect
    for (uint64_t n = entries.number(); n && rest && !entries.atEnd(); --n) {
      uint64_t entry = entries.number();
      Range attribute = attributes.bytes(entry >> 1);
      if (!(entry & 1))
        add(ranges, attribute.drop_back(!attribute.empty())); // its zero
      --rest;
    }
  }
}

static void addVersions(Range dialects, SmallVector<Range> &ranges) {
  Cursor entries(dialects);
  for (uint64_t n = entries.number(); n && !entries.atEnd(); --n)
    if (entries.number() & 1) // else the dialect has no version
      add(ranges, entries.section(dialects.data()).second);
}

static void addProperties(Range properties, SmallVector<Range> &ranges) {
  Cursor entries(properties);
  for (uint64_t n = entries.number(); n && !entries.atEnd(); --n)
    add(ranges, entries.bytes(entries.number()));
}

SmallVector<Range> fuzz::findDialectRanges(Range bytes) {
  std::array<Range, Section::kNumSections> sections;
  Cursor file(bytes);
  (void)file.bytes(4); // "ML\xefR"
  file.number();       // version of the format
  file.skipString();   // producer
  while (!file.atEnd()) {
    auto [kind, payload] = file.section(bytes.data());
    if (kind < sections.size())
      sections[kind] = payload;
  }
  SmallVector<Range> ranges;
  addVersions(sections[Section::kDialect], ranges);
  addTextAttributes(sections[Section::kAttrTypeOffset],
                    sections[Section::kAttrType], ranges);
  addProperties(sections[Section::kProperties], ranges);
  return ranges;
}
