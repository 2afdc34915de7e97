# The two commands that a new user needs are `make demo` and `make test`.
# Everything a build needs beside Swift is installed by `make setup`.

SWIFT := swift
RELEASE := .build/release

.PHONY: demo test setup build release-tests check-format format bench install clean

## demo: build, run the made-up bank, connect to it, and show the dashboard
demo: setup
	@$(SWIFT) build -c release --product ghostvault
	@$(SWIFT) build -c release --product ghostvault-demo-bank
	@scripts/demo.sh $(RELEASE)

## test: every test, in debug and in release
test: setup check-format
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build
	$(SWIFT) build -c release --build-tests
	$(SWIFT) test -c release --skip-build

## setup: install the system libraries that are missing
setup:
	@scripts/setup.sh

## check-format: fail where the code is not formatted by .swift-format
check-format:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests

## install: the two programs, into PREFIX/bin
PREFIX ?= $(HOME)/.local
install: setup
	$(SWIFT) build -c release --product ghostvault
	$(SWIFT) build -c release --product ghostvault-demo-bank
	install -d $(PREFIX)/bin
	install $(RELEASE)/ghostvault $(RELEASE)/ghostvault-demo-bank $(PREFIX)/bin

clean:
	rm -rf .build demo-vault
