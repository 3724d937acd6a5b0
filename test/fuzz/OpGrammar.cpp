//===- OpGrammar.cpp - Modules of packed ops, valid or nearly so ----------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpGrammar.h"
#include "OpText.h"
#include <cstdint>

using namespace mlir::packed::fuzz;

namespace {
/// A size of a layout op by its name, as the custom form writes it.
struct NamedSize {
  std::string name;
  int64_t value;
  bool isOptional = false;
};

/// Writes the one function of a module.
class ModuleWriter {
public:
  explicit ModuleWriter(Random &random)
      : random(random),
        faultPercent(random.pick(std::vector<unsigned>{0, 0, 0, 1, 4, 15})) {}
  std::string write();

private:
  //===--- Values ---------------------------------------------------------===//
  std::string fresh() { return "%v" + std::to_string(counter++); }
  std::string define(const std::string &code);
  std::string argument(const std::string &type, const std::string &attrs = "");
  /// The value, or one that breaks a rule.
  int64_t bend(int64_t value);
  std::string number(int64_t value) { return std::to_string(bend(value)); }
  std::string sizeValue(int64_t value);
  std::string sizes(const std::vector<NamedSize> &named);
  bool fault() { return random.chance(faultPercent); }

  //===--- Buffers --------------------------------------------------------===//
  std::string dims(std::vector<int64_t> shape);
  std::string layout(const std::vector<int64_t> &shape);
  TypedValue buffer(const std::vector<int64_t> &shape,
                    const Strings &elements = {"f32", "bf16", "f16"});
  std::string element(const Strings &elements);

  //===--- Ops ------------------------------------------------------------===//
  std::string refBlock();
  void writeSequence();
  void writeMemoryRope();
  void writeMemoryRopeAudio();
  void writeDecode();
  void writeRecurrent();
  void writeAssume();
  void writeLayout(const std::string &code, const Strings &resultTypes);
  void writeRawLayout(const std::string &name, unsigned numSizes,
                      Strings properties, const Strings &resultTypes);
  void writeBufferOp(OpText op);
  void writeCall(OpText op);
  void addResults(const std::string &name, const Strings &types);

  Random &random;
  unsigned faultPercent;
  bool onMemRefs = false;
  unsigned counter = 0;
  Strings arguments;
  std::vector<TypedValue> results;
  std::string body;
};
} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

std::string ModuleWriter::define(const std::string &code) {
  std::string name = fresh();
  body += "  " + name + " = " + code + "\n";
  return name;
}

std::string ModuleWriter::argument(const std::string &type,
                                   const std::string &attrs) {
  std::string name = "%a" + std::to_string(arguments.size());
  arguments.push_back(name + ": " + type + attrs);
  return name;
}

int64_t ModuleWriter::bend(int64_t value) {
  if (!fault())
    return value;
  const std::vector<int64_t> faults = {0,
                                       -1,
                                       value - 1,
                                       value + 1,
                                       2 * value,
                                       -value,
                                       int64_t(1) << 20,
                                       int64_t(1) << 31,
                                       int64_t(1) << 32,
                                       int64_t(1) << 62,
                                       INT64_MAX,
                                       INT64_MIN,
                                       INT64_MIN + 1,
                                       INT64_MIN + 2};
  return random.pick(faults);
}

/// An index that is `value`, or may be.
std::string ModuleWriter::sizeValue(int64_t value) {
  switch (random.below(6)) {
  case 0:
    return define("arith.constant " + number(value) + " : index");
  case 1:
    return argument("index",
                    " {packed.multiple_of = " + number(value) +
                        " : i64, packed.range = array<i64: " + number(value) +
                        ", " + number(2 * value) + ">}");
  case 2:
    return define("packed.assume " + argument("index") + " range [" +
                  number(value) + ", " + number(value + 3) + "] : index");
  case 3:
    return define("arith.muli " + argument("index") + ", " +
                  define("arith.constant " + number(value) + " : index") +
                  " : index");
  case 4:
    return define("tensor.dim " + argument("tensor<4x?xf32>") + ", " +
                  define("arith.constant " + number(1) + " : index") +
                  " : tensor<4x?xf32>");
  default:
    return argument("index");
  }
}

