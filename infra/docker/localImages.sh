#!/usr/bin/env bash
# Builds images where none can be pulled, from Debian's packages and the servers that `npm run infra:native` uses:
#   infra/docker/localImages.sh servers   a broker and the stand-in for MongoDB, which the end-to-end tests want
#   infra/docker/localImages.sh           those, and Node 26 as a base for infra/docker/Dockerfile
#   infra/docker/localImages.sh site      Node 26, and the image of a whole site in one process
#   infra/docker/localImages.sh parts     those, and the gateway and the services; NPM_REGISTRY if not npm's own
# Needs root, debootstrap, a Docker engine, and the servers' libraries (infra/native fetches them by Maven).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
here=infra/docker/local
[ "${1:-}" = site ] || [ -e infra/native/.cache/lib/.complete ] || { echo "the servers' libraries are not there: npm run infra:native" >&2; exit 1; }
release=bookworm
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

base() { # image, packages
  docker image inspect "$1" >/dev/null 2>&1 && return
  debootstrap --variant=minbase --include="$2" "$release" "$work/tree" >"$work/debootstrap.log" 2>&1 ||
    { tail -5 "$work/debootstrap.log" >&2; exit 1; }
  rm -rf "$work/tree/var/cache/apt" "$work/tree/var/lib/apt/lists"
  tar -C "$work/tree" -c . | docker import - "$1"
  rm -rf "$work/tree"
}

server() { # image, file of the image
  mkdir -p "$work/$2"
  cp -r infra/native/.cache/lib "$work/$2/lib"
  cp infra/native/MongoStandIn.java "$here/kafka.sh" "$work/$2/"
  DOCKER_BUILDKIT=0 docker build -q -t "$1" -f "$here/Dockerfile.$2" "$work/$2"
}

node_base() {
  base almanac/debian:bookworm ca-certificates,libstdc++6,libatomic1
  mkdir -p "$work/node/npm"
  cp -L node_modules/node/bin/node "$work/node/"
  cp -L "${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}" "$work/node/authorities.crt"
  cp -r "$(npm root --global)/npm/." "$work/node/npm/"
  DOCKER_BUILDKIT=0 docker build -q -t almanac/node:26 -f "$here/Dockerfile.node" "$work/node"
}

image() { # image, arguments of the build
  DOCKER_BUILDKIT=0 docker build -q -t "$1" -f infra/docker/Dockerfile \
    --build-arg BASE=almanac/node:26 --build-arg NPM_REGISTRY="${NPM_REGISTRY:-}" "${@:2}" .
}

if [ "${1:-}" = site ]; then
  node_base >&2
  image almanac/site:local --target site --build-arg PART=infra/cli >&2
  echo "SITE_IMAGE=almanac/site:local"
  exit 0
fi

base almanac/java:17 openjdk-17-jdk-headless,ca-certificates
server almanac/kafka:4.3.1 kafka
server almanac/mongodb-stand-in:1.47.0 mongodb-stand-in

echo "MONGO_IMAGE=almanac/mongodb-stand-in:1.47.0 KAFKA_IMAGE=almanac/kafka:4.3.1"
[ "${1:-}" != servers ] || exit 0

node_base

[ "${1:-}" = parts ] || { echo "docker build -f infra/docker/Dockerfile --build-arg BASE=almanac/node:26 --build-arg PART=services/calendar ."; exit 0; }

for part in services/* gateway; do
  [ "$part" != services/console ] || continue
  image "almanac/$(basename "$part"):$(node -p "require('./$part/package.json').version")" --build-arg PART="$part"
done
