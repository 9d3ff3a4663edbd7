//! What several views share: language, theme, what is selected, ranges of time.

choices! {
    /// The language of texts made by the engine.
    pub enum Language {
        /// English.
        En,
        /// Simplified Chinese.
        Zh,
    }

    /// Which set of colours.
    pub enum Theme {
        /// Dark ink on light ground.
        Light,
        /// Light ink on dark ground.
        Dark,
    }

    /// Order of a sorted list.
    pub enum Order {
        /// Smallest first.
        Ascending,
        /// Largest first.
        Descending,
    }
}

messages! {
    /// A stretch of time, nanoseconds from the capture's origin.
    #[derive(Copy)]
    pub struct TimeRange {
        /// Start.
        pub start: f64,
        /// End, never before the start.
        pub end: f64,
    }

    /// A range of steps by their labels, both included.
    pub struct StepRange {
        /// First step.
        pub from: String,
        /// Last step.
        pub to: String,
    }

    /// What numbers are asked of: one capture, some of its ranks, some of its steps.
    pub struct Selection {
        /// Id of the capture.
        pub capture: u32,
        /// Ids of the ranks; `null` for all that are ready.
        pub ranks: Option<Vec<u32>>,
        /// The steps; `null` for all.
        pub steps: Option<StepRange>,
    }
}

impl From<Language> for stepscope_core::note::Language {
    fn from(language: Language) -> Self {
        match language {
            Language::En => Self::En,
            Language::Zh => Self::Zh,
        }
    }
}
