//! Reading JSON tokens from a slice of bytes, without copying and without recursion.

/// Why a token could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The bytes end inside it: more may follow.
    End,
    /// The bytes are not JSON, seen at this offset.
    Bad(usize),
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// Text without escapes; the range is inside the quotes.
    Plain,
    /// Text with escapes; the range is inside the quotes.
    Escaped,
    /// A number.
    Number,
    /// `true`, `false`, `null`, `NaN`, `Infinity`, or an object or array as a whole.
    Other,
}

/// A value and where it is. Offsets are 32 bits: an event is far smaller (see `framer`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    start: u32,
    end: u32,
}

impl Token {
    /// The token's bytes, of the slice it was read from.
    pub(super) fn of(self, bytes: &[u8]) -> &[u8] {
        &bytes[self.start as usize..self.end as usize]
    }

    /// An object, array or literal from `start` to `end`.
    pub(super) fn other(start: usize, end: usize) -> Token {
        Token { kind: TokenKind::Other, start: start as u32, end: end as u32 }
    }

    /// Whether it is text.
    pub(super) fn is_text(self) -> bool {
        matches!(self.kind, TokenKind::Plain | TokenKind::Escaped)
    }
}

/// Deepest nesting inside an argument. Deeper input is damage, not data: no writer produces it.
const MAX_DEPTH: u32 = 64;

/// Which bytes numbers and literals are made of.
static IN_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] =
            matches!(byte as u8, b'0'..=b'9' | b'.' | b'-' | b'+' | b'a'..=b'z' | b'A'..=b'Z');
        byte += 1;
    }
    table
};

/// A position in a slice of bytes. What it takes is so small that a call would cost as much: everything is
/// inlined, whatever the compiler weighs.
pub(super) struct Scanner<'a> {
    bytes: &'a [u8],
    pub(super) at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(bytes: &'a [u8], at: usize) -> Scanner<'a> {
        Scanner { bytes, at }
    }

    /// The next byte that is not white space, without taking it.
    #[inline(always)]
    pub(super) fn peek(&mut self) -> Result<u8, Stop> {
        loop {
            let byte = *self.bytes.get(self.at).ok_or(Stop::End)?;
            // Nearly always the first comparison decides.
            if byte > b' ' || !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return Ok(byte);
            }
            self.at += 1;
        }
    }

    /// Takes `wanted`, after white space.
    #[inline(always)]
    pub(super) fn expect(&mut self, wanted: u8) -> Result<(), Stop> {
        if self.peek()? != wanted {
            return Err(Stop::Bad(self.at));
        }
        self.at += 1;
        Ok(())
    }

    /// The next bytes, up to eight, as a little-endian word.
    #[inline]
    pub(super) fn look(&self) -> u64 {
        let rest = &self.bytes[self.at..];
        let word = rest.first_chunk().copied().unwrap_or_else(|| {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            word
        });
        u64::from_le_bytes(word)
    }

    /// Takes a string and its quotes.
    #[inline(always)]
    pub(super) fn string(&mut self) -> Result<Token, Stop> {
        self.expect(b'"')?;
        let start = self.at;
        let mut kind = TokenKind::Plain;
        loop {
            self.at = quote_or_backslash(self.bytes, self.at).ok_or(Stop::End)?;
            if self.bytes[self.at] == b'"' {
                let end = self.at;
                self.at += 1;
                return Ok(Token { kind, start: start as u32, end: end as u32 });
            }
            kind = TokenKind::Escaped;
            self.at += 2;
        }
    }

    /// Takes any value.
    #[inline(always)]
    pub(super) fn value(&mut self) -> Result<Token, Stop> {
        match self.peek()? {
            b'"' => self.string(),
            b'{' | b'[' => self.nested(),
            b'-' | b'0'..=b'9' => self.word(TokenKind::Number),
            b'a'..=b'z' | b'A'..=b'Z' => self.word(TokenKind::Other),
            _ => Err(Stop::Bad(self.at)),
        }
    }

    /// Takes a number or literal up to the delimiter behind it.
    #[inline(always)]
    fn word(&mut self, kind: TokenKind) -> Result<Token, Stop> {
        let start = self.at;
        while IN_WORD[usize::from(*self.bytes.get(self.at).ok_or(Stop::End)?)] {
            self.at += 1;
        }
        match self.bytes[self.at] {
            b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t' => {
                Ok(Token { kind, start: start as u32, end: self.at as u32 })
            }
            _ => Err(Stop::Bad(self.at)),
        }
    }

    /// Takes an object or array by its brackets; what is inside is kept as text, not checked further.
    fn nested(&mut self) -> Result<Token, Stop> {
        let start = self.at;
        // One bit a level, 1 for an object: brackets must pair.
        let (mut objects, mut depth) = (0_u64, 0);
        loop {
            match *self.bytes.get(self.at).ok_or(Stop::End)? {
                open @ (b'{' | b'[') => {
                    if depth == MAX_DEPTH {
                        return Err(Stop::Bad(self.at));
                    }
                    objects = objects << 1 | u64::from(open == b'{');
                    depth += 1;
                    self.at += 1;
                }
                close @ (b'}' | b']') => {
                    if (objects & 1 == 1) != (close == b'}') {
                        return Err(Stop::Bad(self.at));
                    }
                    objects >>= 1;
                    depth -= 1;
                    self.at += 1;
                    if depth == 0 {
                        return Ok(Token::other(start, self.at));
                    }
                }
                b'"' => {
                    self.string()?;
                    // A quote that got lost turns strings inside out: notice it here, not megabytes on.
                    if !matches!(self.peek()?, b',' | b':' | b'}' | b']') {
                        return Err(Stop::Bad(self.at));
                    }
                }
                b' ' | b'\n' | b'\r' | b'\t' | b',' | b':' | b'.' | b'+' | b'-' => self.at += 1,
                byte if byte.is_ascii_alphanumeric() => self.at += 1,
                _ => return Err(Stop::Bad(self.at)),
            }
        }
    }
}

