//! Whole nanoseconds, the only unit of time inside Stepscope.

use crate::digits::leading;
use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

/// A point in time (unix epoch or the capture's own zero) or a length of time, in nanoseconds.
///
/// `i64` rather than `f64` microseconds: at 1.7e15 µs an `f64` has a step of 0.25 µs, which visibly
/// moves slices.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Pod,
    Zeroable,
    Serialize,
    Deserialize,
)]
#[repr(transparent)]
#[serde(transparent)]
pub struct Ns(pub i64);

/// From one time up to another.
pub type TimeRange = std::ops::Range<Ns>;

impl Ns {
    /// The earliest representable time.
    pub const MIN: Ns = Ns(i64::MIN);
    /// The latest representable time.
    pub const MAX: Ns = Ns(i64::MAX);

    /// Whole microseconds.
    pub const fn from_us(us: i64) -> Ns {
        Ns(us * 1_000)
    }

    /// The time as a count of nanoseconds.
    pub const fn get(self) -> i64 {
        self.0
    }

    /// Sum that stays at the limits instead of wrapping: hostile files hold any number.
    pub const fn plus(self, other: Ns) -> Ns {
        Ns(self.0.saturating_add(other.0))
    }

    /// Difference that stays at the limits instead of wrapping.
    pub const fn minus(self, other: Ns) -> Ns {
        Ns(self.0.saturating_sub(other.0))
    }

    /// Milliseconds for display and JSON.
    pub fn as_ms(self) -> f64 {
        self.0 as f64 / 1e6
    }

    /// Microseconds for display and JSON.
    pub fn as_us(self) -> f64 {
        self.0 as f64 / 1e3
    }
}

/// Reads decimal microseconds (`1736412474714258.990`, `12.5`, `-3`, `1.5e3`) as nanoseconds.
///
/// Digits beyond the nanosecond round half away from zero (durations carry them, timestamps do not).
/// Surrounding white space (the TAB after CSV timestamps) is ignored. `None` when the text is not a
/// number or does not fit 64 bits.
pub fn ns_from_us_text(text: &[u8]) -> Option<Ns> {
    let text = text.trim_ascii();
    let (negative, digits) = match text.first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let (value, mut at) = leading(digits)?;
    let mut seen = at > 0;
    let mut fraction: i64 = 0;
    let mut round_up = false;
    if digits.get(at) == Some(&b'.') {
        at += 1;
        let mut place = 0;
        while let Some(d) = digits.get(at).map(|b| b.wrapping_sub(b'0')).filter(|d| *d < 10) {
            match place {
                0..=2 => fraction = fraction * 10 + i64::from(d),
                3 => round_up = d >= 5,
                _ => {}
            }
            place += 1;
            at += 1;
            seen = true;
        }
        for _ in place..3 {
            fraction *= 10;
        }
    }
    if !seen {
        return None;
    }
    if at < digits.len() {
        return ns_from_scientific(text);
    }
    let value = i64::try_from(value).ok().filter(|value| *value <= i64::MAX / 1_000)?;
    let ns = (value * 1_000).checked_add(fraction + i64::from(round_up))?;
    Some(Ns(if negative { -ns } else { ns }))
}

/// Spreadsheet programs re-save timestamps as `1.69512E+15`: readable, but already imprecise.
fn ns_from_scientific(text: &[u8]) -> Option<Ns> {
    if !text.iter().any(|b| matches!(b, b'e' | b'E')) {
        return None;
    }
    let us: f64 = std::str::from_utf8(text).ok()?.parse().ok()?;
    let ns = (us * 1e3).round();
    (ns.is_finite() && ns.abs() < i64::MAX as f64).then_some(Ns(ns as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<i64> {
        ns_from_us_text(text.as_bytes()).map(Ns::get)
    }

    #[test]
    fn decimal_text_is_exact() {
        assert_eq!(read("1736412474714258.990"), Some(1_736_412_474_714_258_990));
        assert_eq!(read("1736412474994600"), Some(1_736_412_474_994_600_000));
        assert_eq!(read("1736408883704643.212\t"), Some(1_736_408_883_704_643_212));
        assert_eq!(read("0.02"), Some(20));
        assert_eq!(read("-1.5"), Some(-1_500));
        assert_eq!(read("12."), Some(12_000));
        assert_eq!(read(".5"), Some(500));
    }

    #[test]
    fn digits_below_the_nanosecond_round() {
        assert_eq!(read("55.1610625"), Some(55_161));
        assert_eq!(read("0.0005"), Some(1));
        assert_eq!(read("0.00049"), Some(0));
        assert_eq!(read("9.9999"), Some(10_000));
    }

    #[test]
    fn scientific_notation_and_nonsense() {
        assert_eq!(read("1.5e3"), Some(1_500_000));
        assert_eq!(read("1.69512E+15"), Some(1_695_120_000_000_000_000));
        for bad in ["", "-", ".", "N/A", "1.2.3", "12 34", "99999999999999999999", "1e400"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
