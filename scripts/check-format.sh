#!/usr/bin/env bash
# Fails where clang-format would change a C++ file, and shows the change.
set -euo pipefail
cd "$(dirname "$0")/.."
git ls-files '*.h' '*.cpp' | xargs clang-format-22 --dry-run --Werror
echo "C++ files are formatted."
