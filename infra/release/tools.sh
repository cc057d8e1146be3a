#!/usr/bin/env bash
# Builds oasdiff with Go, which compares OpenAPI documents for `npm run can-deploy`. It goes to .tools, beside this file.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
tools="$PWD/.tools"
mkdir -p "$tools"

OASDIFF=github.com/oasdiff/oasdiff@v1.37.0

[ ! -x "$tools/oasdiff" ] || exit 0
command -v go >/dev/null || { echo "No oasdiff: it is built with Go; its tests of infra/release are skipped." >&2; exit 0; }
GOBIN="$tools" timeout 600 go install "$OASDIFF" >"$tools/oasdiff.log" 2>&1 ||
  echo "No oasdiff: see infra/release/.tools/oasdiff.log; its tests of infra/release are skipped." >&2
