# Everything a new machine needs is made here: Python 3.11+ with venv, make and a C++ compiler are enough.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test bench clean

demo: .venv/installed  ## tell the story of Miner Bob and Elsa
	$(BIN)/gumption run westworld --ticks 60

test: .venv/installed-dev  ## format, lint, types, tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pyright
	$(BIN)/pytest

bench: .venv/installed-bench  ## measure speed against hand-written code and other libraries, as ratios in one run
	$(BIN)/python -m benchmarks

.venv/installed: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

.venv/installed-dev: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch .venv/installed $@

.venv/installed-bench: .venv/installed-dev
	$(BIN)/python -m pip install --quiet --editable '.[bench]'
	touch $@

clean:  ## remove the virtual environment and all caches
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build
