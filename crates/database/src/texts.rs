//! `STRING_IDS`: nearly every text of a database, by number.

use crate::tables::Tables;
use std::collections::HashMap;
use std::ops::ControlFlow;
use stepscope_core::ids::NameId;
use stepscope_core::strings::Strings;

/// Texts by their numbers; ranges of numbers have holes, and some numbers in use have no text.
#[derive(Default)]
pub(crate) struct Texts {
    strings: Strings,
    ids: HashMap<i64, NameId>,
}

impl Texts {
    /// Reads them.
    pub(crate) fn read(tables: &mut Tables) -> ControlFlow<(), Texts> {
        let mut texts = Texts::default();
        tables.read("STRING_IDS", &["id", "value"], &[], &mut |row| {
            if let (Some(id), Some(text)) = (row.int(0), row.text(1)) {
                texts.ids.insert(id, texts.strings.intern(&text));
            }
        })?;
        ControlFlow::Continue(texts)
    }

    /// The text of a number, unless it says that nothing is known.
    pub(crate) fn get(&self, id: Option<i64>) -> Option<&str> {
        let text = self.strings.get(*self.ids.get(&id?)?);
        (!matches!(text, "" | "N/A" | "NA")).then_some(text)
    }
}
