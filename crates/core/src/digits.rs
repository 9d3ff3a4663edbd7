//! Decimal digits, eight at a time.
//!
//! Half of a trace is numbers. Checked multiplication is not used: WebAssembly has no instruction for it, and
//! its replacement takes as long as the rest of reading a number.

/// Most digits of a number that surely fits 64 bits.
const MOST: usize = 19;

/// The number that `text` begins with, and how many digits it has, which may be none. `None` where it has more
/// than [`MOST`] behind its leading zeros.
pub(crate) fn leading(text: &[u8]) -> Option<(u64, usize)> {
    let (mut value, mut count) = (0_u64, 0);
    while let Some(number) = text[count..].first_chunk().and_then(|next| eight(*next)) {
        value = value.wrapping_mul(100_000_000).wrapping_add(number);
        count += 8;
    }
    while let Some(digit) = text.get(count).map(|byte| byte.wrapping_sub(b'0')).filter(|d| *d < 10)
    {
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
        count += 1;
    }
    let zeros = || text.iter().take_while(|byte| **byte == b'0').count();
    (count <= MOST || count - zeros() <= MOST).then_some((value, count))
}

/// The number that eight bytes spell; `None` where one of them is not a digit.
fn eight(text: [u8; 8]) -> Option<u64> {
    const HIGH: u64 = 0xF0F0_F0F0_F0F0_F0F0;
    const ZEROS: u64 = 0x3030_3030_3030_3030;
    let word = u64::from_le_bytes(text);
    // `0` to `9` are 0x30 to 0x39: six more is still below 0x40.
    if word & HIGH != ZEROS || word.wrapping_add(0x0606_0606_0606_0606) & HIGH != ZEROS {
        return None;
    }
    // The first digit is in the lowest byte. Neighbours join to numbers below 100, 10⁴ and 10⁸.
    let digits = word - ZEROS;
    let twos = (digits & 0x00FF_00FF_00FF_00FF) * 10 + (digits >> 8 & 0x00FF_00FF_00FF_00FF);
    let fours = (twos & 0x0000_FFFF_0000_FFFF) * 100 + (twos >> 16 & 0x0000_FFFF_0000_FFFF);
    Some((fours & 0xFFFF_FFFF) * 10_000 + (fours >> 32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_largest_fit_and_leading_zeros_do_not_count() {
        let read = |text: &str| leading(text.as_bytes());
        assert_eq!(read(""), Some((0, 0)));
        assert_eq!(read("9999999999999999999,"), Some((9_999_999_999_999_999_999, 19)));
        assert_eq!(read("99999999999999999999"), None);
        assert_eq!(read("00000000000000000000012"), Some((12, 23)));
    }

    proptest! {
        #[test]
        fn reading_equals_the_slow_way(text in "[0-9]{0,19}[^0-9]{0,9}") {
            let count = text.bytes().take_while(u8::is_ascii_digit).count();
            let slow = text[..count].parse().unwrap_or(0);
            prop_assert_eq!(leading(text.as_bytes()), Some((slow, count)));
        }

        #[test]
        fn eight_bytes_are_a_number_only_when_all_are_digits(text in any::<[u8; 8]>(), digits in 0_u64..100_000_000) {
            let slow = std::str::from_utf8(&text).ok().filter(|text| !text.starts_with('+'));
            prop_assert_eq!(eight(text), slow.and_then(|text| text.parse().ok()));
            let spelled = format!("{digits:08}");
            prop_assert_eq!(spelled.as_bytes().first_chunk().and_then(|text| eight(*text)), Some(digits));
        }
    }
}
