//! Shares of a whole, largest first: time by operator type.

use crate::axes;
use crate::frame::{Color, Frame};
use crate::known;
use crate::number;
use crate::picture::{Area, Hit, HitLine, Picture, Side};
use crate::text;
use serde::{Deserialize, Serialize};

/// One row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct Share {
    /// Name of the operator type.
    pub label: String,
    /// Milliseconds.
    pub ms: Option<f64>,
    /// How many kernels.
    pub count: u64,
    /// Colour of the bar.
    pub color: Color,
}

/// Input: rows in the order to show, largest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct ShareBars {
    /// Rows.
    pub rows: Vec<Share>,
    /// Time that the shares refer to, in ms; the sum of the rows when unknown.
    pub whole_ms: Option<f64>,
    /// Name of the rows that do not fit, taken together: "other".
    pub other_text: String,
    /// Colour of that row.
    pub other_color: Color,
    /// Name of the number of kernels: "Count".
    pub count_text: String,
    /// Name of the time: "Total".
    pub total_text: String,
    /// In place of an unknown value.
    pub unknown_text: String,
    /// In place of the chart when there is no row.
    pub empty_text: String,
}

impl ShareBars {
    /// Lays the chart out. Rows that do not fit the height are one row at the end.
    pub fn picture(&self, frame: &Frame) -> Picture {
        let mut picture = Picture::new(frame);
        if self.rows.is_empty() {
            axes::empty(&mut picture, frame, &self.empty_text);
            return picture;
        }
        let fitting = (((frame.height - 4.0) / frame.line()) as usize).max(1);
        let rows = self.fitted(fitting);
        let size = frame.font.size;
        let sum: f64 = self.rows.iter().filter_map(|row| known(row.ms)).sum();
        let whole = known(self.whole_ms).unwrap_or(sum);
        let largest = rows.iter().filter_map(|(row, ..)| known(row.ms)).fold(0.0, f64::max);

        let names: Vec<String> =
            rows.iter().map(|(row, ..)| text::fit(&row.label, size, frame.width * 0.4)).collect();
        let name_width = names.iter().map(|name| text::width(name, size)).fold(0.0, f64::max);
        let share_width = text::width("100.0 %", size);
        // In a narrow panel the bars need the room more than the times, which the tooltip has too.
        let wide = frame.width - name_width - share_width >= 240.0;
        let time_width = if wide { text::width("00000 ms", size) } else { 0.0 };
        let bars = Area::between(
            name_width + 12.0,
            2.0,
            frame.width - share_width - time_width - 16.0,
            frame.height,
        );
        for (at, ((row, first, end), name)) in rows.iter().zip(&names).enumerate() {
            let y = 2.0 + at as f64 * frame.line();
            let middle = y + frame.line() / 2.0;
            picture.text(name, (bars.x - 8.0, middle), Side::Right, frame.theme.text);
            let mut value = (self.unknown_text.clone(), String::new());
            if let Some(ms) = known(row.ms) {
                let width =
                    if largest > 0.0 { bars.width * (ms / largest).clamp(0.0, 1.0) } else { 0.0 };
                let height = (frame.line() * 0.62).round();
                picture.rect(
                    Area { x: bars.x, y: (middle - height / 2.0).round(), width, height },
                    row.color,
                );
                let share = if whole > 0.0 { number::percent(ms / whole) } else { String::new() };
                value = (number::duration_ms(ms), share);
            }
            // Shares and times each in a column of their own: digits under digits.
            let (time, share) = value;
            let time_x = frame.width - share_width - 10.0;
            if wide || share.is_empty() {
                picture.text(&time, (time_x, middle), Side::Right, frame.theme.muted);
            }
            picture.text(&share, (frame.width - 4.0, middle), Side::Right, frame.theme.text);
            let time_line = HitLine {
                label: self.total_text.clone(),
                value: join(&time, &share),
                color: Some(row.color),
            };
            let count_line = HitLine {
                label: self.count_text.clone(),
                value: number::fixed(row.count as f64, 0),
                color: None,
            };
            picture.point_at(Hit {
                area: Area { x: 0.0, y, width: frame.width, height: frame.line() },
                first: *first,
                end: *end,
                part: None,
                range: None,
                title: row.label.clone(),
                lines: vec![time_line, count_line],
            });
        }
        picture
    }

    /// The rows that are shown, each with the input rows it stands for.
    fn fitted(&self, most: usize) -> Vec<(Share, usize, usize)> {
        let one = |(index, row): (usize, &Share)| (row.clone(), index, index + 1);
        if self.rows.len() <= most {
            return self.rows.iter().enumerate().map(one).collect();
        }
        let kept = most.saturating_sub(1);
        let rest = &self.rows[kept..];
        let mut rows: Vec<_> = self.rows[..kept].iter().enumerate().map(one).collect();
        let other = Share {
            label: format!("{} ({})", self.other_text, rest.len()),
            ms: rest.iter().filter_map(|row| known(row.ms)).reduce(|a, b| a + b),
            count: rest.iter().map(|row| row.count).sum(),
            color: self.other_color,
        };
        rows.push((other, kept, self.rows.len()));
        rows
    }
}

fn join(time: &str, share: &str) -> String {
    if share.is_empty() { time.to_owned() } else { format!("{time} · {share}") }
}
