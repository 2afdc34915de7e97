# The two commands that a new user needs are `make demo` and `make test`.
# Everything a build needs beside Swift is installed by `make setup`.

SWIFT := swift
RELEASE := .build/release

# The Swift libraries are linked into the programs, so that they start quickly and
# run without a toolchain; and so are the C libraries that have an archive here, since
# loading them takes a fifth of a start. Nothing looks into the programs for symbols, so
# none are exported. SQLite's sessions are asked for by name: the program can do without
# them, and takes nothing out of an archive for that.
ifeq ($(shell uname -s),Linux)
ARCHIVES := $(CURDIR)/.build/archives
COLLECT_ARCHIVES = mkdir -p $(ARCHIVES) && for name in stdc++ sqlite3 lua5.4 pcre2-8 z expat; do \
	archive=$$(clang -print-file-name=lib$$name.a 2>/dev/null); \
	[ ! -e "$$archive" ] || ln -sf "$$archive" $(ARCHIVES); done &&
# lld, which is part of the toolchain; the default linker warns of the toolchain's own code.
STATIC := --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker -L$(ARCHIVES) \
	-Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xlinker --no-export-dynamic \
	-Xlinker --undefined=sqlite3session_create
endif
# All release builds have the same flags, so that they share what is compiled.
BUILD = $(COLLECT_ARCHIVES) $(SWIFT) build -c release $(STATIC)
BUILD_PROGRAMS = $(BUILD) --target Programs

.PHONY: demo words test test-web web-pictures test-worker test-mcp test-installed test-package torture soak lab bench accuracy sanitize fuzz setup check-format format install package clean

## demo: build both programs in debug, run the made-up bank, connect to it, and show the dashboard
demo: setup
	@$(SWIFT) build --target Programs
	@.build/debug/ghostvault demo --vault demo-vault

# They read the journals of `ghostvault export`, and encrypt its backups.
TESTED_PROGRAMS := hledger ledger beancount age

## test: every test, in debug; property tests with few seeds, or with every one (SEEDS=all). The
## tests of commands mostly wait for processes, so that they run beside the others
test: check-format
	@Tools/scripts/setup.sh $(TESTED_PROGRAMS)
	@Tools/scripts/test-programs.sh .build/test-programs
	@Tools/scripts/test-readers.sh .build/test-programs
	$(SWIFT) build --build-tests
	@echo "Running the tests of commands beside the others; what they say comes last."
	@$(SWIFT) test --skip-build --ignore-lock --filter CommandTests >.build/command-tests.log 2>&1 & \
		commands=$$!; \
		$(SWIFT) test --skip-build --ignore-lock --skip CommandTests; others=$$?; \
		wait $$commands; commands=$$?; \
		cat .build/command-tests.log; exit $$((others || commands))

## test-worker: what functions read and answer, as tested in one process, in workers; after `make test`
test-worker: setup
	SCRIPTS_IN_WORKER=1 $(SWIFT) test --skip-build --filter \
		'ScriptingTests.(Question|View|Request|Module|Map|Record|Value|Kept|Error|Output|Context|Evaluation)'

## test-web: the page of `ghostvault web` attacked and looked at in a headless Chromium; after `make test`
test-web:
	@Tools/scripts/setup.sh chromium
	@python3 Tools/web/attack.py --program .build/debug/ghostvault

## web-pictures: all pages of the demo's vault, on a sheet for each width
web-pictures:
	@Tools/scripts/setup.sh chromium
	@GHOSTVAULT_VAULT=$${GHOSTVAULT_VAULT:-demo-vault} python3 Tools/web/attack.py \
		--program .build/debug/ghostvault --pictures .build/web-pictures
	@cp .build/web-pictures/pages-*.jpg docs/pictures/

## test-mcp: `ghostvault mcp` with the protocol's own client, which is installed into .build
test-mcp: setup
	@$(SWIFT) build --product ghostvault
	@python3 -m venv .build/test-mcp
	@.build/test-mcp/bin/pip install --quiet mcp==2.3.0
	@.build/test-mcp/bin/python Tools/mcp/check.py .build/debug/ghostvault

## test-installed: the two programs as they are installed, with a library preloaded
test-installed: setup
	@$(BUILD_PROGRAMS)
	@Tools/scripts/test-installed.sh $(RELEASE)

## torture: kills the program at KILLS random moments, fills its disk at each write or at one of
## EVERY, and runs many commands at once in ROUNDS; fails where a vault lost anything (SEED)
KILLS ?= 500
EVERY ?= 1
ROUNDS ?= 30
torture: setup
	@$(BUILD_PROGRAMS)
	@$(BUILD) --product ghostvault-torture
	@$(RELEASE)/ghostvault-torture kill --kills $(KILLS) $(if $(SEED),--seed $(SEED))
	@$(RELEASE)/ghostvault-torture full-disk --every $(EVERY)
	@$(RELEASE)/ghostvault-torture watched-full-disk
	@$(RELEASE)/ghostvault-torture read-only
	@$(RELEASE)/ghostvault-torture together --rounds $(ROUNDS) $(if $(SEED),--seed $(SEED))

