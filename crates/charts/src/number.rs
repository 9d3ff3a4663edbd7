//! Numbers as people read them, the same in every language.

/// Between a number and its unit: does not break.
const UNIT_SPACE: char = '\u{a0}';

/// With about three significant digits and grouped thousands: `0.012`, `1.25`, `47.3`, `128`, `12 800`.
pub fn plain(value: f64) -> String {
    let decimals = match value.abs() {
        size if size >= 99.95 => 0,
        size if size >= 9.995 => 1,
        size if size >= 0.9995 || size == 0.0 => 2,
        size => ((2.0 - size.log10().floor()) as usize).min(9),
    };
    trimmed(fixed(value, if value == 0.0 { 0 } else { decimals }))
}

/// With a fixed number of decimals and grouped thousands (narrow spaces, from five digits on).
pub fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let (whole, fraction) =
        text.split_once('.').map_or((text.as_str(), None), |(w, f)| (w, Some(f)));
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    let mut grouped = String::from(sign);
    for (at, digit) in digits.chars().enumerate() {
        if digits.len() > 4 && at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    if let Some(fraction) = fraction {
        grouped.push('.');
        grouped.push_str(fraction);
    }
    grouped
}

/// Drops zeros behind the decimal point.
fn trimmed(text: String) -> String {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// A length of time given in nanoseconds, in the unit that keeps it short.
pub fn duration_ns(ns: f64) -> String {
    let unit = TimeUnit::for_size(ns);
    format!("{}{UNIT_SPACE}{}", plain(ns / unit.ns()), unit.name())
}

/// A length of time given in milliseconds, in the unit that keeps it short.
pub fn duration_ms(ms: f64) -> String {
    duration_ns(ms * 1e6)
}

/// A share (0–1) in percent with one decimal; what would round to zero and is not is `<0.1 %`.
pub fn percent(share: f64) -> String {
    if share > 0.0 && share < 0.0005 {
        return format!("<0.1{UNIT_SPACE}%");
    }
    format!("{:.1}{UNIT_SPACE}%", share * 100.0)
}

/// A value with its unit.
pub fn with_unit(value: f64, unit: &str) -> String {
    if unit.is_empty() { plain(value) } else { format!("{}{UNIT_SPACE}{unit}", plain(value)) }
}

/// A unit of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeUnit {
    /// Nanoseconds.
    Ns,
    /// Microseconds.
    Us,
    /// Milliseconds.
    Ms,
    /// Seconds.
    S,
}

impl TimeUnit {
    /// The unit in which a length of time of this many nanoseconds reads best.
    pub fn for_size(ns: f64) -> TimeUnit {
        match ns.abs() {
            0.0 => TimeUnit::Ms,
            size if size < 1e3 => TimeUnit::Ns,
            size if size < 1e6 => TimeUnit::Us,
            size if size < 1e10 => TimeUnit::Ms,
            _ => TimeUnit::S,
        }
    }

    /// Nanoseconds in one of it.
    pub fn ns(self) -> f64 {
        match self {
            TimeUnit::Ns => 1.0,
            TimeUnit::Us => 1e3,
            TimeUnit::Ms => 1e6,
            TimeUnit::S => 1e9,
        }
    }

    /// Its sign.
    pub fn name(self) -> &'static str {
        match self {
            TimeUnit::Ns => "ns",
            TimeUnit::Us => "µs",
            TimeUnit::Ms => "ms",
            TimeUnit::S => "s",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_and_grouping() {
        let cases = [
            (0.0, "0"),
            (0.01234, "0.0123"),
            (0.5, "0.5"),
            (1.2549, "1.25"),
            (47.34, "47.3"),
            (99.96, "100"),
            (1234.4, "1234"),
            (12_800.0, "12\u{202f}800"),
            (-1_234_567.0, "-1\u{202f}234\u{202f}567"),
        ];
        for (value, text) in cases {
            assert_eq!(plain(value), text);
        }
    }

    #[test]
    fn times_choose_their_unit() {
        assert_eq!(duration_ns(20.0), "20\u{a0}ns");
        assert_eq!(duration_ns(20_500.0), "20.5\u{a0}µs");
        assert_eq!(duration_ms(310.2), "310\u{a0}ms");
        assert_eq!(duration_ms(31_000.0), "31\u{a0}s");
        assert_eq!(duration_ms(0.0), "0\u{a0}ms");
    }
}
