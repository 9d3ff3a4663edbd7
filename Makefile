# Each target is one line of intent; the work is in scripts/bootstrap (shell) and crates/xtask (Rust).

PORT ?= 8000
TARGET ?= zip
SECONDS ?= 600
export STEPSCOPE_SHARED ?= $(abspath ../shared)

.DEFAULT_GOAL := help
.PHONY: help run test check dist bench bench-all growth fixtures fuzz

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /make \1	/p' Makefile | expand -t 16

run: dist ## build, print what the demo capture shows, and serve the page with it open
	@cargo run --quiet --package stepscope-cli -- summary target/fixtures/demo.tar.gz
	@cargo xtask serve --port $(PORT)

test: ## every test: Rust, TypeScript, browser, JupyterLab
	@scripts/bootstrap test && cargo xtask test

check: ## format, lints, types and instruction counts, then every test
	@scripts/bootstrap test && cargo xtask check

dist: ## the one page artefact, dist/stepscope.html
	@scripts/bootstrap build && cargo xtask page

bench: ## every figure beside its budget and its peer, on 100 MB (PEERS=folder: where Perfetto is)
	@scripts/bootstrap test && cargo xtask bench

bench-all: ## the same on 100 MB and 1 GB
	@scripts/bootstrap test && cargo xtask bench --mb 100,1000

growth: ## table of load time, memory and frame time from 10 MB to 1 GB and from 0.1 M to 20 M slices
	@scripts/bootstrap test && cargo xtask growth

fixtures: ## write the generated captures and what they must show to target/fixtures
	@scripts/bootstrap build && cargo xtask fixtures

fuzz: ## broken input made by chance (TARGET=zip SECONDS=600: a file of fuzz/fuzz_targets)
	@cargo xtask fuzz $(TARGET) $(SECONDS)
