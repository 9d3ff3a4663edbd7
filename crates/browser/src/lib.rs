//! What every module of the page has in common with the browser: how failures cross, and panics.

mod failure;
mod panic;
mod refusal;

pub use failure::{Failure, Result};
pub use panic::{keep_panics, last_panic};
pub use refusal::{reason, thrown};
