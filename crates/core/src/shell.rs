//! Words of commands that a message tells the user to run: paths of the capture, which hold any character.

use std::borrow::Cow;

/// A path as one word of a shell command.
pub(crate) fn shell_word(path: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_alphanumeric() || "/._-+=,@%".contains(c);
    if !path.is_empty() && !path.starts_with('-') && path.chars().all(plain) {
        return path.into();
    }
    // A word that begins with a dash would be read as an option.
    let here = if path.starts_with('-') { "./" } else { "" };
    format!("'{here}{}'", path.replace('\'', r"'\''")).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_one_word_whatever_they_hold() {
        assert_eq!(shell_word("跑/rank0_ascend_pt"), "跑/rank0_ascend_pt");
        assert_eq!(shell_word("a b; rm -rf $HOME"), "'a b; rm -rf $HOME'");
        assert_eq!(shell_word("it's"), r"'it'\''s'");
        assert_eq!(shell_word("-rf"), "'./-rf'");
    }
}
