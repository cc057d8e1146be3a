#!/usr/bin/env bash
# Installs what the specs validate manifests and alert rules with: helm and kube-score (built with Go),
# kubernetes-validate (pip) and promtool (of Debian's package prometheus).
# They go to .tools, beside this file. A tool that cannot be installed is named, and its tests are skipped.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
tools="$PWD/.tools"
mkdir -p "$tools/bin"

HELM=helm.sh/helm/v3/cmd/helm@v3.19.5
KUBE_SCORE=github.com/zegl/kube-score/cmd/kube-score@v1.20.0
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
if [ ! -x "$tools/bin/promtool" ]; then
  package="$tools/prometheus"
  mkdir -p "$package"
  { cd "$package" && { apt-get download prometheus || { apt-get update -qq && apt-get download prometheus; }; } &&
    dpkg -x prometheus_*.deb . && mv usr/bin/promtool "$tools/bin/"; } >"$tools/promtool.log" 2>&1 ||
    lacking promtool "see infra/kubernetes/.tools/promtool.log"
  cd "$tools/.." && rm -rf "$package"
fi
from_go helm "$HELM"
from_go kube-score "$KUBE_SCORE"
