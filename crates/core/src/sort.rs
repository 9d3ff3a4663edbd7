//! Sorting of lists that are short, with one copy of the sorting code for all of them.
//!
//! The compiler makes a copy of the standard library's sort for each kind of item, 3 to 7 KiB in WebAssembly. Sixty of
//! them were a sixth of the page's module, for lists of files, notes, ranks and rows of tables. What is sorted by the
//! million keeps its own.

use std::cmp::Ordering;

/// Sorts a slice through an order of its places; stable.
pub trait SortShort {
    /// What is sorted.
    type Item;

    /// As `sort_by`.
    fn sort_short_by(&mut self, compare: impl FnMut(&Self::Item, &Self::Item) -> Ordering);

    /// As `sort_by_key`.
    fn sort_short_by_key<K: Ord>(&mut self, key: impl FnMut(&Self::Item) -> K);

    /// As `sort`.
    fn sort_short(&mut self)
    where
        Self::Item: Ord;
}

impl<T> SortShort for [T] {
    type Item = T;

    fn sort_short_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        let mut order = places(self.len());
        by(&mut order, &mut |a, b| compare(&self[a as usize], &self[b as usize]));
        arrange(self, order);
    }

    fn sort_short_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.sort_short_by(|a, b| key(a).cmp(&key(b)));
    }

    fn sort_short(&mut self)
    where
        T: Ord,
    {
        self.sort_short_by(T::cmp);
    }
}

fn places(count: usize) -> Vec<u32> {
    (0..count as u32).collect()
}

/// The one copy.
fn by(order: &mut [u32], compare: &mut dyn FnMut(u32, u32) -> Ordering) {
    order.sort_by(|a, b| compare(*a, *b));
}

/// Moves to each place the item whose place `order` has there.
fn arrange<T>(items: &mut [T], mut order: Vec<u32>) {
    for start in 0..items.len() {
        let mut at = start;
        loop {
            let from = std::mem::replace(&mut order[at], at as u32) as usize;
            if from == start || from == at {
                break;
            }
            items.swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_order_is_that_of_the_standard_library(
            items in proptest::collection::vec((0_u8..9, ".{0,2}"), 0..70),
        ) {
            let mut expected = items.clone();
            expected.sort_by_key(|(number, _)| *number);
            let mut own = items.clone();
            own.sort_short_by(|a, b| a.0.cmp(&b.0));
            prop_assert_eq!(&own, &expected);
            let mut own = items.clone();
            own.sort_short_by_key(|(number, _)| *number);
            prop_assert_eq!(&own, &expected);
            let (mut expected, mut own) = (items.clone(), items);
            expected.sort();
            own.sort_short();
            prop_assert_eq!(own, expected);
        }
    }
}
