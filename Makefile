# The newcomer's commands. Each installs what is missing (apt, Debian 12),
# builds, and says what it does.

BUILD := build
VENV := $(BUILD)/venv
OPT := $(BUILD)/bin/packed-opt
SANITIZED := build-sanitize

.PHONY: demo test build wheel sanitize fuzz tidy sanitized-build packages format clean

## demo: run the tool on a model, and on the same model with a planted error
demo: build
	@scripts/demo.sh $(OPT)

## test: run everything through ctest
test: build
	scripts/check-format.sh
	ctest --test-dir $(BUILD) --output-on-failure

## build: configure and build all targets
build: packages $(VENV)/.installed
	cmake --preset default
	cmake --build $(BUILD)

## wheel: the Python package, into build/wheel
wheel: build
	cmake --install $(BUILD) --prefix $(BUILD)/install
	CC=clang-22 CXX=clang++-22 $(VENV)/bin/pip wheel --no-deps \
	  --no-build-isolation --wheel-dir $(BUILD)/wheel ./python \
	  --config-settings=cmake.define.PackedMLIR_DIR=$(CURDIR)/$(BUILD)/install/lib/cmake/PackedMLIR

## sanitize: everything through ctest, under AddressSanitizer and
## UndefinedBehaviorSanitizer
sanitize: sanitized-build
	ctest --preset sanitize

## fuzz: each fuzzer for ten minutes, under the same
fuzz: sanitized-build
	test/fuzz/run.sh 600 $(SANITIZED)

sanitized-build: packages $(VENV)/.installed
	cmake --preset sanitize
	cmake --build $(SANITIZED)

## tidy: clang-tidy with LLVM's profile over all C++ files
tidy: build
	run-clang-tidy-22 -clang-tidy-binary clang-tidy-22 -quiet -p $(BUILD) \
	  '$(CURDIR)/(lib|tools|test)/.*\.cpp$$'

packages:
	scripts/install-packages.sh

$(VENV)/.installed: test/requirements.txt
	python3 -m venv $(VENV)
	$(VENV)/bin/pip install -q -r $<
	touch $@

## format: let clang-format rewrite all C++ files
format:
	git ls-files '*.h' '*.cpp' | xargs clang-format-22 -i

clean:
	rm -rf $(BUILD)