/// First quote or backslash at or after `at`, [`WIDE`] bytes at a time.
#[inline]
fn quote_or_backslash(bytes: &[u8], mut at: usize) -> Option<usize> {
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        if let Some(place) = first_mark(*chunk) {
            return Some(at + place);
        }
        at += WIDE;
    }
    bytes.get(at..)?.iter().position(|byte| matches!(byte, b'"' | b'\\')).map(|i| at + i)
}

/// Bytes that are looked at at once: a vector in WebAssembly, elsewhere a word.
const WIDE: usize = if cfg!(target_arch = "wasm32") { 16 } else { 8 };

/// Place of the first quote or backslash.
#[cfg(target_arch = "wasm32")]
#[inline]
fn first_mark(bytes: [u8; WIDE]) -> Option<usize> {
    use std::arch::wasm32::{u8x16_bitmask, u8x16_eq, u8x16_splat, v128_or};
    let bytes = bytemuck::cast(bytes);
    let equals = |byte| u8x16_eq(bytes, u8x16_splat(byte));
    let found = u8x16_bitmask(v128_or(equals(b'"'), equals(b'\\')));
    (found != 0).then(|| found.trailing_zeros() as usize)
}

/// Place of the first quote or backslash.
#[cfg(not(target_arch = "wasm32"))]
#[inline]
fn first_mark(bytes: [u8; WIDE]) -> Option<usize> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    // A byte is zero exactly where its high bit is set first here (the classic trick).
    let zeros = |x: u64| x.wrapping_sub(ONES) & !x & HIGH;
    let equals = |byte: u8| zeros(u64::from_le_bytes(bytes) ^ (ONES * u64::from(byte)));
    let found = equals(b'"') | equals(b'\\');
    (found != 0).then(|| found.trailing_zeros() as usize / 8)
}

