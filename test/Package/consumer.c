//===- consumer.c - The package used from C -------------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints what a check, and then a compilation, of the standard input says.
//
//===----------------------------------------------------------------------===//

#include "packed-c/Packed.h"
#include <stdio.h>

static void show(PackedResult *result, PackedPart part) {
  PackedText text = packedResultGet(result, part);
  fwrite(text.data, 1, text.size, stdout);
}

int main(void) {
  static char buffer[1 << 16];
  PackedText ir = {buffer, fread(buffer, 1, sizeof buffer, stdin)};
  PackedResult *result = packedCompile(ir, "model.mlir", NULL);
  PackedStatus status = packedResultGetStatus(result);
  printf("status %d\n", status);
  show(result, status == PackedStatusInvalid ? PackedPartErrors
                                             : PackedPartReport);
  show(result, PackedPartDescription);
  show(result, PackedPartAssembly);
  packedResultFree(result);
  return status;
}
