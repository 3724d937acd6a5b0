//===- Generator.cpp - Random small programs ------------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"

namespace {
/// Writes the body of one function.
class BodyWriter {
public:
  BodyWriter(Random &random, unsigned numArgs) : random(random) {
    for (unsigned i = 0; i < numArgs; ++i)
      values.push_back("%a" + std::to_string(i));
  }

  std::string write(bool mayCall);
  std::vector<std::string> values;

private:
  std::string fresh() { return "%v" + std::to_string(counter++); }
  const std::string &any() { return random.pick(values); }
  std::string define(const std::string &code) {
    std::string name = fresh();
    text += "  " + name + " = " + code + "\n";
    return name;
  }
  std::string constant(int64_t value) {
    return define("arith.constant " + std::to_string(value) + " : index");
  }
  std::string binary(const std::string &op, const std::string &lhs,
                     const std::string &rhs) {
    return define("arith." + op + " " + lhs + ", " + rhs + " : index");
  }
  std::string randomConstant();
  std::string condition();
  void writeArith();
  std::string bits(const std::string &value);
  void writeAssert();
  void writeAssume();
  void writeIf();
  void writeLoop();
  void writeRope();
  void writeSequence();
  void writeStatement();
  std::string size();

  Random &random;
  std::string text;
  unsigned counter = 0;
};
} // namespace

std::string BodyWriter::randomConstant() {
  static const std::vector<int64_t> small = {0, 1, 2, 3, 4, 5, 6, 8, 12, 64};
  static const std::vector<int64_t> large = {int64_t(1) << 31, int64_t(1) << 40,
                                             int64_t(1) << 62, -1, -3};
  return constant(random.pick(random.chance(6) ? large : small));
}

void BodyWriter::writeArith() {
  static const std::vector<std::string> ops = {
      "addi",       "addi",  "muli",  "muli",  "subi",  "divsi",    "remsi",
      "floordivsi", "minsi", "maxsi", "divui", "remui", "ceildivsi"};
  std::string rhs = random.chance(40) ? randomConstant() : any();
  std::string lhs = any();
  values.push_back(random.chance(10) ? bits(lhs)
                                     : binary(random.pick(ops), lhs, rhs));
}

/// What aligns a size, and now and then a mask that does nothing of the kind.
std::string BodyWriter::bits(const std::string &value) {
  static const std::vector<int64_t> masks = {-8, -4, -2, 0, 1, 3, 5, 7};
  return random.chance(50)
             ? binary("shli", value, constant(random.below(5)))
             : binary("andi", value, constant(random.pick(masks)));
}

std::string BodyWriter::condition() {
  static const std::vector<std::string> predicates = {
      "eq", "ne", "slt", "sle", "sgt", "sge", "ult"};
  std::string rhs = random.chance(60) ? randomConstant() : any();
  std::string lhs = any();
  return define("arith.cmpi " + random.pick(predicates) + ", " + lhs + ", " +
                rhs + " : index");
}

void BodyWriter::writeAssert() {
  text += "  cf.assert " + condition() + ", \"fact\"\n";
}

void BodyWriter::writeAssume() {
  std::string code = "packed.assume " + any();
  if (random.chance(60)) {
    int64_t low = random.below(4);
    code += " range [" + std::to_string(low) + ", " +
            std::to_string(low + random.below(6)) + "]";
  } else {
    code += " multiple_of " + std::to_string(1 + random.below(6));
  }
  values.push_back(define(code + " : index"));
}

void BodyWriter::writeIf() {
  std::string cond = condition();
  std::string name = fresh();
  size_t outer = values.size();
  text += "  " + name + " = scf.if " + cond + " -> (index) {\n";
  writeArith();
  if (random.chance(30))
    writeRope();
  text += "  scf.yield " + values.back() + " : index\n  } else {\n";
  values.resize(outer);
  writeArith();
  text += "  scf.yield " + values.back() + " : index\n  }\n";
  values.resize(outer);
  values.push_back(name);
}

void BodyWriter::writeLoop() {
  std::string low = random.chance(50) ? constant(random.below(3)) : any();
  std::string high = random.chance(50) ? constant(random.below(6)) : any();
  std::string step = constant(1 + random.below(3));
  std::string init = any();
  std::string iv = fresh(), carried = fresh(), name = fresh();
  size_t outer = values.size();
  std::string sign = random.chance(15) ? "unsigned " : "";
  text += "  " + name + " = scf.for " + sign + iv + " = " + low + " to " +
          high + " step " + step + " iter_args(" + carried + " = " + init +
          ") -> (index) {\n";
  values.push_back(iv);
  values.push_back(carried);
  writeArith();
  if (random.chance(40))
    writeRope();
  text += "  scf.yield " + values.back() + " : index\n  }\n";
  values.resize(outer);
  values.push_back(name);
}