/// Appends the text of an escaped string to `text`. Broken escapes and lone surrogates become U+FFFD:
/// the event is good all the same.
pub(super) fn unescape(raw: &[u8], text: &mut String) {
    let mut rest = raw;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        text.push_str(&String::from_utf8_lossy(&rest[..at]));
        rest = &rest[at + 1..];
        let Some((&escape, after)) = rest.split_first() else { return text.push('\u{FFFD}') };
        rest = after;
        let plain = match escape {
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'b' => '\u{8}',
            b'f' => '\u{C}',
            b'"' | b'\\' | b'/' => char::from(escape),
            b'u' => unicode(&mut rest),
            _ => '\u{FFFD}',
        };
        text.push(plain);
    }
    text.push_str(&String::from_utf8_lossy(rest));
}

/// The character after `\u`, with its second half if it is a surrogate.
fn unicode(rest: &mut &[u8]) -> char {
    let high = hex4(rest);
    let joined = match high {
        Some(0xD800..0xDC00) if rest.starts_with(b"\\u") => {
            let mut after = &rest[2..];
            match (high, hex4(&mut after)) {
                (Some(high), Some(low @ 0xDC00..0xE000)) => {
                    *rest = after;
                    Some(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
                }
                _ => None,
            }
        }
        other => other,
    };
    joined.and_then(char::from_u32).unwrap_or('\u{FFFD}')
}

fn hex4(rest: &mut &[u8]) -> Option<u32> {
    let digits = std::str::from_utf8(rest.get(..4)?).ok()?;
    let code = u32::from_str_radix(digits, 16).ok()?;
    *rest = &rest[4..];
    Some(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn value(text: &str) -> Result<&[u8], Stop> {
        Scanner::new(text.as_bytes(), 0).value().map(|token| token.of(text.as_bytes()))
    }

    #[test]
    fn values_end_where_they_end() {
        assert_eq!(value(r#""a\"b" ,"#), Ok(&br#"a\"b"#[..]));
        assert_eq!(value("-1.5e3}"), Ok(&b"-1.5e3"[..]));
        assert_eq!(value("null,"), Ok(&b"null"[..]));
        assert_eq!(value(r#"{"a":["}"]},"#), Ok(&br#"{"a":["}"]}"#[..]));
        assert_eq!(value("12"), Err(Stop::End));
        assert_eq!(value(r#""open"#), Err(Stop::End));
        assert_eq!(value("[}"), Err(Stop::Bad(1)));
        assert_eq!(value(r#"{"lost: 1, "b": 2}"#), Err(Stop::Bad(12)));
        assert_eq!(value("{'a': 1}"), Err(Stop::Bad(1)));
        assert_eq!(value(&"[".repeat(100)), Err(Stop::Bad(64)));
    }

    proptest! {
        #[test]
        fn unescaping_equals_serde(text in any::<String>()) {
            let escaped = serde_json::to_string(&text).unwrap();
            let ascii: String = text
                .encode_utf16()
                .map(|unit| format!("\\u{unit:04x}"))
                .collect();
            for raw in [&escaped[1..escaped.len() - 1], &ascii] {
                let mut out = String::new();
                unescape(raw.as_bytes(), &mut out);
                prop_assert_eq!(&out, &text);
            }
        }

        #[test]
        fn unescaping_never_panics(raw in proptest::collection::vec(any::<u8>(), 0..40)) {
            unescape(&raw, &mut String::new());
        }

        #[test]
        fn finding_a_quote_equals_the_slow_way(bytes in proptest::collection::vec(any::<u8>(), 0..40), at in 0_usize..45) {
            let slow = (at..bytes.len()).find(|&i| matches!(bytes[i], b'"' | b'\\'));
            prop_assert_eq!(quote_or_backslash(&bytes, at), slow);
        }
    }
}
