# Everything sets itself up in .venv; nothing has to be installed by hand but Python 3.11-3.13 with venv, and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
JOBS ?= 2

.DEFAULT_GOAL := help
.PHONY: help demo sim test check lint types bench soak firmware picture wheel clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/run.stamp ## Watch a short game: bots press the buttons of a simulated hub
	@$(BIN)/trainhub demo

sim: $(VENV)/run.stamp ## Run a simulated hub and print its port
	@$(BIN)/trainhub sim

test: $(VENV)/dev.stamp ## All tests, on CPython and on MicroPython (under 10 minutes on 2 cores)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

check: $(VENV)/dev.stamp lint types ## The quick loop: lint, types and the fast tests, under a minute
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "not slow"

lint: $(VENV)/dev.stamp ## Style
	$(BIN)/ruff check .

types: $(VENV)/dev.stamp ## Types: the PC tool strictly, the firmware against the MicroPython stubs
	$(BIN)/mypy
	$(BIN)/python -m trainhub.deploy.build > /dev/null
	$(BIN)/pyright --pythonpath $(BIN)/python --project pyrightconfig.json \
	  --typeshedpath "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"

bench: $(VENV)/dev.stamp ## Measure the goals; writes build/bench.json
	$(BIN)/python -m tests.bench

soak: $(VENV)/dev.stamp ## The long runs: random games, power cuts, faults
	$(BIN)/python -m tests.soak

firmware: $(VENV)/dev.stamp ## Build the file tree of the board in build/firmware
	$(BIN)/python -m trainhub.deploy.build

picture: $(VENV)/dev.stamp ## Make the README's picture from the simulator
	$(BIN)/python tests/make_picture.py

wheel: $(VENV)/dev.stamp ## Build the wheel in dist/
	$(BIN)/python -m build --wheel --outdir dist .

clean: ## Remove what was built
	rm -rf build dist $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis

-include hardware/hardware.mk

# -- set-up -----------------------------------------------------------------------------------------------------------

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' || { \
	  echo "trainhub needs Python 3.11, 3.12 or 3.13; '$(PYTHON)' is something else."; \
	  echo "On Debian or Ubuntu: sudo apt-get install python3 python3-venv    (or: make PYTHON=python3.12 ...)"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo "Python's venv module is missing. On Debian or Ubuntu: sudo apt-get install python3-venv"; exit 1; }
	@echo "Setting up $(VENV) (once) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install --upgrade 'pip>=25.1'

$(VENV)/run.stamp: $(VENV)/bin/python pyproject.toml
	@echo "Installing what trainhub needs ..."
	@$(PIP) install --editable .
	@touch $@

$(VENV)/dev.stamp: $(VENV)/run.stamp
	@echo "Installing what its tests need ..."
	@$(PIP) install --group dev
	@touch $@