/// A size operand or number.
std::string BodyWriter::size() {
  return random.chance(35) ? std::to_string(random.below(9)) : any();
}

void BodyWriter::writeRope() {
  std::string height = size(), width = size(), length = size();
  // Often the very thing the rule asks for, or off by a little.
  if (random.chance(50)) {
    auto value = [&](const std::string &s) {
      return s[0] == '%' ? s : constant(std::stoll(s));
    };
    std::string grid = binary("muli", value(height), value(width));
    length = binary("muli", any(), grid);
    if (random.chance(30))
      length =
          binary("addi", length, random.chance(50) ? randomConstant() : any());
  }
  text += "  " + fresh() +
          " = packed.memory_rope legacy (batch_size = 1, "
          "memory_video_len = " +
          length + ", target_num_frames = " + size() +
          ", latent_height = " + height + ", latent_width = " + width + ")\n";
}

void BodyWriter::writeSequence() {
  std::string textLen = size(), audio = size();
  std::string length = size();
  if (random.chance(60)) {
    auto value = [&](const std::string &s) {
      return s[0] == '%' ? s : constant(std::stoll(s));
    };
    // text + 2 * audio + 3 * (2 * 3) rows, aligned by one of several idioms.
    std::string rows = binary("muli", value(audio), constant(2));
    rows = binary("addi", rows, value(textLen));
    rows = binary("addi", rows, constant(18));
    std::string align = constant(64);
    if (random.chance(60)) {
      rows = binary("ceildivsi", rows, align);
      length = binary("muli", rows, align);
    } else if (random.chance(50)) {
      rows = binary("addi", rows, constant(63));
      rows = binary("floordivsi", rows, align);
      length = binary("muli", rows, align);
    } else {
      length = binary(random.chance(50) ? "subi" : "addi", rows,
                      constant(random.below(3)));
    }
  }
  text += "  " + fresh() + ":8 = packed.sequence t2va (text_len = " + textLen +
          ", latent_t = 3, latent_h = 4, latent_w = 6, audio_t = " + audio +
          ", seq_len = " + length + ")\n";
}

void BodyWriter::writeStatement() {
  unsigned dice = random.below(100);
  if (dice < 50)
    writeArith();
  else if (dice < 60)
    writeAssert();
  else if (dice < 66)
    writeAssume();
  else if (dice < 72)
    writeIf();
  else if (dice < 78)
    writeLoop();
  else if (dice < 92)
    writeRope();
  else
    writeSequence();
}

std::string BodyWriter::write(bool mayCall) {
  unsigned count = 3 + random.below(7);
  for (unsigned i = 0; i < count; ++i)
    writeStatement();
  if (mayCall) {
    std::string first = any(), second = any();
    values.push_back(define("func.call @callee(" + first + ", " + second +
                            ") : (index, index) -> index"));
  }
  if (random.chance(70))
    writeRope();
  else
    writeSequence();
  return text;
}

std::string generateProgram(Random &random) {
  std::string module;
  bool hasCallee = random.chance(25);
  if (hasCallee) {
    BodyWriter callee(random, 2);
    std::string body = callee.write(/*mayCall=*/false);
    module += "func.func private @callee(%a0: index, %a1: index) -> index {\n" +
              body + "  return " + callee.values.back() + " : index\n}\n";
  }
  unsigned numArgs = 1 + random.below(3);
  module += "func.func @main(";
  for (unsigned i = 0; i < numArgs; ++i) {
    module += (i ? ", %a" : "%a") + std::to_string(i) + ": index";
    if (random.chance(15))
      module +=
          " {packed.multiple_of = " + std::to_string(1 + random.below(5)) +
          " : i64}";
    else if (random.chance(20))
      module +=
          " {packed.range = array<i64: " + std::to_string(random.below(3)) +
          ", " + std::to_string(3 + random.below(4)) + ">}";
  }
  BodyWriter body(random, numArgs);
  return module + ") {\n" + body.write(hasCallee) + "  return\n}\n";
}
