//! Colours on a terminal, and text from captures made safe for it.

use std::io::IsTerminal;

/// Whether escape sequences may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Never: a pipe, a file, `NO_COLOR`, a dumb terminal.
    Plain,
    /// A terminal that understands them.
    Colour,
}

/// What a text is, which says how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Heading,
    Quiet,
    Error,
    Warning,
}

impl Style {
    /// For this stream, by the environment.
    pub(crate) fn of(stream: &impl IsTerminal) -> Style {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let dumb = set("TERM").is_some_and(|term| term == "dumb");
        if set("NO_COLOR").is_some() || dumb || !stream.is_terminal() {
            Style::Plain
        } else {
            Style::Colour
        }
    }

    /// The text with the look of its role.
    pub(crate) fn paint(self, role: Role, text: &str) -> String {
        let code = match role {
            Role::Heading => "1",
            Role::Quiet => "2",
            Role::Error => "31",
            Role::Warning => "33",
        };
        match self {
            Style::Plain => text.to_owned(),
            Style::Colour => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }
}

/// The text without control characters: names in a capture must not steer the terminal.
pub(crate) fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// Columns that a text takes on a terminal.
pub(crate) fn columns(text: &str) -> usize {
    let wide = |c: char| matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}' | '\u{1f300}'..='\u{1faff}' | '\u{20000}'..='\u{3fffd}');
    text.chars().map(|c| if wide(c) { 2 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_do_not_pass() {
        assert_eq!(clean("a\x1b[31mb\r\n"), "a\u{fffd}[31mb\u{fffd}\u{fffd}");
        assert_eq!(Style::Plain.paint(Role::Error, "x"), "x");
        assert_eq!(Style::Colour.paint(Role::Heading, "x"), "\x1b[1mx\x1b[0m");
    }

    #[test]
    fn chinese_takes_two_columns() {
        assert_eq!(columns("计算 ms"), 7);
    }
}