/// `(name = 3, other = %v)`, sometimes with a name too many or too few.
std::string ModuleWriter::sizes(const std::vector<NamedSize> &named) {
  Strings parts;
  for (const NamedSize &size : named) {
    if (fault() || (size.isOptional && random.chance(70)))
      continue;
    parts.push_back(
        size.name + " = " +
        (random.chance(60) ? number(size.value) : sizeValue(size.value)));
  }
  if (fault() && !parts.empty())
    parts.push_back(random.pick(parts));
  return "(" + join(parts) + ")";
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

std::string ModuleWriter::dims(std::vector<int64_t> shape) {
  if (fault() && !shape.empty())
    shape.pop_back();
  if (fault())
    shape.push_back(1);
  std::string text;
  for (int64_t dim : shape)
    text += (random.chance(20) ? "?" : number(dim)) + "x";
  return text;
}

/// Of a memref: none, or strides of its rows, dense or with room in between.
std::string ModuleWriter::layout(const std::vector<int64_t> &shape) {
  if (random.chance(70))
    return fault() ? ", 3" : "";
  Strings strides;
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides.insert(strides.begin(),
                   random.chance(30) ? "?" : std::to_string(bend(stride)));
    stride *= shape[i] + (i + 1 == shape.size() ? random.below(2) * 8 : 0);
  }
  return ", strided<[" + join(strides) +
         "], offset: " + (random.chance(50) ? "?" : number(0)) + ">";
}

std::string ModuleWriter::element(const Strings &elements) {
  static const Strings wrong = {
      "i1",     "i32",          "f64",           "index",
      "f8E5M2", "complex<f32>", "vector<2xf32>", "i0"};
  return random.pick(fault() ? wrong : elements);
}

TypedValue ModuleWriter::buffer(const std::vector<int64_t> &shape,
                                const Strings &elements) {
  bool isMemRef = onMemRefs != fault();
  std::string type = isMemRef ? "memref<" : "tensor<";
  type += dims(shape) + element(elements);
  if (isMemRef)
    type += layout(shape);
  type += ">";
  return {argument(type), type};
}

//===----------------------------------------------------------------------===//
// Layout ops
//===----------------------------------------------------------------------===//

void ModuleWriter::addResults(const std::string &name, const Strings &types) {
  if (types.size() == 1) {
    results.push_back({name, types[0]});
    return;
  }
  for (size_t i = 0; i < types.size(); ++i)
    results.push_back({name + "#" + std::to_string(i), types[i]});
}

/// Where the results go, their types are stated; else they are inferred.
void ModuleWriter::writeLayout(const std::string &code,
                               const Strings &resultTypes) {
  std::string name = fresh(), text = "  " + name;
  if (resultTypes.size() > 1)
    text += ":" + std::to_string(resultTypes.size());
  text += " = packed." + code;
  if (random.chance(50)) {
    text += " -> " + join(resultTypes);
    addResults(name, resultTypes);
  }
  body += text + "\n";
}

void ModuleWriter::writeRawLayout(const std::string &name, unsigned numSizes,
                                  Strings properties,
                                  const Strings &resultTypes) {
  OpText op{"packed." + name, {}, {}, {}, resultTypes};
  Strings numbers;
  for (unsigned i = 0; i < numSizes; ++i) {
    bool isDynamic = random.chance(20);
    numbers.push_back(isDynamic ? std::to_string(INT64_MIN) : number(4));
    if (isDynamic)
      op.operands.push_back({sizeValue(4), "index"});
  }
  properties.push_back("static_sizes = array<i64: " + join(numbers) + ">");
  op.properties = std::move(properties);
  writeBufferOp(std::move(op));
}

