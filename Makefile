# The one door. `make run` starts the product, `make test` runs every test; both bring what they need.
PYTHON ?= python3.11
ifeq (, $(shell command -v $(PYTHON)))
PYTHON := python3
endif
PY := .venv/bin/python
INSTALL := $(PYTHON) labeling/config/install.py
NPM := $(INSTALL) --dev --npm

.PHONY: run federated-demo setup frontend test check bench e2e fix lock clean

run:            ## set everything up and start the product with demo projects
	@$(INSTALL)
	@$(PY) manage.py serve --demo $(ARGS)

federated-demo: ## a coordinator and three sites that learn together, on this machine
	@$(INSTALL)
	@$(PY) manage.py federated_demo $(ARGS)

setup:          ## packages for development, built front end
	@$(INSTALL) --dev

frontend:       ## build the front end if its sources changed
	@$(INSTALL)

test: setup     ## everything: checks, unit, both databases, browser
	@$(PY) tests/harness/run.py all $(ARGS)

check: setup    ## fast: ruff, mypy, import-linter, migrations, tsc, eslint
	@$(PY) tests/harness/run.py check

e2e: setup      ## the browser tests alone
	@$(PY) tests/harness/run.py e2e $(ARGS)

bench: setup    ## every benchmark; prints figures, never fails on time
	@$(PY) tests/harness/run.py bench $(ARGS)

fix: setup      ## format and mend what a machine can mend
	@$(PY) -m ruff check --fix . ; $(PY) -m ruff format . ; $(NPM) run fix

lock:           ## pin the whole tree anew
	@$(PY) tests/harness/lock.py

clean:          ## remove what is built (not your data)
	rm -rf .venv static/node_modules static/dist .mypy_cache .ruff_cache .pytest_cache
