#!/usr/bin/env bash
# A Docker engine without a system service, for machines where it can be started but nothing runs it (as root):
#   infra/docker/engine.sh start FOLDER   starts it with all it keeps in FOLDER and prints DOCKER_HOST
#   infra/docker/engine.sh stop FOLDER    stops it and its containers, and waits until it is gone
set -euo pipefail
[ $# -eq 2 ] || { sed -n '2,5p' "$0" >&2; exit 2; }
folder=$2

case $1 in
  start)
    mkdir -p "$folder"
    setsid nohup dockerd --host "unix://$folder/docker.sock" --data-root "$folder/data" --exec-root "$folder/exec" \
      --pidfile "$folder/docker.pid" >"$folder/dockerd.log" 2>&1 &
    for _ in $(seq 120); do
      if DOCKER_HOST="unix://$folder/docker.sock" docker version >/dev/null 2>&1; then
        echo "DOCKER_HOST=unix://$folder/docker.sock"
        exit 0
      fi
      kill -0 $! 2>/dev/null || break
      sleep 0.5
    done
    # an engine that did not come up is not left behind
    kill -9 $! 2>/dev/null || true
    tail -3 "$folder/dockerd.log" >&2
    exit 1
    ;;
  stop)
    engine=$(cat "$folder/docker.pid")
    kill "$engine"
    for _ in $(seq 60); do
      kill -0 "$engine" 2>/dev/null || exit 0
      sleep 0.5
    done
    kill -9 "$engine"
    ;;
  *) exit 2 ;;
esac
