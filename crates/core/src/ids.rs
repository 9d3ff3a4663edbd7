//! Typed handles into a rank's tables: never a bare `u32`.

use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable, Serialize, Deserialize,
        )]
        #[repr(transparent)]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// "None of them": kept in columns where `Option` would double the width.
            pub const NONE: $name = $name(u32::MAX);

            /// The handle of row `index`.
            ///
            /// Tables hold fewer than 2³² rows: the trace parser refuses more.
            pub fn new(index: usize) -> $name {
                $name(index as u32)
            }

            /// Row number.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// `None` for [`Self::NONE`].
            pub fn some(self) -> Option<$name> {
                (self != Self::NONE).then_some(self)
            }
        }
    };
}

id!(
    /// A string of one [`crate::strings::Strings`] table.
    NameId
);
id!(
    /// A process of a trace.
    ProcessId
);
id!(
    /// A track (thread, stream, group, plane or derived lane) of a trace.
    TrackId
);
id!(
    /// A slice of a trace, in canonical order.
    SliceId
);
id!(
    /// A counter series of a trace.
    SeriesId
);
id!(
    /// A row of the kernel table.
    KernelId
);
