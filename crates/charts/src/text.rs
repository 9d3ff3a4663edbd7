//! Text without a font at hand: an estimate of its width, and shortening to fit.

/// Estimated width in CSS pixels of a text in a proportional sans-serif font of `size` pixels. Errs on the
/// wide side: text that is judged to fit does fit.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(|c| size * em(c)).sum()
}

/// Width of one character in ems, by class.
fn em(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '|' | '!' | '\'' | ' ' | '(' | ')' | '['
        | ']' => 0.36,
        'f' | 't' | 'r' | '-' | '/' | 'I' => 0.42,
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '…' => 0.95,
        'A'..='Z' | '_' | '&' => 0.72,
        '\u{2000}'..='\u{200a}' | '\u{202f}' => 0.3,
        '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{ffef}' | '\u{1f000}'.. => 1.0,
        _ => 0.62,
    }
}

/// The text, shortened in its middle with an ellipsis when it is wider than `limit`; names of kernels
/// differ at both ends. Empty when not even one character fits.
pub fn fit(text: &str, size: f64, limit: f64) -> String {
    if width(text, size) <= limit {
        return text.to_owned();
    }
    let chars: Vec<char> = text.chars().collect();
    let mut room = limit - size * em('…');
    let (mut head, mut tail) = (0, chars.len());
    while head < tail {
        let from_head = head <= chars.len() - tail;
        let next = if from_head { chars[head] } else { chars[tail - 1] };
        room -= size * em(next);
        if room < 0.0 {
            break;
        }
        if from_head {
            head += 1;
        } else {
            tail -= 1;
        }
    }
    if head == 0 {
        return String::new();
    }
    let (head, tail): (String, String) =
        (chars[..head].iter().collect(), chars[tail..].iter().collect());
    format!("{head}…{tail}")
}

/// The text with control characters (untrusted names hold any) replaced, so that it stays one line and
/// valid XML.
pub fn clean(text: &str) -> String {
    let shown = |c: char| {
        if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') { '\u{fffd}' } else { c }
    };
    text.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortening_keeps_both_ends_and_fits() {
        let name = "aclnnMatmul_MatMulV2Common_MatMulV2";
        let short = fit(name, 12.0, 120.0);
        assert!(width(&short, 12.0) <= 120.0, "{short}");
        assert!(short.starts_with("aclnn") && short.ends_with("V2"), "{short}");
        assert_eq!(fit(name, 12.0, 1e6), name);
        assert_eq!(fit(name, 12.0, 3.0), "");
        assert_eq!(fit("", 12.0, 0.0), "");
    }

    #[test]
    fn chinese_is_as_wide_as_its_size() {
        assert_eq!(width("计算", 10.0), 20.0);
        assert_eq!(fit("数据加载与预处理", 10.0, 50.0), "数据…处理");
    }

    #[test]
    fn control_characters_are_replaced() {
        assert_eq!(clean("a\nb\u{0}"), "a\u{fffd}b\u{fffd}");
    }
}
