#!/usr/bin/env bash
# Installs what chart.spec.ts validates the manifests with: helm (built with Go) and kubernetes-validate (pip).
# They go to .tools, beside this file. A tool that cannot be installed is named, and its tests are skipped.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
tools="$PWD/.tools"
mkdir -p "$tools/bin"

HELM=helm.sh/helm/v3/cmd/helm@v3.19.5
KUBERNETES_VALIDATE=kubernetes-validate==1.37.0

lacking() { echo "No $1: $2; its tests of infra/kubernetes are skipped." >&2; }

from_go() { # command, package
  [ ! -x "$tools/bin/$1" ] || return 0
  command -v go >/dev/null || { lacking "$1" "it is built with Go"; return 0; }
  GOBIN="$tools/bin" timeout 600 go install "$2" >"$tools/$1.log" 2>&1 || lacking "$1" "see infra/kubernetes/.tools/$1.log"
}

if [ ! -x "$tools/bin/kubernetes-validate" ]; then
  { python3 -m venv "$tools/python" && "$tools/python/bin/pip" install --quiet "$KUBERNETES_VALIDATE" &&
    ln -sf ../python/bin/kubernetes-validate "$tools/bin/kubernetes-validate"; } >"$tools/pip.log" 2>&1 ||
    lacking kubernetes-validate "see infra/kubernetes/.tools/pip.log"
fi
from_go helm "$HELM"
