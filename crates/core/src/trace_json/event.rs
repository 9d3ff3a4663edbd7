//! One event: its fields and argument tokens, as ranges of the bytes that hold it.

use super::scan::{Scanner, Stop, Token};

/// An argument: key and value.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArgToken {
    pub(super) key: Token,
    pub(super) value: Token,
}

/// The fields of an event that mean something to Stepscope. Others (`bp`, `s`, `tts`, …) are read over.
#[derive(Clone, Debug, Default)]
pub(super) struct Event {
    pub(super) name: Option<Token>,
    pub(super) phase: Option<Token>,
    pub(super) category: Option<Token>,
    pub(super) pid: Option<Token>,
    pub(super) tid: Option<Token>,
    pub(super) time: Option<Token>,
    pub(super) duration: Option<Token>,
    pub(super) id: Option<Token>,
    /// The whole of `args`, if it is there.
    pub(super) args: Option<Token>,
    /// What is in `args`.
    pub(super) arguments: Vec<ArgToken>,
}

impl Event {
    /// Forgets everything, not the room for arguments.
    fn clear(&mut self) {
        let mut arguments = std::mem::take(&mut self.arguments);
        arguments.clear();
        *self = Event { arguments, ..Event::default() };
    }
}

/// Reads the event that starts at the first byte of `bytes` in place of what `event` was. Returns its length.
#[inline]
pub(super) fn read(bytes: &[u8], event: &mut Event) -> Result<usize, Stop> {
    let mut scan = Scanner::new(bytes, 0);
    event.clear();
    scan.expect(b'{')?;
    if scan.peek()? == b'}' {
        return Ok(scan.at + 1);
    }
    loop {
        scan.peek()?;
        let start = scan.at;
        let field = match known_key(scan.look()) {
            Some((field, length)) => {
                scan.at += length;
                Some(field)
            }
            None => {
                scan.string()?;
                None
            }
        };
        scan.expect(b':')?;
        let field = match field {
            Some(Field::Name) => &mut event.name,
            Some(Field::Phase) => &mut event.phase,
            Some(Field::Category) => &mut event.category,
            Some(Field::Pid) => &mut event.pid,
            Some(Field::Tid) => &mut event.tid,
            Some(Field::Time) => &mut event.time,
            Some(Field::Duration) => &mut event.duration,
            Some(Field::Id) => &mut event.id,
            Some(Field::Args) => {
                let key = Token::other(start + 1, start + 1 + "args".len());
                event.args = Some(read_args(key, &mut scan, &mut event.arguments)?);
                if ends(&mut scan)? {
                    return Ok(scan.at);
                }
                continue;
            }
            None => &mut None,
        };
        *field = Some(scan.value()?);
        if ends(&mut scan)? {
            return Ok(scan.at);
        }
    }
}

/// A key that means something.
#[derive(Clone, Copy)]
enum Field {
    Name,
    Phase,
    Category,
    Pid,
    Tid,
    Time,
    Duration,
    Id,
    Args,
}

/// The key, in its quotes, that a word begins with, and its length.
#[inline]
fn known_key(word: u64) -> Option<(Field, usize)> {
    const KNOWN: [(u64, usize, Field); 9] = [
        key(b"\"ph\"", Field::Phase),
        key(b"\"name\"", Field::Name),
        key(b"\"pid\"", Field::Pid),
        key(b"\"tid\"", Field::Tid),
        key(b"\"ts\"", Field::Time),
        key(b"\"dur\"", Field::Duration),
        key(b"\"cat\"", Field::Category),
        key(b"\"args\"", Field::Args),
        key(b"\"id\"", Field::Id),
    ];
    let is_it = |&&(key, length, _): &&(u64, usize, Field)| word << (64 - 8 * length) == key;
    KNOWN.iter().find(is_it).map(|(_, length, field)| (*field, *length))
}

/// A key's bytes at the top of a word, and how many they are.
const fn key(text: &[u8], field: Field) -> (u64, usize, Field) {
    let (mut word, mut at) = (0, 0);
    while at < text.len() {
        word = word >> 8 | (text[at] as u64) << 56;
        at += 1;
    }
    (word, text.len(), field)
}

/// Takes the comma or brace behind a member; true for the brace.
#[inline]
fn ends(scan: &mut Scanner) -> Result<bool, Stop> {
    let last = match scan.peek()? {
        b',' => false,
        b'}' => true,
        _ => return Err(Stop::Bad(scan.at)),
    };
    scan.at += 1;
    Ok(last)
}

/// Reads the members of `args`. Anything but an object counts as one argument called `args`.
#[inline]
fn read_args(key: Token, scan: &mut Scanner, args: &mut Vec<ArgToken>) -> Result<Token, Stop> {
    args.clear();
    if scan.peek()? != b'{' {
        let value = scan.value()?;
        args.push(ArgToken { key, value });
        return Ok(value);
    }
    let start = scan.at;
    scan.at += 1;
    if scan.peek()? == b'}' {
        scan.at += 1;
        return Ok(Token::other(start, scan.at));
    }
    loop {
        let key = scan.string()?;
        scan.expect(b':')?;
        let value = scan.value()?;
        args.push(ArgToken { key, value });
        if ends(scan)? {
            return Ok(Token::other(start, scan.at));
        }
    }
}