std::string ModuleWriter::refBlock() {
  static const Strings kinds = {"image", "audio", "video", "video_audio"};
  static const Strings wrong = {"\"\"", "mesh", "\"a'b\\22\"", "Image"};
  std::string kind = random.pick(fault() ? wrong : kinds);
  std::vector<NamedSize> named;
  if (kind != "image" || fault())
    named.push_back({"ref_audio_t", int64_t(random.below(6))});
  if ((kind != "image" && kind != "audio") || fault())
    named.push_back({"latent_t", int64_t(1 + random.below(3))});
  if (kind != "audio" || fault()) {
    named.push_back({"latent_h", int64_t(2 + random.below(6))});
    named.push_back({"latent_w", int64_t(2 + random.below(6))});
  }
  return kind + sizes(named);
}

void ModuleWriter::writeSequence() {
  static const Strings types = {
      "tensor<?xi64>", "tensor<?xi64>",   "tensor<?xi64>", "tensor<?xi1>",
      "tensor<?xi1>",  "tensor<?x3xf64>", "tensor<?xi64>", "tensor<3xi32>"};
  static const Strings tasks = {"t2va", "fl2va", "ref2va"};
  static const Strings keyframes = {"[0]", "[-1]", "[0, -1]"};
  static const Strings wrong = {"[]",        "[1]",    "[-1, 0]",
                                "[0, 0]",    "[0, 5]", "[9223372036854775807]",
                                "[0, -1, 3]"};
  std::string task = random.pick(tasks);
  if (random.chance(10))
    return writeRawLayout("sequence", 8, {"task = #packed.task<" + task + ">"},
                          types);
  std::string code =
      "sequence " + task + " " +
      sizes({{"text_len", int64_t(random.below(40))},
             {"latent_t", int64_t(1 + random.below(4))},
             {"latent_h", int64_t(2 + random.below(6))},
             {"latent_w", int64_t(2 + random.below(6))},
             {"audio_t", int64_t(random.below(12))},
             {"audio_channel", int64_t(1 + random.below(3)), true},
             {"frame_count", int64_t(2 + random.below(60)), task == "t2va"},
             {"seq_len", int64_t(64 * (1 + random.below(8))), true}});
  if (task == "ref2va" || fault()) {
    Strings blocks;
    for (unsigned i = random.below(4); i > 0; --i)
      blocks.push_back(refBlock());
    code += " refs [" + join(blocks) + "]";
  }
  if (task == "fl2va" ? !fault() : fault() || random.chance(10))
    code += " keyframes " + random.pick(fault() ? wrong : keyframes);
  if (random.chance(20))
    code += " {alignment = " + number(32) + " : i64, sp_degree = " + number(2) +
            " : i64}";
  writeLayout(code, types);
}

/// A position mode, in any case that the reference takes, or another word.
static std::string mode(Random &random, bool isWrong) {
  static const Strings modes = {"legacy", "Legacy", "reference",
                                "prefix_continuous", "PREFIX_CONTINUOUS"};
  static const Strings wrong = {"\"\"", "prefix", "\"leg\\C3\\A4cy\"",
                                "\"a\\00b\""};
  return random.pick(isWrong ? wrong : modes);
}

void ModuleWriter::writeMemoryRope() {
  static const Strings types = {"tensor<?x3x?x2xf32>"};
  if (random.chance(10))
    return writeRawLayout("memory_rope", 6, {"mode = \"legacy\""}, types);
  int64_t height = 1 + random.below(5), width = 1 + random.below(5);
  std::string code =
      "memory_rope " + mode(random, fault()) + " " +
      sizes({{"batch_size", int64_t(1 + random.below(2))},
             {"memory_video_len", int64_t(random.below(4)) * height * width},
             {"target_num_frames", int64_t(random.below(5))},
             {"latent_height", height},
             {"latent_width", width},
             {"sp_target_start_offset", int64_t(random.below(4)), true}});
  if (random.chance(20))
    code += " {memory_downscale_factor = " + number(2) + " : i64}";
  writeLayout(code, types);
}

