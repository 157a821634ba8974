# Two commands: `make play` and `make test`. Everything they need is set up on the way.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3.14 python3; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
# Ends with 3 where the network is missing, with 4 where something has no version for this machine.
FETCH := sh hardware/install/fetch.sh $(VENV)
PINS := hardware/constraints.txt
KIOSK ?= yes
BOOT ?= no
HOTSPOT ?=
MDNS ?= no
COUNTRY ?=

.PHONY: help play test proof screens check format venv evaluate bench eye-needs game pictures kill clean install uninstall readonly writable lock card image image-pios test-image test-image-pios test-mdns test-install test-security test-picamera test-arm64 power soak hardware

help:  ## Say what there is
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## / — /'

play: $(VENV)/.play  ## Start the companion; without a camera on the simulated board
	@$(BIN)/serviert play $(ARGS)

# What hangs ends with the places where it hung; each test takes half a minute at most.
BOUNDED := -o faulthandler_timeout=180 -o faulthandler_exit_on_timeout=true

test: $(VENV)/.dev  ## Install what tests need and pass them, but for what is long by nature
	@sh tests/install-chromium.sh
	$(BIN)/python -m pytest -n auto --dist worksteal $(BOUNDED) $(ARGS)

# What is long by nature, in parts: `make proof PARTS="eye screens"`.
PARTS ?= rules eye device hardware games screens power attacks
proof: $(PARTS:%=proof-%)  ## Pass what is long by nature: PARTS="rules eye device hardware games screens power attacks mutants"

PROOF := $(BIN)/python -m pytest -n auto --dist worksteal -m proof
proof-rules: $(VENV)/.dev
	$(PROOF) tests/scoring $(ARGS)

proof-eye: $(VENV)/.dev
	$(PROOF) tests/vision tests/models $(ARGS)

proof-device: $(VENV)/.dev
	@sh tests/install-chromium.sh
	@sh tests/power/install-strace.sh
	$(PROOF) tests/firmware tests/contract tests/power tests/install $(ARGS)

proof-hardware: $(VENV)/.hardware
	$(PROOF) tests/hardware $(ARGS)

proof-games: $(VENV)/.dev
	@sh tests/install-chromium.sh
	$(PROOF) tests/endtoend tests/bench tests/soak $(ARGS)

proof-screens: screens

proof-power: power kill

proof-attacks: $(VENV)/.dev
	OPENCV_LOG_LEVEL=OFF $(BIN)/python -m tests.attacks $(ARGS)

proof-mutants: $(VENV)/.mutants
	for room in session scoring log vision; do $(BIN)/python -m tests.mutants $$room $(ARGS) || exit 1; done

test-picamera:  ## Pass the camera's tests with the real picamera2 and a virtual camera, in a Debian built for it; as root
	tests/picamera/enter.sh python -m pytest -rs -p no:cacheprovider -W 'ignore:setDaemon:DeprecationWarning' \
		tests/contract/test_camera.py tests/firmware/adapters/test_picamera.py tests/picamera $(ARGS)

screens: $(VENV)/.dev  ## Look at every page in every language on every screen: what `make test` leaves out
	@sh tests/install-chromium.sh
	$(BIN)/python -m pytest -n auto --dist worksteal -m "browser or proof" tests/firmware/display tests/firmware/share $(ARGS)

test-arm64: $(VENV)/.dev  ## Pass the rules', the eye's and the device's tests on a Pi's processor, as QEMU plays it; as root
	tests/arm64/run.sh $(ARGS)

check: $(VENV)/.dev  ## Lint, types, import law, sizes
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.sizes

format: $(VENV)/.dev  ## Format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

venv: $(VENV)/.play  ## Only set up

evaluate: $(VENV)/.evaluate  ## Reproduce the figures of the models
	$(BIN)/python -m models.evaluate $(ARGS)
	$(BIN)/python -m tests.bench.answers

bench: $(VENV)/.dev  ## Reproduce the figures of speed: a press from finger to page, the page itself, and a reading on a Pi by arithmetic
	@sh tests/install-chromium.sh
	$(BIN)/python -m tests.bench.press $(ARGS)
	$(BIN)/python -m tests.bench.page
	$(BIN)/python -m tests.bench.arithmetic

eye-needs: $(VENV)/.dev  ## Find out what light and focus the eye needs, which the doctor asks for
	$(BIN)/python -m tests.bench.eye_needs $(ARGS)

game: $(VENV)/.dev  ## Play a whole game by script and hold the sheet against the true dice
	@sh tests/install-chromium.sh
	$(BIN)/python -m tests.endtoend.whole_game $(ARGS)

pictures: $(VENV)/.dev  ## Take the README's pictures anew, from the real page at the simulated board
	@sh tests/install-chromium.sh
	$(BIN)/python -m tests.endtoend.front_page

