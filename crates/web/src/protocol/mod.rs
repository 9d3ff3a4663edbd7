//! The typed messages between page and engine.
//!
//! * Every time is `f64` nanoseconds relative to the capture's origin, its first event: exact to the
//!   nanosecond for captures of up to 104 days. Only [`CaptureInfo::origin`] is absolute, as decimal
//!   text.
//! * Ids are opaque numbers that live as long as the engine; `key`s are text that stays the same
//!   whenever the same capture is opened, fit for a link.
//! * What is unknown is `null`, never 0.
//!
//! The TypeScript side, `www/src/engine/protocol.ts`, is made from these types: run the crate's tests
//! with `UPDATE_PROTOCOL=1` after a change.

/// Declares messages: plain structs whose fields are camelCase in TypeScript.
macro_rules! messages {
    ($($item:item)*) => {
        $(
            #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize, tsify::Tsify)]
            #[serde(rename_all = "camelCase")]
            #[tsify(missing_as_null)]
            $item
        )*
    };
}

/// Declares choices: enums without data, kebab-case strings in TypeScript.
macro_rules! choices {
    ($($item:item)*) => {
        $(
            #[derive(
                Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize, tsify::Tsify,
            )]
            #[serde(rename_all = "kebab-case")]
            $item
        )*
    };
}

/// Declares variants: enums with data, told apart by their `kind` in TypeScript.
macro_rules! variants {
    ($($item:item)*) => {
        $(
            #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize, tsify::Tsify)]
            #[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
            #[tsify(missing_as_null)]
            $item
        )*
    };
}

mod capture;
mod chart;
mod common;
mod load;
mod operators;
mod overview;
mod rows;
mod search;
mod slice;
mod timeline;
#[cfg(test)]
mod typescript;

pub use capture::*;
pub use chart::*;
pub use common::*;
pub use load::*;
pub use operators::*;
pub use overview::*;
pub use rows::*;
pub use search::*;
pub use slice::*;
pub use timeline::*;
