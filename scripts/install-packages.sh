#!/usr/bin/env bash
# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs what building and testing needs, on Debian 12. Installs nothing that
# is there already; works as root or through sudo.
set -euo pipefail

packages=(
  cmake ninja-build ccache                  # build
  clang-22 lld-22                           # compiler, linker
  clang-format-22 clang-tidy-22             # formatter, static checks
  libclang-rt-22-dev                        # sanitizers
  libmlir-22-dev mlir-22-tools              # MLIR
  llvm-22-dev llvm-22-tools                 # LLVM, FileCheck, lit
  libgtest-dev                              # unit tests
  libz3-dev                                 # solver of the check pass
  python3 python3-venv                      # test scripts
  python3-dev                               # the Python package
)

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null |
    grep -q "install ok installed" || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "All packages are installed."
  exit 0
fi

if [ "$(id -u)" -eq 0 ]; then
  as_root=()
elif command -v sudo >/dev/null; then
  as_root=(sudo)
else
  echo "These packages are missing, and there is neither root nor sudo to" \
    "install them: ${missing[*]}" >&2
  exit 1
fi
echo "Installing: ${missing[*]}"
"${as_root[@]}" apt-get update -q
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -q --no-install-recommends "${missing[@]}"
