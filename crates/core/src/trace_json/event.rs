//! One event: its fields and argument tokens, as ranges of the bytes that hold it.

use super::scan::{Scanner, Stop, Token};

/// An argument: key and value.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArgToken {
    pub(super) key: Token,
    pub(super) value: Token,
}

/// The fields of an event that mean something to Stepscope. Others (`bp`, `s`, `tts`, …) are read over.
#[derive(Clone, Copy, Debug, Default)]
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
}

/// Reads the event that starts at the first byte of `bytes`. Returns it with its length; its arguments
/// replace those in `args`.
#[inline]
pub(super) fn read(bytes: &[u8], args: &mut Vec<ArgToken>) -> Result<(Event, usize), Stop> {
    let mut scan = Scanner::new(bytes, 0);
    let mut event = Event::default();
    args.clear();
    scan.expect(b'{')?;
    if scan.peek()? == b'}' {
        return Ok((event, scan.at + 1));
    }
    loop {
        let key = scan.string()?;
        scan.expect(b':')?;
        let field = match key.of(bytes) {
            b"name" => &mut event.name,
            b"ph" => &mut event.phase,
            b"cat" => &mut event.category,
            b"pid" => &mut event.pid,
            b"tid" => &mut event.tid,
            b"ts" => &mut event.time,
            b"dur" => &mut event.duration,
            b"id" => &mut event.id,
            b"args" => {
                event.args = Some(read_args(key, &mut scan, args)?);
                if ends(&mut scan)? {
                    return Ok((event, scan.at));
                }
                continue;
            }
            _ => &mut None,
        };
        *field = Some(scan.value()?);
        if ends(&mut scan)? {
            return Ok((event, scan.at));
        }
    }
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
