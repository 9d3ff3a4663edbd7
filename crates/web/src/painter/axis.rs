//! Ticks of the time axis and how times are written on it.

use stepscope_core::time::Ns;

/// Ticks wanted per 100 CSS pixels at most: labels of up to twelve digits must not touch.
const TICK_PIXELS: f64 = 110.0;

/// A tick of the axis.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tick {
    /// When, in nanoseconds from the capture's origin.
    pub(crate) time: f64,
    /// What is written beside it.
    pub(crate) label: String,
}

/// Distance of ticks for a visible `span` drawn over `width` CSS pixels: 1, 2 or 5 times a power of ten
/// nanoseconds, never below one nanosecond.
pub(crate) fn distance(span: f64, width: f64) -> f64 {
    let wanted = span * TICK_PIXELS / width.max(TICK_PIXELS);
    let power = 10_f64.powf(wanted.max(1.0).log10().floor());
    let nice = [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power);
    nice.into_iter().find(|step| *step >= wanted - 1e-9).unwrap_or(10.0 * power).max(1.0)
}

/// Ticks from `start` to `end`, counted from `zero`, where labels read 0.
pub(crate) fn ticks(start: f64, end: f64, zero: f64, width: f64) -> Vec<Tick> {
    let step = distance(end - start, width);
    let first = ((start - zero) / step).ceil();
    let count = (((end - zero) / step).floor() - first).clamp(-1.0, 1e4) as i64;
    let times = (0..=count).map(|i| (first + i as f64) * step);
    times.map(|time| Tick { time: zero + time, label: label(time, step) }).collect()
}

/// A time since zero with as many digits as ticks `step` apart need: in the largest unit in which the
/// step still shows.
pub(crate) fn label(time: f64, step: f64) -> String {
    let (unit, name) = unit(time.abs().max(step));
    let decimals = (unit / step).log10().ceil().max(0.0) as usize;
    format!("{:.decimals$} {name}", time / unit)
}

/// Time of day of `origin + time`, UTC, to the digits that ticks `step` apart need.
pub(crate) fn time_of_day(origin: Ns, time: f64, step: f64) -> String {
    let at = i128::from(origin.get()) + time.round() as i128;
    let day = at.rem_euclid(86_400_000_000_000);
    let (seconds, fraction) = (day / 1_000_000_000, day % 1_000_000_000);
    let clock = format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    let decimals = (1e9 / step).log10().ceil().clamp(0.0, 9.0) as usize;
    if decimals == 0 {
        return clock;
    }
    let digits = format!("{fraction:09}");
    format!("{clock}.{}", &digits[..decimals])
}

fn unit(ns: f64) -> (f64, &'static str) {
    match ns {
        ns if ns >= 1e9 => (1e9, "s"),
        ns if ns >= 1e6 => (1e6, "ms"),
        ns if ns >= 1e3 => (1e3, "µs"),
        _ => (1.0, "ns"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_nice_and_wide_enough() {
        assert_eq!(distance(1e9, 1100.0), 1e8);
        assert_eq!(distance(1.1e9, 1100.0), 2e8);
        assert_eq!(distance(4e9, 1100.0), 5e8);
        assert_eq!(distance(3.0, 1100.0), 1.0);
    }

    #[test]
    fn labels_show_the_step_and_no_more() {
        assert_eq!(label(1_234_567_000.0, 1e3), "1.234567 s");
        assert_eq!(label(1_500_000.0, 5e5), "1.5 ms");
        assert_eq!(label(0.0, 2e5), "0 µs");
        assert_eq!(label(7.0, 1.0), "7 ns");
        assert_eq!(label(-2e9, 1e9), "-2 s");
    }

    #[test]
    fn ticks_stay_within_the_view() {
        let found = ticks(95.0, 1_105.0, 100.0, 1100.0);
        assert_eq!(
            found.first().map(|tick| (tick.time, tick.label.as_str())),
            Some((100.0, "0 ns"))
        );
        assert_eq!(found.len(), 6);
        assert!(ticks(5.0, 5.0, 0.0, 100.0).len() <= 1);
    }

    #[test]
    fn time_of_day_is_exact() {
        let origin = Ns(1_736_412_474_714_258_990);
        assert_eq!(time_of_day(origin, 0.0, 1.0), "08:47:54.714258990");
        assert_eq!(time_of_day(origin, 1e9, 1e9), "08:47:55");
    }
}
