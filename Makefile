# Verbs for people. The work is done by CMake (presets in CMakePresets.json) and by scripts.
# `make help` lists the verbs; the text after ## is the help.
.DEFAULT_GOAL := help
.PHONY: help map build run test fresh bench load chaos attacks soak strength asan tsan ports cheat fuzz coverage golden pictures format lint docs install deb dist container clean

SECONDS_EACH ?= 600
PREFIX ?= /usr/local
sources = $(shell git ls-files '*.c' '*.h')

map: ## every source file with what it is for
	@git ls-files '*.[ch]' '*.inc' '*.def' '*.py' '*.sh' '*.ts' '*.mjs' '*.svelte' | xargs awk '\
	    FNR <= 4 && (match($$0, / — /) || match($$0, /^"""/)) && !done[FILENAME]++ { \
	        text = substr($$0, RSTART + RLENGTH); sub(/ *(\*\/|-->|""")$$/, "", text); \
	        printf "%-46s %s\n", FILENAME, text }'

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

build: ## install what is missing, build build/release/peck and the browser client build/web
	@tools/build.sh

run: build ## build, then serve tables at http://localhost:8080
	@exec build/release/peck serve

test: ## install what is missing, build and pass every test
	@tools/test.sh

fresh: ## both README commands on bare Debian 12 and 13 (an hour; needs root and debootstrap)
	@tools/fresh.sh

bench: build ## measure speed, write docs/explain/benchmarks.md
	@tools/bench.sh

load: build ## how much load the server takes (15 minutes): docs/explain/reliability.md
	@python3 -B bench/load.py build/release

chaos: build ## kill and pause servers under load (half an hour): docs/explain/reliability.md
	@tools/install.sh test
	@python3 -B bench/chaos.py build/release
	@python3 -B bench/failover.py build/release

attacks: build ## what one visitor can do to another (ten minutes): docs/explain/reliability.md
	@python3 -B bench/attacks.py build/release

soak: build ## mixed company and attackers for an hour: docs/explain/reliability.md
	@python3 -B bench/soak.py build/release

strength: build ## measure the bots (hours; WORDS="GAME hard": such lines only), write docs/explain/strength.md
	@tools/strength.py $(WORDS)

# Not server_load and server_attacks, which hold the memory that a server takes: here most of it is the sanitizer's.
asan: ## the tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@tools/install.sh test
	@cmake --preset asan >/dev/null
	@cmake --build build/asan
	@ctest --test-dir build/asan --output-on-failure -E '^server_(load|attacks|soak)$$'

tsan: ## the tests that use threads under ThreadSanitizer
	@tools/install.sh test
	@cmake --preset tsan >/dev/null
	@cmake --build build/tsan
	@ctest --test-dir build/tsan --output-on-failure -R '^(server_(admin|api|outage|presence|serve|several|store)|arena$$)'

ports: ## the engine's tests on other processors, under qemu: aarch64, s390x, arm, old x86-64
	@tools/ports.sh

cheat: ## 100,000 attempts to cheat and as many pairs of worlds for each game
	@tools/install.sh test
	@cmake --preset test >/dev/null
	@cmake --build build/test --target server_cheat
	@build/test/tests/server_cheat 100000 100000

fuzz: ## fuzz each target for SECONDS_EACH seconds (default 600)
	@tools/install.sh test
	@tools/fuzz.sh $(SECONDS_EACH)

coverage: ## line, branch and MC/DC coverage of the games
	@tools/install.sh test
	@tools/coverage.sh

golden: ## write the golden files anew; review them with git diff
	@tools/install.sh test
	@cmake --preset test >/dev/null
	@cmake --build build/test
	@build/test/tests/golden --write games
	@python3 -B tests/screens.py --write build/test/peck
	@tests/transcripts.sh "$(CURDIR)/build/test/peck" --write

pictures: ## take the pictures of the documentation anew; look at them
	@tools/pictures.sh

format: ## format the sources
	@tools/install.sh test
	@clang-format-19 -i $(sources)

lint: ## formatting, clang-tidy, cppcheck and shell syntax
	@tools/install.sh test
	@tools/lint.sh

docs: build ## man pages, completions and the searchable site, into build/docs
	@tools/install.sh docs
	@tools/docs.sh build/release/peck build/docs
	@tools/site.sh build/release/peck build/docs/site

install: docs ## install to PREFIX (default /usr/local)
	@install -D -m 755 build/release/peck "$(DESTDIR)$(PREFIX)/bin/peck"
	@cd build/docs && find share -type f -exec install -D -m 644 {} "$(DESTDIR)$(PREFIX)/{}" \;
	@[ ! -f build/web/index.html ] || { mkdir -p "$(DESTDIR)$(PREFIX)/share/peck" && \
	    cp -R build/web "$(DESTDIR)$(PREFIX)/share/peck/"; }
	@rm -rf "$(DESTDIR)$(PREFIX)/share/peck/docs"
	@mkdir -p "$(DESTDIR)$(PREFIX)/share/peck" && cp -R build/docs/site "$(DESTDIR)$(PREFIX)/share/peck/docs"
	@echo "installed to $(DESTDIR)$(PREFIX)"

deb: docs ## a Debian package for this release of Debian or Ubuntu, in build
	@tools/install.sh deb
	@tools/deb.sh build/release/peck build

dist: ## everything of a release, with checksums, in build/dist
	@tools/dist.sh

container: ## build the container of the Containerfile, and try it with podman (as root)
	@tools/container.sh

clean: ## remove everything built
	@rm -rf build
