#!/usr/bin/env bash
# Leaves a Docker engine answering at DOCKER_HOST or /var/run/docker.sock. One that answers already is left alone.
# Wants root, docker.io and iptables where it has to start one.
set -euo pipefail

log=${TMPDIR:-/tmp}/vitrial-ci-dockerd.log
pid_file=/var/run/docker.pid

answers() { timeout 10 docker version --format '{{.Server.Version}}' 2>/dev/null; }

if version=$(answers); then
  echo "engine $version answers"
  exit 0
fi
if [ -n "${DOCKER_HOST:-}" ]; then
  echo "no engine answers at DOCKER_HOST=$DOCKER_HOST" >&2
  exit 1
fi

# A pid file that outlived its engine, as in a copied machine, would keep a new one from starting.
if [ -f "$pid_file" ]; then
  pid=$(cat "$pid_file")
  if [ "$(cat "/proc/$pid/comm" 2>/dev/null || true)" != dockerd ]; then rm -f "$pid_file"; fi
fi
if [ ! -f "$pid_file" ]; then
  rm -f /var/run/docker.sock
  setsid nohup dockerd --pidfile "$pid_file" >"$log" 2>&1 </dev/null &
fi

for _ in $(seq 60); do
  if version=$(answers); then
    echo "engine $version started"
    exit 0
  fi
  sleep 0.5
done
echo "the engine did not start:" >&2
tail -20 "$log" >&2 || true
exit 1
