#!/usr/bin/env bash
# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Shows packed-opt on two models, each with a broken twin.
set -u
opt=$1
examples=$(dirname "$0")/../examples
status=0

# show EXPECTED-EXIT FILE: runs the tool and shows what it says.
show() {
  printf '\n$ packed-opt %s\n' "examples/$2"
  "$opt" -mlir-print-op-on-diagnostic=false -o /dev/null "$examples/$2" 2>&1
  local got=$?
  if [ $got -eq 0 ]; then echo "(no error)"; fi
  [ $got -eq "$1" ] || status=1
}

show 0 qwen3-next-decode.mlir
show 1 qwen3-next-decode-broken.mlir
show 0 minimax-h3-ref2va.mlir
show 1 minimax-h3-ref2va-broken.mlir
exit $status
