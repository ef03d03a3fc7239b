# pp-parse and pp-prof.  One non-recursive makefile; `make help` lists targets.

VERSION = 0.1.0
PREFIX ?= /usr/local
BINDIR = $(PREFIX)/bin
MANDIR = $(PREFIX)/share/man
COMPDIR = $(PREFIX)/share/bash-completion/completions

CC ?= cc
CFLAGS ?= -O2 -g
WARN = -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes
STD = -std=c11 -D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64
SAN_FLAGS = -fsanitize=address,undefined -fno-sanitize-recover=all \
	-fno-omit-frame-pointer
LDLIBS_PARSE = -lsqlite3 -lz -lstdc++ -lm
LDLIBS_PROF = -lcsv -lstdc++ -lm
LDLIBS_TEST = -lcmocka -ljansson

B = build/$(if $(SAN),san,$(if $(COV),cov,opt))
ALL_CFLAGS = $(STD) $(WARN) $(CFLAGS) $(if $(SAN),$(SAN_FLAGS)) \
	$(if $(COV),--coverage -O0) -I. -DVERSION='"$(VERSION)"'
ALL_LDFLAGS = $(LDFLAGS) $(if $(SAN),$(SAN_FLAGS)) $(if $(COV),--coverage)

COMMON = $(patsubst %.c,$(B)/%.o,$(wildcard common/*.c))
PARSE = $(patsubst %.c,$(B)/%.o,$(filter-out parse/main.c,$(wildcard parse/*.c)))
PROF = $(patsubst %.c,$(B)/%.o,$(filter-out prof/main.c,$(wildcard prof/*.c)))

all: pp-parse pp-prof

pp-parse: $(B)/pp-parse
	cp $< $@
pp-prof: $(B)/pp-prof
	cp $< $@

$(B)/pp-parse: $(B)/parse/main.o $(PARSE) $(COMMON)
	$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^ $(LDLIBS_PARSE)
$(B)/pp-prof: $(B)/prof/main.o $(PROF) $(COMMON)
	$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^ $(LDLIBS_PROF)

$(B)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# tests/unit/test_X.c, each a cmocka program.
$(B)/libcommon.a: $(COMMON)
	rm -f $@ && ar rcs $@ $^
$(B)/libparse.a: $(PARSE)
	rm -f $@ && ar rcs $@ $^
$(B)/libprof.a: $(PROF)
	rm -f $@ && ar rcs $@ $^
$(B)/tests/unit/test_%: $(B)/tests/unit/test_%.o $(B)/libparse.a $(B)/libprof.a $(B)/libcommon.a
	$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS) -o $@ $^ $(LDLIBS_TEST) $(LDLIBS_PARSE) $(LDLIBS_PROF)

clean:
	rm -rf build pp-parse pp-prof

-include $(shell find build -name '*.d' 2>/dev/null)
.PHONY: all clean
.SECONDARY:
