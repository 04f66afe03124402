# Galakit: `make demo` and `make test` set up everything they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SHELL := /bin/bash

.PHONY: demo test test-slow fuzz lint peers bench clean

demo: $(VENV)/.installed
	$(BIN)/galakit show poker -p ranks=8 --chart

test: $(VENV)/.installed-test
	$(BIN)/python -m pytest -n 2

# Long proofs: the largest games of 1997 in exact arithmetic, long fuzzing, big memory.
test-slow: $(VENV)/.installed-test
	$(BIN)/python -m pytest -m slow

# Long fuzzing: Hypothesis, then atheris for SECONDS on each target. CI runs a short version with the other tests.
fuzz: $(VENV)/.installed-test
	GALAKIT_FUZZ_SECONDS=$(or $(SECONDS),60) $(BIN)/python -m pytest -m slow tests/fuzz

lint: $(VENV)/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# pygambit and OpenSpiel, for the tests and benchmarks that compare with them. pygambit compiles for several minutes.
peers: $(VENV)/.installed-test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[peers]'

bench: $(VENV)/.installed-test
	$(BIN)/python -m benchmarks

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || (echo "Galakit needs Python 3.11 or newer (make PYTHON=python3.12 ...)"; exit 1)
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/.installed-test: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
