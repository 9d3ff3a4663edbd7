//! The crate's one error type.

/// Why something could not be read at all. Whatever can be read in part is read, with notes.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The bytes could not be fetched from their source.
    #[error("{file}: cannot be read: {source}")]
    Unreadable {
        /// Path as the user knows it.
        file: String,
        /// What the source said.
        source: std::io::Error,
    },
    /// The content is not of the kind that it was taken for.
    #[error("{file}: {reason}")]
    WrongKind {
        /// Path as the user knows it.
        file: String,
        /// What is wrong and what to do.
        reason: String,
    },
    /// A block failed its checks.
    #[error("block: {reason}")]
    Block {
        /// What is wrong: magic, version, length or checksum.
        reason: String,
    },
}

/// `Result` with the crate's error.
pub type Result<T> = std::result::Result<T, Error>;
