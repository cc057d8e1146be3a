#!/bin/bash
# Starts a broker as the apache/kafka image does: KAFKA_NODE_ID=1 stands for node.id=1. What a stopped or killed
# container has kept it finds again.
set -euo pipefail
properties=/tmp/server.properties
env | grep '^KAFKA_' | while IFS='=' read -r name value; do
  name=${name#KAFKA_}
  name=${name,,}
  echo "${name//_/.}=$value"
done >"$properties"
grep -q '^log.dirs=' "$properties" || echo 'log.dirs=/var/lib/kafka' >>"$properties"
folder=$(sed -n 's/^log.dirs=//p' "$properties")
classes='/opt/servers/lib/*'
[ -e "$folder/meta.properties" ] ||
  java -cp "$classes" kafka.tools.StorageTool format -t "$(head -c 16 /dev/urandom | base64 | tr '+/' '-_' | cut -c1-22)" -c "$properties"
exec java -Xmx512m -Dlog4j2.level=WARN -cp "$classes" kafka.Kafka "$properties"