kill: $(VENV)/.dev  ## Pull the plug 1,000 times and look for what was lost
	$(BIN)/python -m tests.power kills $(ARGS)

soak: $(VENV)/.dev  ## Play a day at the café twenty times as fast (72 minutes), and print what grew
	@sh tests/install-chromium.sh
	$(BIN)/python -m tests.soak $(ARGS)

power: $(VENV)/.dev  ## Cut at every write, fail every call, rot every page: print what was lost
	@sh tests/power/install-strace.sh
	$(BIN)/python -m tests.power $(ARGS)

install:  ## Make this computer a device that starts by itself (as root; KIOSK=no without a screen, BOOT=yes with the shutdown button, HOTSPOT=yes with a Wi-Fi for phones, MDNS=yes found by name)
	@KIOSK="$(KIOSK)" BOOT="$(BOOT)" HOTSPOT="$(HOTSPOT)" MDNS="$(MDNS)" sh hardware/install/install.sh

uninstall:  ## Remove the device's software; games stay unless ARGS=--purge (as root)
	@sh hardware/install/uninstall.sh $(ARGS)

readonly:  ## Make the device's system read-only, its games on a disk of their own (as root)
	@sh hardware/install/readonly.sh on $(ARGS)

writable:  ## Make it writable again (as root)
	@sh hardware/install/readonly.sh off

test-install:  ## Install, break and remove it all in booted Debian systems (as root)
	@"$(PYTHON)" -m tests.install $(ARGS)

card:  ## Make what turns a stock Raspberry Pi OS Lite into a device at its first start: two files, in build/card
	@sh hardware/card/card.sh $(ARGS)

image-pios:  ## Make an image to flash out of Raspberry Pi OS Lite, for a Pi 5, its cameras and display; ARGS=raspios-lite.img.xz COUNTRY=DE (as root)
	@COUNTRY="$(COUNTRY)" bash hardware/image/pios.sh $(ARGS)

image:  ## Make an image to flash, Debian with everything in it and nothing to type, in build/image (as root)
	@bash hardware/image/build.sh $(ARGS)

test-image:  ## Boot the image under QEMU to a played turn, and cut its power; TIMES=2 CUTS=10
	@bash tests/image/run.sh $(ARGS)

test-image-pios:  ## Make one out of what stands in for Raspberry Pi OS, and look into it (as root)
	@bash tests/image/pios.sh $(ARGS)

test-mdns: $(VENV)/.play  ## Ask for serviert.local as a phone does, on a wire between two network namespaces (as root)
	@PYTHON=$(BIN)/python bash tests/image/mdns.sh

test-security: $(VENV)/.dev  ## Attack what is served, and count the packets that leave in play
	$(BIN)/python -m pytest -n auto --dist loadgroup -m security $(ARGS)
	$(BIN)/python -m tests.endtoend.no_packets --turns 20 || [ $$? = 77 ]

$(VENV)/.venv:
	@PYTHON="$(PYTHON)" sh hardware/install/venv.sh $(VENV)
	@touch $@

$(VENV)/.play: $(VENV)/.venv pyproject.toml $(PINS)
	@echo "Installing Serviert (a minute or two, once) …"
	@$(FETCH) --only-binary mujoco-core --editable '.[simulated]' || { [ $$? = 4 ] && \
		echo "The simulated board's physics do not exist for this machine; going on without: a camera is needed." && \
		$(FETCH) --editable .; }
	@touch $@

$(VENV)/.dev: $(VENV)/.play
	@echo "Installing what tests need …"
	@$(FETCH) --editable '.[simulated,dev,pi]'
	@touch $@

$(VENV)/.evaluate: $(VENV)/.dev
	@echo "Installing what the evaluation needs …"
	@$(FETCH) --editable '.[evaluate]'
	@touch $@

hardware: $(VENV)/.hardware  ## Make drawings, prints, tables, papers and the guide from hardware/numbers.toml
	$(BIN)/python -m hardware $(ARGS)
	$(BIN)/python -m firmware.printing.papers

$(VENV)/.mutants: $(VENV)/.dev
	@$(FETCH) --editable '.[mutants]'
	@touch $@

$(VENV)/.hardware: $(VENV)/.dev
	@echo "Installing what drawing the hardware needs …"
	@$(FETCH) --editable '.[hardware]' || { [ $$? = 4 ] && \
		echo "It does not exist for this machine: what it draws is not drawn, and its tests are skipped."; }
	@touch $@

lock: $(VENV)/.venv  ## Renew what the device's libraries must hash to, after a change of pins
	$(BIN)/python hardware/install/lock.py >requirements.lock && mv requirements.lock hardware/install/requirements.lock

clean:  ## Remove what was set up
	rm -rf $(VENV) build dist *.egg-info
