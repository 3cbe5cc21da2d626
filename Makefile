# make run: play. make test: every check and test. make bench: how fast it is.
# Each sets up what it needs; PYTHON=... names another interpreter.

.DEFAULT_GOAL := run
.DELETE_ON_ERROR:
.PHONY: run test check rules-test page-test server-test client-test browser redis-server icons screenshots chaos bench compiled lock

VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(firstword $(foreach name,python3 python3.14 python3.13 python3.12 python3.11,$(shell \
	$(name) -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(name))))
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes

run: $(VENV)/run.stamp
	@exec $(BIN)/python -m app

# Two at a time, the longest first: each waits for servers and pages most of the time.
test: $(VENV)/test.stamp node_modules/.stamp browser redis-server
	+@$(MAKE) --no-print-directory --output-sync=target --jobs=2 page-test server-test check rules-test client-test

# Node from PATH if it is new enough, else from the wheel among the development tools.
NODE_OK := $(shell node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null && command -v npm)
WITH_NODE := PATH="$(if $(NODE_OK),,$(CURDIR)/$(BIN):)$$PATH"

check: $(VENV)/test.stamp node_modules/.stamp
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy --strict app engine
	$(WITH_NODE) npm run --silent check
	@! grep -nE '://|"resolved"|--(extra-)?index-url|--find-links' requirements.lock requirements-dev.lock package-lock.json \
		|| { echo "lock files must hold no addresses" >&2; exit 1; }

client-test: $(VENV)/test.stamp
	$(WITH_NODE) npm run --silent test

rules-test: $(VENV)/test.stamp
	$(BIN)/coverage run -m pytest tests/engine
	$(BIN)/coverage report

page-test: $(VENV)/test.stamp node_modules/.stamp browser
	$(BIN)/python -m pytest tests/browser

server-test: $(VENV)/test.stamp redis-server
	$(BIN)/python -m pytest --ignore=tests/engine --ignore=tests/browser

# The tests of failures and of hostile visitors in full size, timings included; takes about a quarter of an hour.
chaos: $(VENV)/test.stamp redis-server
	$(BIN)/python -m pytest --full -s tests/chaos tests/hostile

# Short forms of all benchmarks; docs/performance.md says what they measure and how long ones are run.
bench: $(VENV)/test.stamp
	$(BIN)/python -m tests.bench

# Tests of what an engine does; the two others are of values as they are, and of what is compiled. pytest's own `pythonpath`
# would come before the compiled package.
COMPILED_TESTS := tests/engine tests/rl --ignore=tests/engine/test_values.py --ignore=tests/engine/test_written_out.py

# The engine in machine code, and its tests, for long series of games (docs/bots.md); needs a C compiler and Python's header files.
compiled: $(VENV)/test.stamp
	$(BIN)/python -m tests.bench.compiled
	PYTHONPATH=build/compiled:.:examples $(BIN)/python -P -m pytest --quiet -o pythonpath= --import-mode=append -p tests.bench.compiled $(COMPILED_TESTS)

# A browser cannot come from a lock file: Debian's package where that can be installed, else what is there.
browser:
	@if [ -n "$$FLIP7_CHROMIUM" ] || command -v chromium >/dev/null || command -v chromium-browser >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null; \
	else \
		echo "The browser tests need Chromium: install the package chromium, or name one: FLIP7_CHROMIUM=/path/of/chromium make test" >&2; exit 1; \
	fi

# Replicas, sentinels and clusters are started by the tests themselves: the package's own service must not start.
NO_SERVICE := /usr/sbin/policy-rc.d
redis-server:
	@if command -v redis-server >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		[ -e $(NO_SERVICE) ] || { printf '#!/bin/sh\nexit 101\n' >$(NO_SERVICE); chmod 755 $(NO_SERVICE); trap 'rm -f $(NO_SERVICE)' EXIT; }; \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends redis-server >/dev/null; \
	else \
		echo "The tests of failures need redis-server, 7.0 or newer, on PATH: install the package redis-server" >&2; exit 1; \
	fi

$(VENV)/bin/python:
	@$(if $(PYTHON),,echo "Python 3.11 or newer with its venv module is needed (on Debian: python3 python3-venv)" >&2; exit 1)
	$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: requirements.lock | $(VENV)/bin/python
	@echo "Installing what the table needs into $(VENV)"
	@$(INSTALL) -r requirements.lock
	@touch $@

$(VENV)/test.stamp: requirements-dev.lock | $(VENV)/bin/python
	@echo "Installing what checks and tests need into $(VENV)"
	@$(INSTALL) -r requirements-dev.lock
	@touch $@ $(VENV)/run.stamp

node_modules/.stamp: package-lock.json $(VENV)/test.stamp
	$(WITH_NODE) npm ci --silent
	@touch $@

# The icons of the installed page, after a change of static/img/favicon.svg.
icons: $(VENV)/test.stamp browser
	$(BIN)/python -m tests.browser.icons

# The pictures in docs/img, after a change of what they show.
screenshots: $(VENV)/test.stamp browser
	$(BIN)/python -m tests.browser.screenshots

# After a change of the dependencies in pyproject.toml; needs uv, whose lock files hold for every platform and Python.
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate pyproject.toml
lock:
	$(LOCK) --output-file requirements.lock
	$(LOCK) --extra dev --constraints requirements.lock --output-file requirements-dev.lock
