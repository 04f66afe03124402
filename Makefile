# Galakit: `make demo` and `make test` set up everything they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SHELL := /bin/bash
# Installs $(EXTRAS) by uv, several times as fast as pip; pip is there for machines on which uv cannot be had, and reads settings
# (an index of one's own, say) that uv does not.
install = { $(BIN)/uv pip install --quiet --python $(BIN)/python $(EXTRAS) 2> /dev/null \
  || $(BIN)/python -m pip install --quiet --disable-pip-version-check $(EXTRAS); }

# Else each of the hundreds of processes that tests begin would compile Galakit's sources for itself.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo installed compiled test test-slow fuzz hunt lint docs page page-check page-test peers test-peers bench reproduce reproduce-all pictures clean

demo: $(VENV)/.installed
	$(BIN)/galakit show poker -p ranks=8 --chart

installed: $(VENV)/.installed-test

# Machine code for the tests: two workers that begin with nothing compiled would each do it.
compiled: $(VENV)/.installed-test
	$(BIN)/galakit warmup --jobs 2

# Three workers keep two cores busy. Idle ones take over tests of another, so that tests of a file, which share what they
# prepare, stay together.
# The seed of all random examples is printed with the command: `make test SEED=...` draws the same again.
SEED ?= $(shell date +%s)
test: $(VENV)/.installed-test
	$(BIN)/python -m pytest -n 3 --dist worksteal --hypothesis-seed=$(SEED)

# Long proofs: the largest games of 1997 in exact arithmetic, long fuzzing, big memory.
test-slow: $(VENV)/.installed-test
	$(BIN)/python -m pytest -m slow -o timeout=0

# Long fuzzing: Hypothesis, then atheris for SECONDS on each target. CI runs a short version with the other tests.
fuzz: $(VENV)/.installed-test
	GALAKIT_FUZZ_SECONDS=$(or $(SECONDS),60) $(BIN)/python -m pytest -m slow -o timeout=0 tests/fuzz

# A long hunt for mistakes: random programs through every method, mutants of every file, hostile folders, for MINUTES by JOBS
# processes. CI runs a short version. What fails is made small and kept in build/hunt.
hunt: $(VENV)/.installed-test
	PYTHONPATH=src:tests:. $(BIN)/python -m tests.hunt --minutes $(or $(MINUTES),60) --jobs $(or $(JOBS),2)
	GALAKIT_HOSTILE=all $(BIN)/python -m pytest -m '' -o timeout=0 tests/hunt/test_hostile_folder.py

lint: $(VENV)/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The documentation as a site in build/site; `make docs SERVE=8000` shows it. The variable silences a notice about the
# successors of MkDocs.
docs: $(VENV)/.installed-docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict
	@echo "build/site/index.html is the first page; searching needs a server: make docs SERVE=8000"
	$(if $(SERVE),$(BIN)/python -m http.server --bind 127.0.0.1 --directory build/site $(SERVE))

# The figures, tables and claims of the papers; results are in build/reproduced, tables and pictures in the documentation.
# Seven minutes, and for reproduce-all half an hour. Both may be interrupted: the same command goes on.
reproduce: $(VENV)/.installed-test
	$(BIN)/python -m docs.reproduced

reproduce-all: $(VENV)/.installed-test
	$(BIN)/python -m docs.reproduced --all

# What the browser is sent, from its sources in frontend/. Needs Node; the result is part of the repository, so users do not.
page: $(VENV)/.installed frontend/node_modules/.installed
	cd frontend && npm run --silent types && npm run --silent check && npm run --silent build

# Whether it is what the sources give, and what its unit tests say of these.
page-check: $(VENV)/.installed frontend/node_modules/.installed
	cd frontend && npm run --silent types && npm run --silent check && npm run --silent build -- --check && npm run --silent test
	git diff --exit-code frontend/src/answers.ts frontend/src/questions.ts frontend/src/front-ends.ts

# Its unit tests alone: seconds.
page-test: frontend/node_modules/.installed
	cd frontend && npm run --silent test

frontend/node_modules/.installed: frontend/package-lock.json
	cd frontend && npm ci --no-audit --no-fund
	touch $@

# pygambit and OpenSpiel, for the tests and benchmarks that compare with them. pygambit compiles for several minutes.
peers: EXTRAS = --find-links build/peers -e '.[peers]'
peers: build/peers/.built $(VENV)/.installed-test
	$(install)

# Their wheels alone: nothing is installed, so that anything else may go on meanwhile.
build/peers/.built: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["peers"], sep="\n")' \
	  | $(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir build/peers -r /dev/stdin
	touch $@

# The tests that compare with them, where they came too late for the others.
test-peers: peers
	$(BIN)/python -m pytest -n 3 --dist worksteal --hypothesis-seed=$(SEED) $$(grep -rlE 'pygambit|pyspiel' tests --include='test_*.py')

# Every view of ten games in build/pictures, at three widths, light and dark, to be looked at: four minutes. Needs Chromium.
pictures: $(VENV)/.installed-test
	PYTHONPATH=src:tests:. $(BIN)/python -m tests.web.pictures build/pictures

# Galakit beside pygambit, OpenSpiel and LiteEFG, half an hour: benchmarks/results.json, and the tables of the documentation
# and the README. It may be interrupted: the same command goes on.
bench: $(VENV)/.installed-test
	$(BIN)/python -m benchmarks

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || (echo "Galakit needs Python 3.11 or newer (make PYTHON=python3.12 ...)"; exit 1)
	$(PYTHON) -m venv $(VENV)
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check uv

$(VENV)/.installed: EXTRAS = -e '.[terminal,web]'
$(VENV)/.installed: $(VENV)/bin/python pyproject.toml
	$(install)
	touch $@

$(VENV)/.installed-test: EXTRAS = -e '.[test]'
$(VENV)/.installed-test: $(VENV)/bin/python pyproject.toml
	$(install)
	touch $@ $(VENV)/.installed

$(VENV)/.installed-docs: EXTRAS = -e '.[docs,terminal,web]'
$(VENV)/.installed-docs: $(VENV)/bin/python pyproject.toml
	$(install)
	touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
