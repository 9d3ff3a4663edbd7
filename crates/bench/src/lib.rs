//! What both the program (`main.rs`) and Criterion's suites (`benches`) measure.

pub mod wide;
