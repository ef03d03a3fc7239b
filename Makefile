# pp-parse and pp-prof.  One non-recursive makefile; `make help` lists targets.
#
# Objects of each kind of build have a folder of their own: build/opt, build/san
# (SAN=1), build/cov (COV=1), build/fuzz (FUZZ=1, clang).

VERSION = 0.2.0
PREFIX ?= /usr/local
BINDIR = $(PREFIX)/bin
MANDIR = $(PREFIX)/share/man
COMPDIR = $(PREFIX)/share/bash-completion/completions
ZSHDIR = $(PREFIX)/share/zsh/site-functions
DATADIR = $(PREFIX)/share/pp

CFLAGS ?= -O2 -g
WARN = -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes \
	-Wno-missing-field-initializers
STD = -std=c11 -D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64
FUZZ_TIME ?= 60
FLAVOUR = $(if $(FUZZ),fuzz,$(if $(SAN),san,$(if $(COV),cov,opt)))

# Hardened.  glibc checks sizes only in optimised code, and a caller who says
# how far has the word.  No path of this folder: two builds of a commit are the same.
OPTIMISED = $(filter-out -O0,$(lastword $(filter -O%,$(CFLAGS))))
FORTIFY = $(if $(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS)),,$(if \
	$(OPTIMISED),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2))
HARDEN_opt = -fPIE -fstack-protector-strong $(FORTIFY) \
	'-ffile-prefix-map=$(CURDIR)=.'
LINK_opt = -pie -Wl,-z,relro,-z,now
FLAVOUR_opt =
FLAVOUR_san = -fsanitize=address,undefined -fno-sanitize-recover=all \
	-fno-omit-frame-pointer
FLAVOUR_cov = --coverage -O0
FLAVOUR_fuzz = -fsanitize=fuzzer-no-link,address,undefined \
	-fno-sanitize-recover=all
ifneq ($(FUZZ),)
CC = clang
endif
# gcc's shared libubsan does not write to the file that the test runner names
LINK_san = $(if $(findstring clang,$(CC)),,-static-libasan -static-libubsan)

# say WHAT: a short line instead of the command; V=1 shows the command.
say = $(if $(V),,@printf '  %-5s %s\n' $(1) $@; )

# libs PACKAGE FALLBACK: pkg-config's word, for a library in an odd place.
libs = $(shell pkg-config --libs $(1) 2>/dev/null || echo $(2))
PKG_CFLAGS := $(shell for p in sqlite3 zlib cmocka jansson; do \
	pkg-config --cflags $$p 2>/dev/null; done)
LDLIBS_PARSE = $(call libs,sqlite3,-lsqlite3) $(call libs,zlib,-lz) -lcsv \
	-lstdc++ -lm
LDLIBS_PROF = $(call libs,jansson,-ljansson) -lcsv -lm
LDLIBS_TEST = $(call libs,cmocka,-lcmocka) $(call libs,jansson,-ljansson)

B = build/$(FLAVOUR)
ALL_CFLAGS = $(STD) $(WARN) $(HARDEN_$(FLAVOUR)) $(CPPFLAGS) $(CFLAGS) \
	$(FLAVOUR_$(FLAVOUR)) -I. $(PKG_CFLAGS) -DVERSION='"$(VERSION)"'
ALL_LDFLAGS = $(FLAVOUR_$(FLAVOUR)) $(LINK_$(FLAVOUR)) $(LDFLAGS)

COMMON = $(patsubst %.c,$(B)/%.o,$(wildcard common/*.c))
PARSE = $(patsubst %.c,$(B)/%.o,$(filter-out parse/main.c,$(wildcard parse/*.c parse/*/*.c)))
PROF = $(patsubst %.c,$(B)/%.o,$(filter-out prof/main.c,$(wildcard prof/*.c prof/*/*.c))) \
	$(B)/prof/show/page.o
