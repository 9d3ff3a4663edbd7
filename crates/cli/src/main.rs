//! The native `stepscope` command.
fn main() {}