## soak: leaves a watcher running for CYCLES changes by a fast clock, then kills it and garbles its
## files; fails where its memory grows or it leaves something wrong (SEED). Then runs the property
## tests with every seed
CYCLES ?= 2000
soak: setup
	@$(BUILD_PROGRAMS)
	@$(BUILD) --product ghostvault-torture
	@$(RELEASE)/ghostvault-torture soak --cycles $(CYCLES) $(if $(SEED),--seed $(SEED))
	$(SWIFT) build --build-tests
	SEEDS=all $(SWIFT) test --skip-build --skip CommandTests

## lab: a simulated household and its banks, through RUNS random histories; fails where the vault
## lost, doubled or misplaced anything (SEED, ONLY; docs/lab.md)
RUNS ?= 100
lab: setup
	@$(BUILD_PROGRAMS)
	@python3 Tools/lab/lab.py --program $(RELEASE)/ghostvault --jobs 2 --plant
	@python3 Tools/lab/lab.py --program $(RELEASE)/ghostvault --jobs 2 --runs $(RUNS) \
		--seed $(or $(SEED),1) $(if $(ONLY),--only $(ONLY))

## sanitize: what runs Lua, under AddressSanitizer (its leak report lists the test library's own)
sanitize: setup
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --sanitize=address --scratch-path .build/sanitize \
		--filter "ScriptingTests|ClassificationTests" --skip WorkerTests

## fuzz: a minute of made-up rule files against the sandbox, and one of made-up answers of
## banks against a vault (SECONDS, SEED)
SECONDS ?= 60
fuzz: setup
	@$(BUILD) --product ghostvault-fuzz-rules
	@$(BUILD) --product ghostvault-fuzz-answers
	$(RELEASE)/ghostvault-fuzz-rules $(SECONDS) $(SEED)
	$(RELEASE)/ghostvault-fuzz-answers $(SECONDS) $(SEED)

## bench: what rules cost, as ratios in one run; fails where a promised one is missed
bench: setup
	@$(BUILD) --product ghostvault-bench
	@$(RELEASE)/ghostvault-bench

## accuracy: how often the shipped pipeline is right; fails where a figure fell. Then how right it
## is for the households of strangers, beside a linear SVM if scikit-learn is there for PYTHON, and
## how often their balances end inside the forecast range
## (MISSES=1 lists the mistakes, RECORD=1 writes the figures)
PYTHON ?= python3
accuracy: setup
	@$(BUILD) --product ghostvault-accuracy
	@$(RELEASE)/ghostvault-accuracy $(if $(MISSES),--misses) $(if $(RECORD),--record)
	@$(BUILD) --product ghostvault
	@$(PYTHON) Tools/strangers/measure.py --program $(RELEASE)/ghostvault --each --svm
	@$(BUILD) --product ghostvault-demo-bank
	@$(PYTHON) Tools/strangers/backtest.py --program $(RELEASE)/ghostvault

## words: compile config/ into the table that the program contains; after a change there
words: setup
	$(SWIFT) build --product ghostvault-compile-words
	@.build/debug/ghostvault-compile-words >.build/words.table
	@mv .build/words.table Sources/CShippedFiles/words.table

## setup: install the system libraries that are missing
setup:
	@Tools/scripts/setup.sh

## check-format: fail where the code is not formatted by .swift-format
check-format:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Tools

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests Tools

## install: the two programs, optimised and stripped, into PREFIX/bin, with manual pages and completions
PREFIX ?= $(HOME)/.local
install: setup
	@echo "Building both programs with optimisation. The first time, it takes about 7 minutes on two cores."
	@$(BUILD_PROGRAMS)
	@Tools/scripts/lay-out.sh $(RELEASE) $(PREFIX)
	@echo "Installed ghostvault $$($(PREFIX)/bin/ghostvault --version) in $(PREFIX)/bin."

## package: a Debian package, and an archive with install.sh, in .build/packages
PACKAGES := .build/packages
package: setup
	@echo "Building both programs with optimisation. The first time, it takes about 7 minutes on two cores."
	@$(BUILD_PROGRAMS)
	@echo "Compressing, which takes about a minute."
	@rm -rf $(PACKAGES)
	@Tools/scripts/package.sh $(RELEASE) $(PACKAGES)

## test-package: installs the packages without the toolchain, and runs the demo; after `make package`
test-package:
	@Tools/scripts/test-package.sh $(PACKAGES)

clean:
	rm -rf .build demo-vault
