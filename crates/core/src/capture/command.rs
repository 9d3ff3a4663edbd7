//! Commands that a message tells the user to run: with the paths of the capture, which hold any character.

use crate::model::CaptureKind;
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

/// Parses the raw data of a framework's profiler (formats.md §1.5).
pub(super) fn analyse(kind: CaptureKind, folder: &str) -> String {
    let (module, argument) = match kind {
        CaptureKind::Mindspore => ("mindspore", ""),
        _ => ("torch_npu", "profiler_path="),
    };
    let import = format!("from {module}.profiler.profiler import analyse");
    let folder = if folder.is_empty() { "." } else { folder };
    if !folder.contains(['\'', '"', '\\', '$', '`', '!', '\n']) {
        return format!("python3 -c \"{import}; analyse({argument}'{folder}')\"");
    }
    let word = shell_word(folder);
    format!("python3 -c \"import sys; {import}; analyse({argument}sys.argv[1])\" {word}")
}

/// Exports the raw data of the msprof command line (formats.md §1.5).
pub(super) fn export(folder: &str) -> String {
    format!("msprof --export=on --output={}", shell_word(folder))
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

    #[test]
    fn python_is_given_no_quotes_of_the_path() {
        assert!(
            analyse(CaptureKind::TorchNpu, "my run/a")
                .ends_with("analyse(profiler_path='my run/a')\"")
        );
        assert!(
            analyse(CaptureKind::TorchNpu, "a'+evil")
                .ends_with(r#"analyse(profiler_path=sys.argv[1])" 'a'\''+evil'"#)
        );
    }
}
