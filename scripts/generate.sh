#!/usr/bin/env bash
# Generates the stubs in gen/ from proto/: Go and TypeScript by pinned plugins, Python by the protoc of
# Debian 12. Another protoc writes other bytes, so without that one the Python stubs stay as they are.
set -euo pipefail
cd "$(dirname "$0")/.."
buf=node_modules/.bin/buf
protoc='libprotoc 3.21.12'

rm -rf gen/observer gen/ts
"$buf" generate
if [ "$(protoc --version 2>/dev/null)" = "$protoc" ] && [ -x /usr/bin/grpc_python_plugin ]; then
  "$buf" generate --template buf.gen.python.yaml
else
  echo "gen/python: left as it is; to generate it, install $protoc and grpc_python_plugin (Debian 12: protobuf-compiler protobuf-compiler-grpc)" >&2
fi
