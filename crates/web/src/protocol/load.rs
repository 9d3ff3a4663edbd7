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
        /// The jobs; each may run in any loader that holds the same inputs.
        pub jobs: Vec<Job>,
    }

    /// One job: a part of the inputs that is read in one go.
    pub struct Job {
        /// Number of the job within its load.
        pub id: u32,
        /// What is read, for the progress list: a path.
        pub name: String,
        /// Bytes to read, as they lie in the source.
        pub bytes: f64,
    }

    /// Progress of a running job.
    pub struct JobProgress {
        /// Number of the job.
        pub job: u32,
        /// Bytes read of the source.
        pub bytes: f64,
        /// Bytes to read of the source.
        pub total: f64,
        /// Path of the file being read.
        pub file: String,
    }
}
