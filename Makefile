# The commands that people type. CMake does the work (CMakePresets.json).
SECONDS ?= 60
PAIRS ?= 10000000
SEED ?= 1
PREFIX ?= /usr/local
# Not every shell knows that ~ is a folder here.
prefix = $(patsubst ~/%,$(HOME)/%,$(PREFIX))
graze = build/release/apps/graze/graze
benchmarks = pair table31 intersect distance ray tree volume spheres world clash io picture
# One folder for users and tests, so that make test compiles only what make demo has not.
for_users = cmake --preset release -D GRAZE_TESTS=OFF -D GRAZE_BENCH=OFF
for_tests = cmake --preset release -D GRAZE_TESTS=ON -D GRAZE_BENCH=ON

help:  ## This list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo:  ## Install what is missing, build the program, and write the clash report of a gearbox
	@scripts/install-deps core web
	$(for_users)
	cmake --build --preset release
	@scripts/demo $(graze) build/demo

test:  ## Install what is missing, build everything, and run all tests
	@scripts/install-deps core web formats share mpi test
	$(for_tests)
	cmake --build --preset release
	ctest --preset release --output-junit tests.xml; status=$$?; scripts/skipped-tests build/release/tests.xml; exit $$status

bench:  ## Take a short look at all benchmarks beside the peers (10 minutes); JSON and plots go to build/bench/results
	@scripts/install-deps core peers
	cmake --preset bench
	cmake --build --preset bench
	@for benchmark in $(benchmarks); do \
	  build/bench/bench/graze-bench $$benchmark --quick --out build/bench/results || exit; \
	done

soak:  ## The long comparison with an exact reference (PAIRS=10000000 SEED=1)
	@scripts/install-deps core share test
	$(for_tests)
	cmake --build --preset release --target graze-differential
	build/release/tests/exact/graze-differential $(PAIRS) $(SEED)

sanitize:  ## All tests, those of the program included, under the address and undefined-behaviour sanitizers
	@scripts/install-deps core formats share mpi test
	cmake --preset asan-all
	cmake --build --preset asan-all
	ctest --preset asan-all

fuzz:  ## Feed every fuzzer for a while (SECONDS=60)
	@scripts/install-deps core share test
	scripts/fuzz $(SECONDS)

format:  ## Format all C++ and TypeScript
	scripts/format

lint:  ## Look for bugs without running anything (clang-tidy), and check the order of the rooms
	@scripts/install-deps core web formats share test
	$(for_tests)
	scripts/check-rooms
	scripts/check-docs
	scripts/lint build/release

install:  ## Install the program with its importers, library and headers (PREFIX=/usr/local, or ~/.local)
	@scripts/install-deps core web formats share
	$(for_users)
	cmake --build --preset release
	cmake --install build/release --prefix $(prefix)
	@scripts/installed $(prefix)

clean:  ## Remove everything that was built
	rm -rf build

.PHONY: help demo test bench soak sanitize fuzz format lint install clean
