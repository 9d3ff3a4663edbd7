//! Commands that a message tells the user to run: with the paths of the capture, which hold any character.

use crate::model::CaptureKind;
use crate::shell::shell_word;

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

/// Exports the raw data of the msprof command line (formats.md §1.5); what was parsed before and broke off is parsed again.
pub(super) fn export(folder: &str, is_begun: bool) -> String {
    let folder = shell_word(folder);
    let export = format!("msprof --export=on --output={folder}");
    if is_begun { format!("msprof --parse=on --output={folder} && {export}") } else { export }
}

/// Works out what collectives did, of an export (formats.md §1.5).
pub(super) fn analyse_exported(folder: &str) -> String {
    format!("msprof --analyze=on --output={}", shell_word(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

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
