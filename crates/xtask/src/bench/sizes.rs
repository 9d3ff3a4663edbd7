//! How big the page is, and how much of its module each crate is.
//!
//! Shares are those of the module as rustc leaves it: `wasm-opt` moves most code into the exported functions, and
//! then it is nobody's. What the compiler itself made part of its caller, and generic code, counts as its symbol's.

use std::collections::BTreeMap;

use anyhow::Result;
use rustc_demangle::demangle;
use wasmparser::{KnownCustom, Name, Parser, Payload, TypeRef};

use super::figure::Reading;
use crate::page::Sizes;
use crate::wasm;
use crate::workspace::Workspace;

/// Crates that are named; the others are one figure.
const NAMED: usize = 15;

/// Sizes of what was built, and the shares of the module.
pub(super) fn readings(workspace: &Workspace, sizes: &Sizes) -> Result<Vec<Reading>> {
    let mut readings = vec![
        Reading::new("wasm, gzipped", kib(sizes.wasm_gz), "KiB"),
        Reading::new("wasm of extras, gzipped", kib(sizes.extras_gz), "KiB"),
        Reading::new("dist/stepscope.html", kib(sizes.page), "KiB"),
    ];
    let module = wasm::MAIN.compile(workspace)?;
    let shares = shares(&module)?;
    let (named, others) = shares.split_at(NAMED.min(shares.len()));
    for (what, bytes) in named {
        readings.push(Reading::new(&format!("compiled wasm: {what}"), kib(*bytes), "KiB"));
    }
    let rest = others.iter().map(|(_, bytes)| bytes).sum();
    let what = format!("compiled wasm: {} smaller parts", others.len());
    readings.push(Reading::new(&what, kib(rest), "KiB"));
    Ok(readings)
}

fn kib(bytes: usize) -> f64 {
    bytes as f64 / 1024.0
}

/// Bytes of each crate's functions, and of what is no function, largest first; without the names themselves.
fn shares(module: &[u8]) -> Result<Vec<(String, usize)>> {
    let mut imported = 0;
    let mut bodies = Vec::new();
    let mut names = BTreeMap::new();
    let mut shares: BTreeMap<String, usize> = BTreeMap::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    imported += usize::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body.range().len()),
            Payload::DataSection(section) => {
                shares.insert("(constants)".to_owned(), section.range().len());
            }
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(section) = section.as_known() {
                    for part in section {
                        let Name::Function(functions) = part? else { continue };
                        for function in functions {
                            let function = function?;
                            names.insert(
                                function.index as usize,
                                crate_of(&format!("{:#}", demangle(function.name))),
                            );
                        }
                    }
                }
            }
            _ => {}
        }
    }
    for (at, bytes) in bodies.into_iter().enumerate() {
        let owner = names.get(&(imported + at)).cloned().flatten();
        *shares.entry(owner.unwrap_or_else(|| "(exports)".to_owned())).or_default() += bytes;
    }
    let mut shares: Vec<_> = shares.into_iter().collect();
    shares.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    Ok(shares)
}

/// The crate at the start of a demangled path: `<alloc::vec::Vec<T> as core::fmt::Debug>::fmt` is of `alloc`, and
/// what implements a trait for a type without a path is of the trait's crate.
fn crate_of(function: &str) -> Option<String> {
    let own = function.split(" as ").find_map(|path| {
        let path = path.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '_');
        let path = path.strip_prefix("mut ").or(path.strip_prefix("dyn ")).unwrap_or(path);
        let (root, _) = path.split_once("::")?;
        root.chars().all(|c| c.is_alphanumeric() || c == '_').then_some(root)
    });
    own.filter(|root| !root.is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_of_the_crate_that_its_path_begins_with() {
        for (function, owner) in [
            ("stepscope_core::strings::Strings::intern::h0123", Some("stepscope_core")),
            ("<alloc::vec::Vec<T> as core::fmt::Debug>::fmt::h0", Some("alloc")),
            ("<&T as core::fmt::Debug>::fmt::h0", Some("core")),
            ("<&mut serde_json::ser::Compound<W,F> as serde::Serializer>::end", Some("serde_json")),
            ("<[A] as core::slice::cmp::SlicePartialEq<B>>::equal", Some("core")),
            ("memcpy", None),
            ("engine_paint", None),
        ] {
            assert_eq!(crate_of(function).as_deref(), owner, "{function}");
        }
    }
}
