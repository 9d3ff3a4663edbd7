//! Captures for the tests.
#![allow(dead_code, reason = "each test binary uses its part")]

use std::sync::Arc;
use stepscope_core::load::{Input, Loaded, Options, load};
use stepscope_core::model::Capture;
use stepscope_fixtures::Files;

/// The real torch_npu text captures: `level0` and `level1`, two ranks each.
pub(crate) fn real() -> Option<Vec<Capture>> {
    let root = stepscope_fixtures::real::captures()?.join("torch_npu/text");
    let loaded = loaded(&Files::read_from(&root).unwrap());
    assert_eq!(loaded.captures.len(), 2);
    Some(loaded.captures)
}

/// Loads a fixture's files as an opened folder.
pub(crate) fn loaded(files: &Files) -> Loaded {
    let input = |(path, bytes): (&str, &[u8])| Input {
        path: path.to_owned(),
        source: Arc::new(bytes.to_vec()),
    };
    let inputs: Vec<Input> = files.iter().map(input).collect();
    load(&inputs, &Options::default(), &mut ())
}