void ModuleWriter::writeMemoryRopeAudio() {
  static const Strings types = {"tensor<?x1x?x2xf32>"};
  if (random.chance(10))
    return writeRawLayout("memory_rope_audio", 3, {"mode = \"legacy\""}, types);
  writeLayout("memory_rope_audio " + mode(random, fault()) + " " +
                  sizes({{"batch_size", int64_t(1 + random.below(2))},
                         {"memory_audio_len", int64_t(random.below(9))},
                         {"target_audio_len", int64_t(random.below(9))}}),
              types);
}

//===----------------------------------------------------------------------===//
// Ops on buffers
//===----------------------------------------------------------------------===//

static std::string floatAttribute(Random &random) {
  static const Strings values = {"0.125",      "-5.0",       "0.0",    "-0.0",
                                 "0x7FC00001", "0x7F800000", "1.0e-40"};
  return random.pick(values) + " : f32";
}

void ModuleWriter::writeBufferOp(OpText op) {
  if (fault())
    op.spoil(random);
  std::string name = fresh(), text = "  ";
  if (!op.resultTypes.empty())
    text += name + ":" + std::to_string(op.resultTypes.size()) + " = ";
  body += text + op.str() + "\n";
  addResults(name, op.resultTypes);
}

/// The decode as front ends write it. They count operands in another order.
void ModuleWriter::writeCall(OpText op) {
  if (fault())
    op.spoil(random);
  if (op.operands.size() != 8)
    return;
  std::swap(op.operands[5], op.operands[7]);
  std::string arguments = "{" + join(op.properties) + "}";
  op.properties = {"api_version = 4 : i32",
                   "call_target_name = \"" + op.name + "\"",
                   "backend_config = " + arguments};
  op.name = "stablehlo.custom_call";
  writeBufferOp(std::move(op));
}

void ModuleWriter::writeDecode() {
  static const std::vector<int64_t> headSizes = {1, 2, 8, 16, 32, 64, 96, 128};
  int64_t batch = random.below(5), heads = 1 + random.below(3);
  int64_t valueHeads = heads * (1 + random.below(3));
  int64_t keyDim = random.pick(headSizes), valueDim = random.pick(headSizes);
  bool isKda = random.chance(50), isTransposed = random.chance(20);
  int64_t gates = isKda ? valueHeads * keyDim : valueHeads;
  onMemRefs = random.chance(50);

  OpText op{isKda ? "packed.kda_decode" : "packed.gdn_decode", {}, {}, {}, {}};
  TypedValue out = buffer({batch, 1, valueHeads, valueDim});
  TypedValue pool = buffer({1 + int64_t(random.below(9)), valueHeads,
                            isTransposed ? keyDim : valueDim,
                            isTransposed ? valueDim : keyDim});
  op.operands = {buffer({batch, 2 * heads * keyDim + valueHeads * valueDim}),
                 buffer({batch, gates}),
                 buffer({batch, valueHeads}),
                 buffer({valueHeads}),
                 buffer({gates}),
                 buffer({batch}, {"i32", "i64"}),
                 out,
                 pool};
  if (!onMemRefs)
    op.resultTypes = {out.type, pool.type};
  if (isTransposed)
    op.properties.push_back("state_order = #packed.state_order<kv>");
  if (random.chance(30))
    op.properties.push_back("use_qk_l2norm");
  if (random.chance(30))
    op.properties.push_back("scale = " + floatAttribute(random));
  if (isKda && random.chance(30))
    op.properties.push_back("lower_bound = " + floatAttribute(random));
  if (random.chance(30))
    op.properties.push_back("num_q_heads = " + number(heads) + " : i64");
  if (random.chance(20))
    op.attributes.push_back(
        "packed.schedule = #packed.schedule<warps = " + number(4) +
        ", rows_per_warp = " + number(8) + ", lanes_per_row = " + number(16) +
        (random.chance(50) ? ", cache = streaming" : "") +
        (random.chance(30) ? ", pdl = true" : "") + ">");
  if (random.chance(15))
    writeCall(std::move(op));
  else
    writeBufferOp(std::move(op));
}

