//! Aligned columns.

use crate::style::columns;

/// Rows under a heading. The first columns are words, aligned left; the rest are numbers, aligned right.
pub(crate) struct Table {
    words: usize,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table of which the first `words` columns are aligned left.
    pub(crate) fn new<'a>(words: usize, heading: impl IntoIterator<Item = &'a str>) -> Table {
        Table { words, rows: vec![heading.into_iter().map(str::to_owned).collect()] }
    }

    /// Adds a row of as many cells as the heading has.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Whether there is anything beneath the heading.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.len() < 2
    }

    /// One text a row, the heading first, without space at the ends.
    pub(crate) fn lines(&self) -> Vec<String> {
        let cell = |row: &[String], at: usize| row.get(at).map_or(0, |cell| columns(cell));
        let count = self.rows.first().map_or(0, Vec::len);
        let widths: Vec<usize> = (0..count)
            .map(|at| self.rows.iter().map(|row| cell(row, at)).max().unwrap_or(0))
            .collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).enumerate().map(|(at, (text, &width))| {
                let space = " ".repeat(width.saturating_sub(columns(text)));
                if at < self.words { format!("{text}{space}") } else { format!("{space}{text}") }
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        self.rows.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_left_numbers_right() {
        let mut table = Table::new(1, ["name", "ms"]);
        table.row(vec!["计算".into(), "1.5".into()]);
        table.row(vec!["x".into(), "128.0".into()]);
        assert_eq!(table.lines(), ["name     ms", "计算    1.5", "x     128.0"]);
    }
}
