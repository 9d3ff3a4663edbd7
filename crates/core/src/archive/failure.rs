//! Why reading stopped: an `io::Error`, as `Read` wants it, that carries a cause for people.

use crate::note::{Cause, Note, NoteKind};
use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};

/// What an error made here carries.
#[derive(Debug)]
struct Failure {
    cause: Cause,
    detail: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:?} {}", self.cause, self.detail)
    }
}

impl Error for Failure {}

/// Bytes that are not what their container says.
#[cold]
pub(super) fn damage(cause: Cause) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, Failure { cause, detail: String::new() })
}

/// More than the limit `cause`, whose value is `limit`.
#[cold]
pub(super) fn beyond((cause, limit): (Cause, u64)) -> io::Error {
    io::Error::new(ErrorKind::FileTooLarge, Failure { cause, detail: limit.to_string() })
}

/// Bytes that are packed in a way that is not read.
#[cold]
pub(super) fn unsupported(cause: Cause) -> io::Error {
    io::Error::new(ErrorKind::Unsupported, Failure { cause, detail: String::new() })
}

/// A file that is not the one that was opened any more.
pub(crate) fn changed() -> io::Error {
    io::Error::other(Failure { cause: Cause::Changed, detail: String::new() })
}

/// What a browser says of a file that may not be read, and of one that was changed since it was chosen.
pub fn refused() -> io::Error {
    let failure = Failure { cause: Cause::OrChanged, detail: String::new() };
    io::Error::new(ErrorKind::PermissionDenied, failure)
}

/// What an error made here carries.
pub(super) fn cause(error: &io::Error) -> Option<Cause> {
    let failure = error.get_ref()?.downcast_ref::<Failure>()?;
    Some(failure.cause)
}

/// The note for a file that could not be read to its end.
pub fn failure_note(file: &str, error: &io::Error) -> Note {
    let (kind, cause) = match error.kind() {
        ErrorKind::UnexpectedEof => (NoteKind::Truncated, None),
        ErrorKind::PermissionDenied => (NoteKind::NoPermission, None),
        ErrorKind::InvalidData => (NoteKind::Damaged, Some(Cause::SystemSays)),
        ErrorKind::Unsupported => (NoteKind::UnknownMethod, Some(Cause::SystemSays)),
        ErrorKind::FileTooLarge => (NoteKind::LimitReached, Some(Cause::SystemSays)),
        ErrorKind::NotFound => (NoteKind::Unreadable, Some(Cause::NotFound)),
        ErrorKind::TimedOut
        | ErrorKind::StaleNetworkFileHandle
        | ErrorKind::HostUnreachable
        | ErrorKind::NetworkDown
        | ErrorKind::NetworkUnreachable
        | ErrorKind::ConnectionAborted
        | ErrorKind::ConnectionReset
        | ErrorKind::NotConnected => (NoteKind::Unreadable, Some(Cause::NoAnswer)),
        _ => (NoteKind::Unreadable, Some(Cause::SystemSays)),
    };
    let known = error.get_ref().and_then(|inner| inner.downcast_ref::<Failure>());
    match (known, cause) {
        (Some(Failure { cause, detail }), _) => Note::new(kind, file, detail).because(*cause),
        (None, Some(Cause::SystemSays)) => {
            Note::new(kind, file, error.to_string()).because(Cause::SystemSays)
        }
        (None, Some(cause)) => Note::new(kind, file, "").because(cause),
        (None, None) => Note::new(kind, file, ""),
    }
}
