# make run · test · long · check · bench · strength · tune · chances · mutants · pictures · parts · tour · readme · words · docs · lock · clean: what needs .venv makes it first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Two more than processors: tests of a whole bot wait for their other processes now and then, those that kill them long.
WORKERS ?= $(shell expr $$(nproc 2>/dev/null || echo 1) + 2)

# Tests start the bot in many processes of their own: what Python has compiled is kept, wherever that is not usual.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test test-rules test-rest long check bench strength tune chances mutants pictures parts tour readme words docs lock clean

# With a DISCORD_TOKEN, in the environment or in .env, the bot on Discord; without one a Discord on this machine.
run: $(VENV)/run
	@exec $(BIN)/python -m sandbox.play

test: test-rules test-rest

# The rules' own tests reach every branch of them; counting branches elsewhere too would only take time.
test-rules: $(VENV)/dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal tests/rules --cov --cov-report=term

test-rest: $(VENV)/dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --ignore=tests/rules

# Campaigns: hours of random games instead of minutes.
long: $(VENV)/dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m long --timeout=0

check: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/basedpyright

bench: $(VENV)/dev
	$(BIN)/python -m tests.bench

# How well house players play: matches with intervals, against gates; LINES=words chooses some, GAMES=number how many games a line.
strength: $(VENV)/dev
	$(BIN)/python -m tests.strength $(LINES) $(if $(GAMES),games=$(GAMES))

# Chances in an analysis, fitted and checked on games of the house; WORDS="learnt=number checked=number". Keeps its log in docs/tuning.
chances: $(VENV)/dev
	$(BIN)/python -m tests.chances fit $(WORDS)

# What strong house players hold things to be worth, fitted on games among themselves, with its log in docs/tuning; SEED, GAMES=number; TAKE=1 writes it.
tune: $(VENV)/dev
	$(BIN)/python -m tests.tune $(if $(SEED),seed=$(SEED)) $(if $(GAMES),games=$(GAMES)) $(if $(TAKE),take=1)

# Every kind of picture, as files in gallery/ and on one page, gallery/index.html; OLD=folder shows those of another version beside them.
pictures: $(VENV)/dev
	$(BIN)/python -m tests.gallery gallery $(OLD)

# The parts of pictures that are shipped ready-made, renderer/*/parts.bin: after a change to what is drawn.
parts: $(VENV)/dev
	$(BIN)/python -m tests.parts

# A whole game of each title in each language, as its messages; TOUR="de catan" shows one. Sentences are judged here.
tour: $(VENV)/dev
	@$(BIN)/python -m tests.tour $(TOUR)

# The catalogues of bot/wording/locale: messages found in the code, updated and compiled.
words: $(VENV)/dev
	$(BIN)/python -m tests.catalogues

# The README's pictures, in docs/pictures: boards, thumbnails of them, and a turn in its thread (needs Chromium).
readme: $(VENV)/dev
	$(BIN)/python -m tests.gallery readme
	$(BIN)/python -m tests.page.picture

# The page of commands, docs/commands.md.
docs: $(VENV)/dev
	$(BIN)/python -m tests.commands_page

mutants: $(VENV)/dev
	$(BIN)/python -m tests.mutants

lock:
	cd requirements && for f in run postgres dev; do \
	  uv pip compile --universal --generate-hashes --no-header -p 3.11 $$f.in -o $$f.txt; done

clean:
	rm -rf $(VENV) .pytest_cache .ruff_cache .coverage*

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Stammtisch needs Python 3.11 or newer; name one with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "Python's venv module is missing. On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/dev: requirements/dev.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	touch $@

$(VENV)/run: requirements/run.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.txt
	touch $@
