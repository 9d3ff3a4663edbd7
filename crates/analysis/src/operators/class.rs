//! What bounds an operator, from the shares of time in which each pipe was busy.

use crate::words::Say;
use serde::{Deserialize, Serialize};

/// What limits an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// Matrix unit.
    Cube,
    /// Vector unit.
    Vector,
    /// Moving data (MTE2, MTE3).
    Memory,
    /// Scalar unit: address arithmetic and control.
    Scalar,
    /// Too short for any pipe: start-up dominates.
    Latency,
    /// Waits far longer than it runs.
    Waiting,
    /// No pipe ratios were collected, or none is high enough to say.
    Unknown,
}

impl Bound {
    /// Its name.
    pub fn say(self) -> Say {
        match self {
            Bound::Cube => Say::BoundCube,
            Bound::Vector => Say::BoundVector,
            Bound::Memory => Say::BoundMemory,
            Bound::Scalar => Say::BoundScalar,
            Bound::Latency => Say::BoundLatency,
            Bound::Waiting => Say::BoundWaiting,
            Bound::Unknown => Say::BoundUnknown,
        }
    }
}

/// A kernel shorter than this is mostly launch and start-up: an empty kernel takes 1–3 µs on these chips.
const LATENCY_US: f64 = 5.0;

/// Waiting is "far longer" from here on: the operator is not the problem then.
const WAIT_TIMES_DURATION: f64 = 5.0;

/// The busiest pipe names the bound from this share on; below, no pipe limits the kernel.
const BUSY_PIPE: f64 = 0.3;

/// Pipe ratios of an operator, weighted by duration, by column name (`aic_mac_ratio`, `vec_ratio`…), and
/// its average duration and wait in µs. `None`: nothing collected.
pub fn classify(ratios: &[(String, f64)], average_us: f64, wait_us: Option<f64>) -> Bound {
    if wait_us.is_some_and(|wait| wait > WAIT_TIMES_DURATION * average_us) {
        return Bound::Waiting;
    }
    if average_us < LATENCY_US {
        return Bound::Latency;
    }
    let highest = |suffixes: &[&str]| {
        let of = ratios.iter().filter(|(name, _)| suffixes.iter().any(|s| name.ends_with(s)));
        of.map(|(_, value)| *value).fold(0.0, f64::max)
    };
    let pipes = [
        (highest(&["mac_ratio"]), Bound::Cube),
        (highest(&["vec_ratio"]), Bound::Vector),
        (highest(&["mte2_ratio", "mte3_ratio"]), Bound::Memory),
        (highest(&["scalar_ratio"]), Bound::Scalar),
    ];
    let busiest = pipes.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
    busiest.filter(|(ratio, _)| *ratio >= BUSY_PIPE).map_or(Bound::Unknown, |(_, bound)| bound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_busiest_pipe_names_the_bound() {
        let ratios = |pairs: &[(&str, f64)]| -> Vec<(String, f64)> {
            pairs.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect()
        };
        let matmul =
            ratios(&[("aic_mac_ratio", 0.8), ("aic_mte2_ratio", 0.6), ("aiv_vec_ratio", 0.1)]);
        assert_eq!(classify(&matmul, 50.0, Some(1.0)), Bound::Cube);
        let copy = ratios(&[("aiv_vec_ratio", 0.2), ("aiv_mte3_ratio", 0.7)]);
        assert_eq!(classify(&copy, 50.0, None), Bound::Memory);
        assert_eq!(classify(&copy, 2.0, None), Bound::Latency);
        assert_eq!(classify(&copy, 50.0, Some(300.0)), Bound::Waiting);
        assert_eq!(classify(&[], 50.0, None), Bound::Unknown);
    }
}
