#!/bin/sh
# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes the .mlir of every configuration that the benchmark and the check run,
# and compiles each to PTX and its description.
#   make_packages.sh path/to/packed-compile output-folder
set -eu
compile=$1
out=$2
here=$(dirname "$0")
mkdir -p "$out"
python3 "$here/configurations.py" "$out"
for source in "$out"/*.mlir; do
  "$compile" "$source" -o "${source%.mlir}.ptx"
  case $source in
  */bench_*) "$compile" --pdl "$source" -o "${source%.mlir}_pdl.ptx" ;;
  esac
done
