//! Search by name and predicate.

use super::SliceInfo;

choices! {
    /// How the text of a search is compared.
    pub enum SearchMode {
        /// Contained, any case.
        Substring,
        /// Contained, same case.
        MatchCase,
        /// The whole name.
        Exact,
        /// A regular expression.
        Regex,
    }

    /// Which way to step through hits.
    pub enum Direction {
        /// To later hits.
        Forward,
        /// To earlier hits.
        Backward,
    }
}

messages! {
    /// A search over the shown ranks.
    pub struct SearchQuery {
        /// The text, with predicates such as `dur>1ms type:MatMul rank:3 step:50 stream:2`.
        pub text: String,
        /// How it is compared.
        pub mode: SearchMode,
    }

    /// What a search found. The hits stay marked on the axis until the next search.
    pub struct SearchResult {
        /// How many slices.
        pub count: u32,
        /// Why the query could not be understood, in the language asked for; `null` if it could.
        pub problem: Option<String>,
    }

    /// Some hits, in time order.
    pub struct SearchPage {
        /// The hits asked for.
        pub hits: Vec<SliceInfo>,
    }

    /// A hit that was stepped to.
    pub struct SearchHit {
        /// Its place among all hits, from 0.
        pub index: u32,
        /// The slice.
        pub slice: SliceInfo,
    }
}
