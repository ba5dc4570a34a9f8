# Everything a new machine needs is made here: Python 3.11+ with venv, make and a C++20 compiler are enough.
# Without the compiler all but `make sanitize` works as well, and plans are made by the pure Python planner.
PYTHON ?= python3
CXX ?= g++
BIN := .venv/bin
NATIVE := CMakeLists.txt $(wildcard native/*.cpp native/*.hpp native/minds/*)
# The editable installation knows each module by its file, so that a moved one needs a new installation.
ROOMS := $(shell find src -type d -not -name __pycache__)
# What builds the native module stands in the environment itself, so that a change of native/ compiles only what changed.
BUILD := cmake ninja nanobind scikit-build-core
INSTALL = $(BIN)/python -m pip install --quiet --no-build-isolation --check-build-dependencies --editable
SANITIZE := -std=c++20 -O1 -g -Wall -Wextra -fno-omit-frame-pointer \
	-fsanitize=address,undefined -fno-sanitize-recover=all -D_GLIBCXX_ASSERTIONS

.PHONY: demo test sanitize bench clean

demo: .venv/installed  ## tell the story of Miner Bob and Elsa
	$(BIN)/gumption run westworld --ticks 60

test: .venv/installed-dev  ## format, lint, types, tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pyright
	$(BIN)/pytest

sanitize: build/sanitize/tests  ## tests of the native planner under AddressSanitizer and UndefinedBehaviorSanitizer
	ASAN_OPTIONS=max_allocation_size_mb=2000 ./build/sanitize/tests

bench: .venv/installed-bench  ## measure speed against hand-written code and other libraries, as ratios in one run
	$(BIN)/python -m benchmarks

.venv/build:
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet $(BUILD)
	touch $@

.venv/installed: .venv/build pyproject.toml $(NATIVE) $(ROOMS)
	$(INSTALL) .
	touch $@

.venv/installed-dev: .venv/build pyproject.toml $(NATIVE) $(ROOMS)
	$(INSTALL) '.[dev]'
	touch .venv/installed $@

.venv/installed-bench: .venv/installed-dev
	$(INSTALL) '.[bench]'
	touch $@

build/sanitize/tests: $(patsubst %.cpp,build/sanitize/%.o,$(filter-out native/binding.cpp,$(wildcard native/*.cpp native/tests/*.cpp)))
	$(CXX) $(SANITIZE) $^ -o $@

build/sanitize/%.o: %.cpp $(wildcard native/*.hpp native/tests/*.hpp)
	mkdir -p $(@D)
	$(CXX) $(SANITIZE) -Inative -c $< -o $@

clean:  ## remove the virtual environment and all caches
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build