void ModuleWriter::writeRecurrent() {
  int64_t batch = random.below(4), tokens = random.below(6);
  int64_t heads = 1 + random.below(2);
  int64_t valueHeads = heads * (1 + random.below(2));
  int64_t keyDim = 1 + random.below(16), valueDim = 1 + random.below(16);
  onMemRefs = random.chance(50);
  bool isPacked = random.chance(40);
  int64_t states = batch;
  if (isPacked)
    batch = 1;

  OpText op{"packed.gdn_recurrent", {}, {}, {}, {}};
  op.operands = {buffer({batch, tokens, heads, keyDim}),
                 buffer({batch, tokens, heads, keyDim}),
                 buffer({batch, tokens, valueHeads, valueDim}),
                 buffer({batch, tokens, valueHeads}),
                 random.chance(50)
                     ? buffer({batch, tokens, valueHeads})
                     : buffer({batch, tokens, valueHeads, valueDim})};
  bool hasInitial = random.chance(50), hasFinal = random.chance(50);
  if (isPacked)
    op.operands.push_back(buffer({states + 1}, {"i32", "i64"}));
  if (hasInitial)
    op.operands.push_back(buffer({states, valueHeads, valueDim, keyDim}));
  op.operands.push_back(buffer({batch, tokens, valueHeads, valueDim}));
  if (hasFinal)
    op.operands.push_back(
        buffer({states, valueHeads, valueDim, keyDim}, {"f32"}));
  if (!onMemRefs)
    for (size_t i = op.operands.size() - 1 - hasFinal; i < op.operands.size();
         ++i)
      op.resultTypes.push_back(op.operands[i].type);
  op.properties = {"operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, " +
                   std::to_string(isPacked) + ", " +
                   std::to_string(hasInitial) + ", 1, " +
                   std::to_string(hasFinal) + ">"};
  if (random.chance(30))
    op.properties.push_back("use_qk_l2norm");
  if (random.chance(30))
    op.properties.push_back("scale = " + floatAttribute(random));
  writeBufferOp(std::move(op));
}

void ModuleWriter::writeAssume() {
  static const Strings types = {"index", "i64", "i32", "i8", "i1"};
  std::string type = random.pick(types);
  std::string code = "packed.assume " + argument(type);
  if (random.chance(70))
    code += " range [" + number(1) + ", " + number(9) + "]";
  if (random.chance(50))
    code += " multiple_of " + number(4);
  results.push_back({define(code + " : " + type), type});
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

std::string ModuleWriter::write() {
  for (unsigned i = 1 + random.below(2); i > 0; --i) {
    switch (random.below(8)) {
    case 0:
    case 1:
      writeSequence();
      break;
    case 2:
      writeMemoryRope();
      break;
    case 3:
      writeMemoryRopeAudio();
      break;
    case 4:
    case 5:
      writeDecode();
      break;
    case 6:
      writeRecurrent();
      break;
    default:
      writeAssume();
    }
  }
  Strings names, types;
  for (const TypedValue &result : results) {
    names.push_back(result.name);
    types.push_back(result.type);
  }
  std::string text = "func.func @main(" + join(arguments) + ") -> (" +
                     join(types) + ") {\n" + body + "  return " + join(names);
  return text + (names.empty() ? "" : " : ") + join(types) + "\n}\n";
}

std::string mlir::packed::fuzz::writeModule(Random &random) {
  return ModuleWriter(random).write();
}
