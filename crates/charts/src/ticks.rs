//! Few ticks, at round numbers.

use crate::number;

/// Ticks of a linear axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Ticks {
    /// From low to high, all within the range asked for.
    pub values: Vec<f64>,
    /// Decimals that tell them apart.
    pub decimals: usize,
}

impl Ticks {
    /// At most `most` + 1 ticks at multiples of 1, 2 or 5 × 10ⁿ between `low` and `high`. None when the range is
    /// empty or not finite.
    pub fn nice(low: f64, high: f64, most: usize) -> Ticks {
        let step = nice_step((high - low) / most.max(1) as f64);
        let Some(step) = step.filter(|_| low.is_finite() && high > low) else {
            return Ticks { values: Vec::new(), decimals: 0 };
        };
        let first = (low / step - 1e-9).ceil() as i64;
        let last = (high / step + 1e-9).floor() as i64;
        let decimals = (-step.log10().floor()).clamp(0.0, 12.0) as usize;
        // A step that is tiny against the values (nanoseconds at 1e18) would repeat the same number.
        let values = (first..=last.min(first + 100)).map(|n| n as f64 * step).collect();
        Ticks { values, decimals }
    }

    /// The text of a tick.
    pub fn label(&self, value: f64) -> String {
        number::fixed(if value == 0.0 { 0.0 } else { value }, self.decimals)
    }
}

/// The smallest of 1, 2, 5 × 10ⁿ that is not below `rough`.
fn nice_step(rough: f64) -> Option<f64> {
    if !rough.is_finite() || rough <= 0.0 {
        return None;
    }
    let base = 10f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|f| f * base >= rough * (1.0 - 1e-9))?;
    Some(factor * base).filter(|step| step.is_finite() && *step > 0.0)
}

/// The smallest stride of 1, 2, 5 × 10ⁿ at which `count` labels leave each at least its share of `room`:
/// `most` labels fit.
pub fn stride(count: usize, most: usize) -> usize {
    let rough = count as f64 / most.max(1) as f64;
    nice_step(rough.max(1.0)).map_or(1, |step| step.round() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_numbers() {
        assert_eq!(Ticks::nice(0.0, 310.0, 4).values, [0.0, 100.0, 200.0, 300.0]);
        assert_eq!(Ticks::nice(0.0, 1.0, 4).values, [0.0, 0.5, 1.0]);
        let fine = Ticks::nice(0.1, 0.13, 3);
        let labels: Vec<_> = fine.values.iter().map(|&v| fine.label(v)).collect();
        assert_eq!(labels, ["0.10", "0.11", "0.12", "0.13"]);
    }

    #[test]
    fn nothing_for_no_range() {
        for (low, high) in [(0.0, 0.0), (1.0, 0.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
            assert!(Ticks::nice(low, high, 4).values.is_empty(), "{low} {high}");
        }
    }

    #[test]
    fn strides() {
        assert_eq!(stride(10, 20), 1);
        assert_eq!(stride(100, 20), 5);
        assert_eq!(stride(1000, 7), 200);
        assert_eq!(stride(0, 0), 1);
    }
}
