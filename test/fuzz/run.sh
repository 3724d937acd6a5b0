#!/usr/bin/env bash
# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs each fuzzer for SECONDS on fresh seeds, and fails on the first finding.
#   test/fuzz/run.sh [SECONDS] [BUILD] [FUZZER...]
# BUILD is a tree of the preset `sanitize`. An input that ends a run stays in
# BUILD/fuzz; the fuzzer runs it again when given its file name.
set -euo pipefail
seconds=${1:-600}
build=${2:-build-sanitize}
fuzzers=("${@:3}")
[ ${#fuzzers[@]} -gt 0 ] || fuzzers=(text bytecode ops)

# The LLVM that we link was built without the sanitizer, and unpoisons nothing.
export ASAN_OPTIONS=allow_user_poisoning=0
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
work="$build/fuzz"
here=$(dirname "$0")
python3 "$here/make_corpus.py" --tests "$here/.." \
  --opt "$build/bin/packed-opt" --out "$work/corpus"
for name in "${fuzzers[@]}"; do
  log="$work/$name.log"
  echo "packed-fuzz-$name, for $seconds s; output in $log"
  # stderr is closed to all but the fuzzer itself and the sanitizers: the tools
  # say there what they refuse.
  "$build/bin/packed-fuzz-$name" -max_total_time="$seconds" -timeout=30 \
    -rss_limit_mb=6000 -close_fd_mask=2 -print_final_stats=1 \
    -dict="$work/corpus/packed.dict" -artifact_prefix="$work/$name-" \
    "$work/corpus/$name" 2>"$log" || { tail -n 60 "$log"; exit 1; }
  grep -E "stat::(number_of_executed_units|average_exec_per_sec)" "$log"
done
