//! Rows of the timeline and their layout.

choices! {
    /// What a row stands for.
    pub enum RowKind {
        /// A rank, with its processes below.
        Rank,
        /// A process, with its tracks below.
        Process,
        /// A host thread, stream, lane or other track of slices.
        Track,
        /// A communication group, with its planes below.
        Group,
        /// A counter series.
        Counter,
    }
}

choices! {
    /// How high rows are.
    pub enum RowDensity {
        /// High enough for the names of slices.
        Regular,
        /// So low that a hundred fit on a screen.
        Compact,
    }
}

messages! {
    /// The rows of the timeline in the order shown, pinned ones first; hidden ones are left out.
    pub struct RowList {
        /// The rows.
        pub rows: Vec<RowInfo>,
        /// Height of all pinned rows, CSS pixels.
        pub pinned_height: f64,
        /// Height of all other rows, CSS pixels.
        pub height: f64,
        /// Keys of the rows that were hidden.
        pub hidden: Vec<HiddenRow>,
    }

    /// One row.
    pub struct RowInfo {
        /// Stable key, in links.
        pub key: String,
        /// Id of its rank.
        pub rank: u32,
        /// What it is.
        pub kind: RowKind,
        /// Name to show.
        pub name: String,
        /// Names of the rows above it in the tree, where it does not stand below them; else empty.
        pub path: String,
        /// Depth in the tree; 0 for ranks.
        pub depth: u32,
        /// Whether rows are below it.
        pub has_children: bool,
        /// Whether it is shown as a density preview, with what is below it left out.
        pub collapsed: bool,
        /// Whether it is pinned to the top.
        pub pinned: bool,
        /// Top edge, CSS pixels: among the pinned rows for a pinned one, else among the scrolled ones.
        pub top: f64,
        /// Height, CSS pixels.
        pub height: f64,
        /// Sub-rows: nesting levels of its slices.
        pub lanes: u32,
    }

    /// A row that is not shown.
    pub struct HiddenRow {
        /// Its key.
        pub key: String,
        /// Its name.
        pub name: String,
    }

    /// How rows differ from their defaults; what is not listed is as by default.
    pub struct RowStates {
        /// Keys of rows that are collapsed.
        pub collapsed: Vec<String>,
        /// Keys of rows that are open although they are collapsed by default.
        pub expanded: Vec<String>,
        /// Keys of pinned rows.
        pub pinned: Vec<String>,
        /// Keys of hidden rows.
        pub hidden: Vec<String>,
        /// Names given by the user.
        pub renamed: Vec<RenamedRow>,
        /// Only rows whose name, or whose parent's, contains this; empty for all.
        pub filter: String,
        /// How high all rows are.
        pub density: RowDensity,
    }

    /// A name given by the user.
    pub struct RenamedRow {
        /// Key of the row.
        pub key: String,
        /// Its new name.
        pub name: String,
    }
}
