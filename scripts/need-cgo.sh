#!/usr/bin/env bash
# Makes sure that a C compiler is there: the race detector of Go links with it.
set -euo pipefail
cd "$(dirname "$0")"
. ./apt.sh

command -v "${CC:-gcc}" >/dev/null && exit 0
apt_install gcc libc6-dev
