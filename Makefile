# The two commands that matter are `make demo` and `make test`. Both install what is missing
# by themselves and need only Go, Node and, to install packages, root or sudo.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help

GO ?= go
BUF := node_modules/.bin/buf
GOLANGCI := $(GO) tool -modfile=tools/golangci/go.mod golangci-lint
GHZ := $(GO) tool -modfile=tools/ghz/go.mod ghz

# What to observe in `make demo`; the bundled page when empty.
URL ?=
# Extra arguments of go test, for example TESTFLAGS='-run Watch -v'.
TESTFLAGS ?=
# Extra arguments of the bench, for example BENCHFLAGS='-only cold,click'.
BENCHFLAGS ?=
# The packages that `make test` tests.
PKG ?= ./...

.PHONY: help
help: ## Show this list.
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-16s %s\n", $$1, $$2}' Makefile

.PHONY: demo
demo: chromium build ## Open a page (the bundled one, or URL=…), observe it, act on it and stream its diffs; ends by itself.
	@$(GO) run ./examples/demo -server bin/observer-svc $(if $(URL),-url '$(URL)')

.PHONY: test
test: chromium cgo node_modules e2e/widgets/dist ## Run all tests, those on pages of npm libraries too, with the race detector in a real Chromium.
	$(GO) test -race -shuffle=on -timeout=15m -tags widgets $(TESTFLAGS) $(PKG)

# How many random operations `make refs` does.
OPS ?= 20000

.PHONY: refs
refs: chromium ## Try to make a ref reach another element than its own, by OPS random operations of pages, frames and tabs.
	$(GO) test ./e2e -run TestEveryRefReaches -v -count=1 -timeout=60m -args -operations $(OPS)

# How many random programs `make converge` runs, and the seed of the first.
PROGRAMS ?= 2000
SEED ?= 100000

.PHONY: converge
converge: chromium ## Run PROGRAMS random programs of changes, and compare what both engines then read with what a fresh start reads.
	SEED=$(SEED) PROGRAMS=$(PROGRAMS) $(GO) test ./cdpclient -run TestRandomPrograms -v -count=1 -timeout=180m

.PHONY: widgets
widgets: chromium cgo e2e/widgets/dist ## Only the tests on pages of npm libraries: drive them to a goal, read them with both engines, render lists again.
	$(GO) test -race -tags widgets -timeout=15m -run 'TestWidgets|Frameworks' $(TESTFLAGS) ./e2e

.PHONY: cases
cases: chromium cgo ## Only the 54 case pages, with both engines, three times in a row.
	$(GO) test -race -timeout=15m -count=3 -run '^TestCases$$' $(TESTFLAGS) ./e2e

.PHONY: build
build: ## Build bin/observer-svc.
	@[ -x bin/observer-svc ] || echo 'Building the service; the first time this takes a minute or more …' >&2
	@mkdir -p bin
	@$(GO) build -o bin/observer-svc ./cmd/observer-svc

.PHONY: bench
bench: chromium build ## Measure Observe, click-with-diff and mutation-to-watcher against raw CDP calls.
	@$(GO) run ./bench $(BENCHFLAGS)

.PHONY: load
load: chromium build ## Drive a running service with ghz: Observe, watches, Acts, and all together, beside an echo of the same size.
	@$(GO) build -o bin/echo ./bench/echo
	@GHZ='$(GHZ)' scripts/load.sh

.PHONY: lint
lint: node_modules ## Check the Go code with golangci-lint, that go.mod is tidy, and the page agent with eslint.
	$(GO) mod tidy -diff
	node_modules/.bin/eslint cdpclient/agent/js
	$(GOLANGCI) run

.PHONY: fmt
fmt: node_modules ## Format the Go code and the contract.
	$(GOLANGCI) fmt
	$(BUF) format -w proto

.PHONY: generate
generate: node_modules ## Generate the stubs in gen/ from proto/.
	scripts/generate.sh

.PHONY: check-generate
check-generate: node_modules ## Check the contract and that gen/ is what generating gives.
	scripts/check-generate.sh

.PHONY: readme
readme: ## Write the tables and examples of README.md anew from the code.
	-$(GO) test ./cmd/observer-svc -run Readme -update >/dev/null
	$(GO) test ./cmd/observer-svc -run Readme

.PHONY: vendor-proto
vendor-proto: ## Print third_party/protovalidate anew from the Go module that go.mod names.
	$(GO) run ./tools/validateproto third_party/protovalidate

.PHONY: ci
ci: ## What the continuous integration runs.
	.ci/run

.PHONY: clean
clean: ## Remove what was built.
	rm -rf bin node_modules e2e/widgets/node_modules e2e/widgets/dist

# What is installed on first use.

.PHONY: chromium
chromium:
	@scripts/need-chromium.sh

.PHONY: cgo
cgo:
	@scripts/need-cgo.sh

node_modules: package.json package-lock.json
	npm ci --no-progress
	@touch node_modules

e2e/widgets/node_modules: e2e/widgets/package.json e2e/widgets/package-lock.json
	cd e2e/widgets && npm ci --no-progress --ignore-scripts
	@touch $@

e2e/widgets/dist: e2e/widgets/node_modules $(wildcard e2e/widgets/src/*)
	cd e2e/widgets && npm run --silent build
	@touch $@
