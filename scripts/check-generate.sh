#!/usr/bin/env bash
# Checks the contract: format, lint, no breaking change, and that gen/ is what generating gives.
set -euo pipefail
cd "$(dirname "$0")/.."
buf=node_modules/.bin/buf

"$buf" format --diff --exit-code proto
"$buf" lint

# The last commit of main: its parent when main itself is checked out, as in CI.
against=${BREAKING_AGAINST:-}
if [ -z "$against" ]; then
  against=main
  if [ "$(git rev-parse HEAD)" = "$(git rev-parse -q --verify main || git rev-parse -q --verify origin/main || git rev-parse HEAD)" ]; then
    against=HEAD~1
  fi
fi
if ! git rev-parse -q --verify "$against^{commit}" >/dev/null; then
  echo "buf breaking: skipped, $against is not in this clone"
elif [ -z "$(git ls-tree "$against" proto)" ]; then
  echo "buf breaking: skipped, $against has no contract yet"
else
  commit=$(git rev-parse "$against^{commit}")
  "$buf" breaking proto --against ".git#ref=$commit,subdir=proto"
fi

scripts/generate.sh
if [ -n "$(git status --porcelain -- gen)" ]; then
  echo 'gen/ is not what proto/ generates. Run `make generate` and commit the result:' >&2
  git --no-pager diff --stat -- gen >&2
  git status --short -- gen >&2
  exit 1
fi
echo 'The contract is clean, and gen/ is up to date.'