CATALOGUE = $(B)/prof/ops/catalogue.o
UNIT = $(patsubst %.c,$(B)/%,$(wildcard tests/unit/test_*.c))
FUZZERS = $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
REPLAY = $(patsubst %,$(B)/tests/fuzz/replay_%,$(FUZZERS))
RSS = $(B)/tests/bench/rss
LISTEN = $(B)/tests/capture/listen.so
CLOCK = $(B)/tests/clock.so
MAN = $(wildcard man/*.[1-9])
TESTS = $(UNIT) $(wildcard tests/*.t)

# The targets that set up first start the make that builds with all cores,
# unless this one was told how many (-j).
submake = +$(MAKE) --no-print-directory \
	$(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null))

# The programs of an ordinary build are left at the top.
ifeq ($(FLAVOUR),opt)
all: pp-parse pp-prof
else
all: $(B)/pp-parse $(B)/pp-prof
endif

pp-parse pp-prof: %: build/opt/%
	cp $< $@

$(B)/pp-parse: $(B)/parse/main.o $(PARSE) $(COMMON)
	$(call say,LINK)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^ $(LDLIBS_PARSE)
$(B)/pp-prof: $(B)/prof/main.o $(PROF) $(CATALOGUE) $(COMMON)
	$(call say,LINK)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^ $(LDLIBS_PROF)

$(B)/%.o: %.c $(B)/flags $(B)/ldflags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# The catalogue: an index of all operators' rows, which a program prints that has them.
$(B)/prof/ops/gen/catalogue: $(B)/prof/ops/gen/catalogue.o $(PROF) $(COMMON)
	$(call say,LINK)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^ $(LDLIBS_PROF)
$(B)/prof/ops/catalogue.c: $(B)/prof/ops/gen/catalogue
	$(call say,GEN)$< >$@.new && mv $@.new $@
$(CATALOGUE): $(B)/prof/ops/catalogue.c
	$(call say,CC)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# Style and script of pages, as C.
$(B)/prof/show/page.c: prof/show/html/embed.sh prof/show/html/page.css prof/show/html/page.js
	@mkdir -p $(@D)
	$(call say,GEN)sh $^ >$@.new && mv $@.new $@
$(B)/prof/show/page.o: $(B)/prof/show/page.c $(B)/flags
	$(call say,CC)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# Another compiler or other flags: everything is built anew.
$(B)/flags: words = $(CC) $(subst ",,$(ALL_CFLAGS))
$(B)/ldflags: words = $(ALL_LDFLAGS)
$(B)/flags $(B)/ldflags: FORCE
	@mkdir -p $(@D)
	@echo "$(words)" >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

$(B)/libcommon.a: $(COMMON)
	$(call say,AR)rm -f $@ && ar rcs $@ $^
$(B)/libparse.a: $(PARSE)
	$(call say,AR)rm -f $@ && ar rcs $@ $^
$(B)/libprof.a: $(PROF) $(CATALOGUE)
	$(call say,AR)rm -f $@ && ar rcs $@ $^
LIBS = $(B)/libparse.a $(B)/libprof.a $(B)/libcommon.a

# tests/unit/test_X.c, each a cmocka program.
$(UNIT): $(B)/tests/unit/test_%: $(B)/tests/unit/test_%.o $(LIBS)
	$(call say,LINK)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^ $(LDLIBS_TEST) \
	    $(LDLIBS_PARSE) $(LDLIBS_PROF)

# Programs that go through the catalogue of operators.
$(B)/tests/catalogue $(B)/tests/bench/gen_ops: %: %.o $(LIBS)
	$(call say,LINK)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^ $(LDLIBS_PROF)

# tests/fuzz/fuzz_X.c: with libFuzzer (make fuzz), and as a program that reads
# the corpus once (make check).
$(B)/tests/fuzz/fuzz_%: $(B)/tests/fuzz/fuzz_%.o $(LIBS)
	$(call say,LINK)$(CC) $(ALL_CFLAGS) -fsanitize=fuzzer $(ALL_LDFLAGS) -o $@ $^ \
	    $(LDLIBS_TEST) $(LDLIBS_PARSE) $(LDLIBS_PROF)
$(B)/tests/fuzz/replay_%: $(B)/tests/fuzz/fuzz_%.o $(B)/tests/fuzz/replay.o $(LIBS)
	$(call say,LINK)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^ \
	    $(LDLIBS_TEST) $(LDLIBS_PARSE) $(LDLIBS_PROF)

# CPU time and memory of a command, for the tests
$(RSS): %: %.o
	$(call say,LINK)$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^

# What NVTX loads in place of a profiler's library, into a Python without
# sanitizers; and a clock that goes a second at a time
$(LISTEN) $(CLOCK): $(B)/%.so: %.c
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(STD) $(WARN) -O2 -fPIC -shared -o $@ $< -pthread

help:
	@echo 'make            build ./pp-parse and ./pp-prof'
	@echo 'make demo       install what is missing, build, show what a profile tells'
	@echo 'make check      install what is missing, build, run all tests'
	@echo '                SAN=1: under address and undefined-behaviour sanitizers'
	@echo '                TESTS="tests/golden.t ...": only these'
	@echo 'make check-browser  pages of --html in Chromium; screenshots in build/browser'
	@echo 'make check-cluster  many ranks, with GNU parallel and a Slurm of one node'
	@echo 'make fuzz       each fuzz target for FUZZ_TIME=$(FUZZ_TIME) seconds (clang)'
	@echo 'make bench      speed and memory, against the sqlite3 shell and Python'
	@echo 'make cover      tests, then the covered lines of each file'
	@echo 'make lint       warnings of gcc and clang, format, banned functions, man pages'
	@echo 'make install    PREFIX=$(PREFIX) DESTDIR=; make uninstall'
	@echo 'make dist       pp-$(VERSION).tar.gz'
	@echo 'make deb        a Debian package, in build/deb'
	@echo 'make clean'
	@echo 'V=1 with any of them shows the commands'

demo:
	@sh tests/setup.sh build
	$(submake) all
	@PATH="$(CURDIR):$$PATH" sh examples/demo.sh examples/bert.json
	@cat examples/demo.txt

check:
	@sh tests/setup.sh build sqlite test
	$(submake) run-tests

run-tests: all $(UNIT) $(REPLAY) $(RSS) $(LISTEN) $(CLOCK) $(B)/tests/catalogue
	@sh tests/run -b $(B) $(TESTS)

# Reports in a browser, which is installed where that works; else they are skipped.
check-browser:
	@sh tests/setup.sh build sqlite test
	@sh tests/setup.sh browser || true
	$(submake) all
	@sh tests/run -b $(B) tests/browser/pages.t

# The recipes for many ranks, on engines that are installed where that works.
check-cluster:
	@sh tests/setup.sh build sqlite test
	@sh tests/setup.sh cluster || true
	$(submake) all
	@sh tests/run -b $(B) tests/cluster/cluster.t

fuzz:
	@sh tests/setup.sh build test fuzz
	$(submake) FUZZ=1 run-fuzz

run-fuzz: $(patsubst %,$(B)/tests/fuzz/fuzz_%,$(FUZZERS))
	@sh tests/fuzz/run -b $(B) -t $(FUZZ_TIME) $(FUZZERS)

bench:
	@sh tests/setup.sh build sqlite bench
	$(submake) all $(B)/tests/bench/gen_ops
	@sh tests/bench/run.sh

cover:
	@sh tests/setup.sh build sqlite test
	@rm -rf build/cov
	-$(submake) COV=1 run-tests
	@sh tests/cover build/cov

lint:
	@sh tests/setup.sh build test lint
	@sh tests/lint

# Everything that the compiler must see, for lint.
objects: $(COMMON) $(PARSE) $(PROF) $(CATALOGUE) $(B)/prof/ops/gen/catalogue.o \
	$(B)/parse/main.o $(B)/prof/main.o \
	$(UNIT:=.o) $(patsubst %,$(B)/tests/fuzz/fuzz_%.o,$(FUZZERS)) \
	$(patsubst %.c,$(B)/%.o,$(wildcard tests/fuzz/replay.c tests/bench/*.c tests/capture/*.c tests/catalogue.c tests/clock.c))

install: all
	mkdir -p "$(DESTDIR)$(BINDIR)" "$(DESTDIR)$(COMPDIR)" "$(DESTDIR)$(ZSHDIR)" \
	    "$(DESTDIR)$(DATADIR)"
	install -m 755 $(B)/pp-parse $(B)/pp-prof "$(DESTDIR)$(BINDIR)"
	for page in $(MAN); do \
	    section="$(DESTDIR)$(MANDIR)/man$${page##*.}"; \
	    mkdir -p "$$section" && install -m 644 $$page "$$section" || exit 1; \
	done
	for prog in pp-parse pp-prof; do \
	    install -m 644 common/completion.bash "$(DESTDIR)$(COMPDIR)/$$prog" || exit 1; \
	done
	install -m 644 common/completion.zsh "$(DESTDIR)$(ZSHDIR)/_pp-parse"
	install -m 755 examples/capture/pp_nvtx.py "$(DESTDIR)$(DATADIR)"

uninstall:
	rm -f "$(DESTDIR)$(BINDIR)/pp-parse" "$(DESTDIR)$(BINDIR)/pp-prof"
	for page in $(MAN); do \
	    rm -f "$(DESTDIR)$(MANDIR)/man$${page##*.}/$${page#man/}" || exit 1; \
	done
	rm -f "$(DESTDIR)$(COMPDIR)/pp-parse" "$(DESTDIR)$(COMPDIR)/pp-prof" \
	    "$(DESTDIR)$(ZSHDIR)/_pp-parse"
	rm -f "$(DESTDIR)$(DATADIR)/pp_nvtx.py"

# The commit, or, in an unpacked tarball, what is there: always the same bytes.  A
# clone without git gives what is there, with its own time.
DIST = pp-$(VERSION)
MADE = .git build pp-parse pp-prof *.tar.gz
dist: build/dist/$(DIST).tar.gz
	cp $< .

build/dist/$(DIST).tar.gz: FORCE
	rm -rf build/dist && mkdir -p build/dist/$(DIST)
	if [ -e .git ] && command -v git >/dev/null; then git archive HEAD; else \
	    tar -cf - $(MADE:%=--exclude='./%') .; fi | tar -xf - -C build/dist/$(DIST)
	tar -C build/dist --sort=name --owner=0 --group=0 --numeric-owner \
	    --mode=u=rwX,go=rX --mtime=./build/dist/$(DIST)/Makefile -cf - $(DIST) | \
	    gzip -9n >$@

# That, with examples/debian where Debian's tools want it.  They start make
# themselves, and have flags of their own for it.
DEB = build/deb/$(DIST)
deb: build/dist/$(DIST).tar.gz
	rm -rf build/deb && mkdir -p build/deb
	cp $< build/deb/pp_$(VERSION).orig.tar.gz
	gzip -dc $< | tar -xpf - --no-same-owner -C build/deb
	cp -Rp $(DEB)/examples/debian $(DEB)/debian
	@cd $(DEB) && dpkg-checkbuilddeps || { \
	    echo 'run as root: apt-get update && apt-get build-dep ./$(DEB)' >&2; exit 2; }
	cd $(DEB) && env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS dpkg-buildpackage -us -uc
	@ls build/deb/*.deb

clean:
	rm -rf build pp-parse pp-prof $(DIST).tar.gz

-include $(shell find $(B) -name '*.d' 2>/dev/null)
.PHONY: all help demo check run-tests check-browser check-cluster fuzz run-fuzz bench cover lint objects \
	install uninstall dist deb clean FORCE
.SECONDARY:
