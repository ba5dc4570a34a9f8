# Everything a new machine needs is made here: Python 3.11+ with venv, make and a C++20 compiler are enough.
# Without the compiler all but `make sanitize` works as well, slower: the planner and the kernel of coroutines are Python.
PYTHON ?= python3
CXX ?= g++
BIN := .venv/bin
NATIVE := CMakeLists.txt $(wildcard native/*.cpp native/*.hpp native/minds/*)
# The editable installation knows each module by its file, so that a moved one needs a new installation.
ROOMS := $(shell find src -type d -not -name __pycache__)
# What builds the native module stands in the environment itself, so that a change of native/ compiles only what changed.
BUILD := cmake ninja nanobind scikit-build-core
INSTALL = $(BIN)/python -m pip install --quiet --no-build-isolation --check-build-dependencies --editable
# What is tested with the reference of the native kernel as well.
STEPPED := tests/core tests/flow $(wildcard tests/bt/test_async_*.py)
# One process a core; the tests of a file stay together.
SPREAD := -n auto --dist loadfile
SANITIZE := -std=c++20 -O1 -g -Wall -Wextra -fno-omit-frame-pointer \
	-fsanitize=address,undefined -fno-sanitize-recover=all -D_GLIBCXX_ASSERTIONS

.PHONY: demo test sanitize bench clean

demo: .venv/installed  ## tell the story of four Miner Bobs, who live the same life each by his own way of thinking
	mkdir -p build
	$(BIN)/gumption run westworld --set mind=all --set elsa=false --ticks 30 --record build/bobs.jsonl.gz --record-data
	$(BIN)/gumption report build/bobs.jsonl.gz -o build/bobs.html
	@echo "Open build/bobs.html in a browser to scrub through it; see them live with:"
	@echo "  pip install 'gumption[inspect]' && gumption run westworld --set mind=all --inspect --control"

test: .venv/installed-dev  ## format, lint, types, tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pyright
	$(BIN)/pytest $(SPREAD)
	GUMPTION_KERNEL=reference $(BIN)/pytest $(SPREAD) $(STEPPED)

sanitize: build/sanitize/tests build/sanitize/_native.so  ## native tests under AddressSanitizer and UndefinedBehaviorSanitizer
	ASAN_OPTIONS=max_allocation_size_mb=2000 ./build/sanitize/tests
	ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc LD_PRELOAD="$(SANITIZERS)" \
		$(BIN)/python -m tests.sanitized $(lastword $^) $(wildcard tests/core/test_*coroutines*.py) \
		tests/core/test_native_kernel.py tests/flow/test_rounds.py tests/flow/test_switching.py tests/flow/test_failing.py

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
	$(INSTALL) '.[dev,inspect]'
	touch .venv/installed $@

.venv/installed-bench: .venv/installed-dev
	$(INSTALL) '.[bench]'
	touch $@

build/sanitize/tests: $(patsubst %.cpp,build/sanitize/%.o,$(filter-out native/binding.cpp,$(wildcard native/*.cpp native/tests/*.cpp)))
	$(CXX) $(SANITIZE) $^ -o $@

# Python itself is not built with them, so that they are loaded before it; what it keeps until its end is no leak.
SANITIZERS = $(shell $(CXX) -print-file-name=libasan.so) $(shell $(CXX) -print-file-name=libubsan.so)

build/sanitize/_native.so: $(wildcard native/minds/*) .venv/installed-dev
	mkdir -p $(@D)
	$(CXX) $(SANITIZE) -shared -fPIC \
		-I$$($(BIN)/python -c "import sysconfig; print(sysconfig.get_path('include'))") native/minds/*.cpp -o $@

build/sanitize/%.o: %.cpp $(wildcard native/*.hpp native/tests/*.hpp)
	mkdir -p $(@D)
	$(CXX) $(SANITIZE) -Inative -c $< -o $@

clean:  ## remove the virtual environment and all caches
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build
