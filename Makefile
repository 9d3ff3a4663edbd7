# Each target is one line of intent; the work is in scripts/bootstrap (shell) and crates/xtask (Rust).

PORT ?= 8000
export STEPSCOPE_SHARED ?= $(abspath ../shared)

.DEFAULT_GOAL := help
.PHONY: help run test check dist bench fixtures

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /make \1	/p' Makefile | expand -t 16

run: dist ## build, print what the demo capture shows, and serve the page with it open
	@cargo run --quiet --package stepscope-cli -- summary target/fixtures/demo.tar.gz
	@cargo xtask serve --port $(PORT)

test: ## every test: Rust, TypeScript, browser, JupyterLab
	@scripts/bootstrap test && cargo xtask test

check: ## format, lints and types, then every test
	@scripts/bootstrap test && cargo xtask check

dist: ## the one page artefact, dist/stepscope.html
	@scripts/bootstrap build && cargo xtask page

bench: ## speed and peak memory of the native loader, the page and Perfetto where installed
	@scripts/bootstrap test && cargo xtask bench

fixtures: ## write the generated captures and what they must show to target/fixtures
	@scripts/bootstrap build && cargo xtask fixtures
