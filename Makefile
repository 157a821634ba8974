# Two commands: `make play` and `make test`. Everything they need is set up on the way.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3.14 python3; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
# setuptools warns about every editable installation; nobody who wants to play needs to read that.
PIP := PYTHONWARNINGS=ignore $(BIN)/python -m pip --disable-pip-version-check
PINS := hardware/constraints.txt

.PHONY: help play test check format venv evaluate bench screenshots game kill clean

help:  ## Say what there is
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## / — /'

play: $(VENV)/.play  ## Start the companion; without a camera on the simulated board
	@$(BIN)/serviert play $(ARGS)

test: $(VENV)/.dev  ## Install what tests need and pass them
	@sh tests/install-chromium.sh
	$(BIN)/python -m pytest -n auto --dist loadgroup $(ARGS)

check: $(VENV)/.dev  ## Lint, types, import law
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.dev  ## Format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

venv: $(VENV)/.play  ## Only set up

evaluate: $(VENV)/.evaluate  ## Reproduce the figures of the models
	$(BIN)/python -m models.evaluate $(ARGS)

bench: $(VENV)/.dev  ## Reproduce the figures of speed
	$(BIN)/python -m tests.bench $(ARGS)

screenshots: $(VENV)/.dev  ## Take screenshots of a running game at five sizes
	@sh tests/install-chromium.sh
	$(BIN)/python -m tests.endtoend.screenshots $(ARGS)

game: $(VENV)/.dev  ## Play a whole game by script and hold the sheet against the true dice
	@sh tests/install-chromium.sh
	$(BIN)/python -m tests.endtoend.whole_game $(ARGS)

kill: $(VENV)/.dev  ## Pull the plug 200 times and look for what was lost
	$(BIN)/python -m tests.endtoend.killed $(ARGS)

$(VENV)/.venv:
	@PYTHON="$(PYTHON)" sh hardware/install/venv.sh $(VENV)
	@touch $@

$(VENV)/.play: $(VENV)/.venv pyproject.toml $(PINS)
	@echo "Installing Serviert (a minute or two, once) …"
	@$(PIP) install --quiet --constraint $(PINS) --editable '.[simulated]' || \
		{ echo "The simulated board's physics cannot be installed here; going on without it: a camera is needed."; \
		  $(PIP) install --quiet --constraint $(PINS) --editable .; }
	@touch $@

$(VENV)/.dev: $(VENV)/.play
	@echo "Installing what tests need …"
	@$(PIP) install --quiet --constraint $(PINS) --editable '.[simulated,dev,pi]'
	@touch $@

$(VENV)/.evaluate: $(VENV)/.dev
	@echo "Installing what the evaluation needs …"
	@$(PIP) install --quiet --constraint $(PINS) --editable '.[evaluate]'
	@touch $@

clean:  ## Remove what was set up
	rm -rf $(VENV) build dist *.egg-info
