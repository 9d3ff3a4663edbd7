//! The sentences.

use stepscope_core::note::Language;

say! {
    NoCapture(0)
        "Nothing is open."
        "尚未打开任何采集。";
}
