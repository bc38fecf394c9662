#!/usr/bin/env bash
# Starts the service on a loopback port, opens a page in it, and drives Observe with ghz: N calls,
# C at a time. Everything ends by itself.
set -euo pipefail
cd "$(dirname "$0")/.."

url=${URL:-data:text/html,<title>Load</title><h1>Load</h1><button>One</button><p>Two</p>}
n=${N:-2000}
c=${C:-4}

folder=$(mktemp -d)
touch "$folder/log"
bin/observer-svc serve --listen 127.0.0.1:0 2>"$folder/log" &
server=$!
stop() {
  kill -TERM "$server" 2>/dev/null || true
  wait "$server" || true
  rm -rf "$folder"
}
trap stop EXIT

until address=$(sed -n 's/.*msg=serving address=\([^ ]*\).*/\1/p' "$folder/log") && [ -n "$address" ]; do
  kill -0 "$server" || { cat "$folder/log" >&2; exit 1; }
  sleep 0.1
done

bin/observer-svc observe --server "$address" --keep "$url" >/dev/null 2>"$folder/ids"
session=$(sed -n 's/^--session \([^ ]*\) .*/\1/p' "$folder/ids")

$GHZ --insecure --proto proto/observer/v1/observer.proto -i proto,third_party/protovalidate \
  --call observer.v1.ObserverService.Observe -d "{\"session_id\":\"$session\"}" \
  -n "$n" -c "$c" "$address"
