# The newcomer's commands. Each installs what is missing (apt, Debian 12),
# builds, and says what it does.

BUILD := build
VENV := $(BUILD)/venv
OPT := $(BUILD)/bin/packed-opt

.PHONY: demo test build wheel packages format clean

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
