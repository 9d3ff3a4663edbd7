//! What is asked of loaders and what they report.

choices! {
    /// How far a job is.
    pub enum JobState {
        /// Waits for a loader.
        Waiting,
        /// A loader reads it.
        Loading,
        /// Its columns are in the engine.
        Ready,
        /// It could not be read.
        Failed,
    }
}

messages! {
    /// What a loader has to do for the inputs that it was given.
    pub struct JobList {
        /// The jobs; each may run in any loader that holds the same inputs. Job 0 is the
        /// listing itself, whose piece is what needs no reading.
        pub jobs: Vec<Job>,
    }

    /// One job: a part of the inputs that is read in one go.
    pub struct Job {
        /// Number of the job within its load, from 1: pieces are put together in this order.
        pub id: u32,
        /// What is read, for the progress list: a path.
        pub name: String,
        /// Bytes to read, as they lie in the source.
        pub bytes: f64,
        /// What a loader is told to do; opaque to the page.
        pub order: String,
    }

    /// A load that is to be stored, beside its blocks.
    pub struct Keepsake {
        /// The orders of its jobs, for ranks that must be read again later.
        pub orders: Vec<String>,
        /// Bytes of memory that it takes once restored, by estimate.
        pub held: f64,
        /// Bytes of all its blocks.
        pub bytes: f64,
    }

    /// Progress of a running job.
    pub struct JobProgress {
        /// Bytes read of the source.
        pub bytes: f64,
        /// Path of the file being read.
        pub file: String,
    }
}
