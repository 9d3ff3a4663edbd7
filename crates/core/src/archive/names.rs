//! Names of entries: decoding, normalising, litter.

use super::Limits;
use crate::note::Cause;

/// Text of bytes that are valid GBK. Its tables are large, and browsers have them: whoever loads decodes.
pub type DecodeGbk = fn(&[u8]) -> Option<String>;

/// Knows no GBK.
pub fn no_gbk(_: &[u8]) -> Option<String> {
    None
}

/// Decodes a name that does not say how it is encoded: UTF-8 if it is valid, else GBK (what Chinese
/// Windows writes) if it is valid, else CP437 (what the zip format says), in which every byte means
/// something.
pub fn decode(name: &[u8], gbk: DecodeGbk) -> String {
    if let Ok(text) = std::str::from_utf8(name) {
        return text.to_owned();
    }
    gbk(name).unwrap_or_else(|| name.iter().map(|&byte| cp437(byte)).collect())
}

fn cp437(byte: u8) -> char {
    const UPPER: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";
    let upper = byte.checked_sub(128).and_then(|at| UPPER.chars().nth(at.into()));
    upper.unwrap_or(char::from(byte))
}

/// What a name comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// A file of the tree: parts joined by `/`, none of them empty, `.` or `..`.
    File(String),
    /// What operating systems leave in archives and folders; nobody wants to hear of it.
    Litter,
    /// Longer or deeper than the limits; which one, and its value.
    Beyond(Cause, usize),
    /// Nothing is left of it.
    Nothing,
}

/// Normalises a name: backslashes, drive letters, absolute and relative parts. Nothing is ever written
/// to disk under it, so that a name that climbs out only loses its climbing.
pub fn normalise(name: &str, limits: &Limits) -> Name {
    if name.len() > limits.path_bytes {
        return Name::Beyond(Cause::PathBytes, limits.path_bytes);
    }
    let name = name.split('\0').next().unwrap_or_default();
    let name = match name.as_bytes() {
        [letter, b':', ..] if letter.is_ascii_alphabetic() => &name[2..],
        _ => name,
    };
    let parts: Vec<&str> =
        name.split(['/', '\\']).filter(|part| !matches!(*part, "" | "." | "..")).collect();
    let Some(file) = parts.last() else { return Name::Nothing };
    if parts.len() > limits.depth {
        return Name::Beyond(Cause::Depth, limits.depth);
    }
    let litter = parts.contains(&"__MACOSX")
        || file.starts_with("._")
        || matches!(*file, ".DS_Store" | "Thumbs.db" | "desktop.ini");
    if litter { Name::Litter } else { Name::File(parts.join("/")) }
}

/// A path without its ending, whatever the case.
#[inline(never)]
pub(super) fn without<'a>(path: &'a str, ending: &str) -> Option<&'a str> {
    let (inner, own) = path.split_at_checked(path.len().checked_sub(ending.len())?)?;
    own.eq_ignore_ascii_case(ending).then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> Name {
        normalise(name, &Limits::default())
    }

    #[test]
    fn names_stay_inside_the_tree() {
        for name in ["a/b.json", "/a/b.json", "./a//b.json", "../../a/b.json", "C:\\a\\b.json"] {
            assert_eq!(file(name), Name::File("a/b.json".into()), "{name}");
        }
        for name in ["", "/", "..", "./"] {
            assert_eq!(file(name), Name::Nothing, "{name}");
        }
    }

    #[test]
    fn litter_and_limits() {
        for name in
            ["__MACOSX/a/._b", "a/.DS_Store", "a/Thumbs.db", "desktop.ini", "a/._trace.json"]
        {
            assert_eq!(file(name), Name::Litter, "{name}");
        }
        assert!(matches!(file(&"a/".repeat(65)), Name::Beyond(Cause::Depth, 64)));
        assert!(matches!(file(&"a".repeat(4097)), Name::Beyond(Cause::PathBytes, 4096)));
    }

    #[test]
    fn encodings_are_told_apart() {
        let gbk = |name: &[u8]| (name == [0xD1, 0xB5, 0xC1, 0xB7]).then(|| "训练".to_owned());
        assert_eq!(decode("训练/数据".as_bytes(), gbk), "训练/数据");
        assert_eq!(decode(&[0xD1, 0xB5, 0xC1, 0xB7], gbk), "训练");
        // 0x81 alone is no GBK; CP437 has a letter for every byte.
        assert_eq!(decode(&[b'a', 0x81], gbk), "aü");
        assert_eq!(cp437(0xFF), '\u{a0}');
    }
}
