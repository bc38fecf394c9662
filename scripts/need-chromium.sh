#!/usr/bin/env bash
# Makes sure that a Chromium is there, where the service looks for one by itself.
set -euo pipefail
cd "$(dirname "$0")"
. ./apt.sh

[ -n "${OBSERVER_CHROMIUM:-}" ] && exit 0
for f in /usr/lib/chromium/chromium-headless-shell /usr/lib/chromium/chromium; do
  [ -x "$f" ] && exit 0
done
for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
  command -v "$name" >/dev/null && exit 0
done
apt_install chromium-headless-shell
