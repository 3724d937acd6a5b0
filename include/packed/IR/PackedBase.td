//===- PackedBase.td - Dialect, attributes, shared op classes --*- tablegen -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What all op families share: the dialect, its attributes, type constraints.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_IR_PACKEDBASE_TD
#define PACKED_IR_PACKEDBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/RuntimeVerifiableOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "packed/Rules/RuleOpInterface.td"

def Packed_Dialect : Dialect {
  let name = "packed";
  let cppNamespace = "::mlir::packed";
  let summary = "Packed layouts of model serving, with checked shapes";
  let description = [{
    Serving engines pack things side by side: text, reference, audio and video
    rows in one padded sequence; memory frames in front of target frames in
    video RoPE; q, k and v of a decode token in one row, next to a pool of
    recurrent states. The ops of this dialect model these layouts. Each op
    states the rules its sizes must keep; see `RuleOpInterface`.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasRegionArgAttrVerify = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
  let extraClassDeclaration = [{
    /// Registers the attributes of the dialect.
    void registerAttributes();
  }];
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

def Packed_Task : I32EnumAttr<
    "Task", "Which family of MiniMax-H3 request a packed sequence serves",
    [I32EnumAttrCase<"T2VA", 0, "t2va">,     // text to video and audio
     I32EnumAttrCase<"FL2VA", 1, "fl2va">,   // first and last frame given
     I32EnumAttrCase<"Ref2VA", 2, "ref2va">  // reference blocks given
    ]> {
  let cppNamespace = "::mlir::packed";
  let genSpecializedAttr = 0;
}
def Packed_TaskAttr : EnumAttr<Packed_Dialect, Packed_Task, "task"> {
  let assemblyFormat = "`<` $value `>`";
}

def Packed_StateOrder : I32EnumAttr<
    "StateOrder", "Order of the two inner dims of a recurrent state",
    [I32EnumAttrCase<"VK", 0, "vk">,  // rows are V, columns are K
     I32EnumAttrCase<"KV", 1, "kv">   // rows are K, columns are V
    ]> {
  let cppNamespace = "::mlir::packed";
  let genSpecializedAttr = 0;
}
def Packed_StateOrderAttr
    : EnumAttr<Packed_Dialect, Packed_StateOrder, "state_order"> {
  let assemblyFormat = "`<` $value `>`";
}

class Packed_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Packed_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def Packed_RefBlockAttr : Packed_Attr<"RefBlock", "ref_block"> {
  let summary = "One reference block of a packed sequence request";
  let description = [{
    The kind of a reference block, as the request wrote it, and its sizes in the
    order of `getSizeNames()`: `ref_audio_t`, `latent_t`, `latent_h`,
    `latent_w`. A size is a number, `?` (an operand of the op holds it), or
    absent.

    Example: `#packed.ref_block<image(latent_h = 64, latent_w = ?)>`.

    Which kinds exist and which sizes each kind needs are rules of
    `packed.sequence`, not of this attribute, so that a wrong request still has
    an IR form that a diagnostic can point at.
  }];
  let parameters = (ins StringRefParameter<"kind of the block">:$kind,
                        ArrayRefParameter<"int64_t">:$sizes);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The names of the sizes, in storage order.
    static ::llvm::ArrayRef<::llvm::StringLiteral> getSizeNames();
    /// How many of the sizes are operands of the op.
    unsigned getNumDynamicSizes();
  }];
}
def Packed_RefBlockArrayAttr
    : TypedArrayAttrBase<Packed_RefBlockAttr, "array of reference blocks">;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

// Rank and element type are left to the rules: their messages are documented.
def Packed_StridedMemRef
    : Type<CPred<"::mlir::packed::isStridedMemRef($_self)">, "strided memref",
           "::mlir::MemRefType">;
def Packed_Buffer : AnyTypeOf<[AnyRankedTensor, Packed_StridedMemRef],
    "ranked tensor or strided memref">;

//===----------------------------------------------------------------------===//
// Traits
//===----------------------------------------------------------------------===//

// `static_sizes` holds one entry per name of `getSizeNames()`; `sizes` holds an
// operand for each entry that is dynamic. See SizedOp.h.
def Packed_SizedOp : NativeOpTrait<"SizedOp"> {
  let cppNamespace = "::mlir::packed";
}

//===----------------------------------------------------------------------===//
// Op classes
//===----------------------------------------------------------------------===//

// An op that states rules: verified through them, and guarded at run time.
class Packed_RuleOp<string mnemonic, list<Trait> traits>
    : Op<Packed_Dialect, mnemonic, traits # [
          DeclareOpInterfaceMethods<RuleOpInterface>,
          DeclareOpInterfaceMethods<RuntimeVerifiableOpInterface>]> {
  code guardDefinition = [{
    void $cppClass::generateRuntimeVerification(
        ::mlir::OpBuilder &builder, ::mlir::Location loc,
        ::llvm::function_ref<std::string(::mlir::Operation *, ::llvm::StringRef)>
            describe) {
      ::mlir::packed::emitGuards(*this, builder, loc, describe);
    }
  }];
  let extraClassDefinition = guardDefinition;
}

// An op that makes a layout of named sizes alone; its result types follow.
class Packed_LayoutOp<string mnemonic, list<Trait> traits = []>
    : Packed_RuleOp<mnemonic, [Pure, Packed_SizedOp] # traits # [
          DeclareOpInterfaceMethods<InferTypeOpInterface>,
          DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                    ["reifyResultShapes"]>]> {
  let hasCustomAssemblyFormat = 1;
  let hasCanonicalizer = 1;
  // Rules compare the result types with the sizes, so the verifier need not
  // infer the types as well.
  code layoutDeclaration = [{
    static ::llvm::LogicalResult refineReturnTypes(
        ::mlir::MLIRContext *, ::std::optional<::mlir::Location>,
        ::mlir::ValueRange, ::mlir::DictionaryAttr, ::mlir::OpaqueProperties,
        ::mlir::RegionRange, ::llvm::SmallVectorImpl<::mlir::Type> &) {
      return ::mlir::success();
    }
    static bool isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                        ::mlir::TypeRange actual) {
      return ::mlir::packed::areRankedTensors(inferred, actual);
    }
  }];
}

#endif // PACKED_IR_PACKEDBASE_TD
