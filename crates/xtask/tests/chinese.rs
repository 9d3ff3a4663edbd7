//! How Chinese is written, wherever in the sources a sentence stands: full-width punctuation, one space between
//! Chinese and Latin letters, digits, code or anything inserted, and no space at full-width punctuation. A step
//! is `step` in Chinese, too.

use std::fs;
use std::path::{Path, PathBuf};

const HALF_WIDTH: &str = ",;:!?()";
const FULL_WIDTH: &str = "，。；：！？（）、“”";

fn is_chinese(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

/// Code in backticks and words in braces as one letter each.
fn simplified(text: &str) -> String {
    let mut simple = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let end = match c {
            '`' => '`',
            '{' => '}',
            _ => {
                simple.push(c);
                continue;
            }
        };
        if chars.any(|c| c == end) {
            simple.push('x');
        }
    }
    simple
}

fn fault(text: &str) -> Option<&'static str> {
    if text.replace("同步", "").replace("异步", "").contains('步') {
        return Some("步 in place of step");
    }
    let chars: Vec<char> = simplified(text).chars().collect();
    chars.windows(2).find_map(|pair| {
        let pairs = [(pair[0], pair[1]), (pair[1], pair[0])];
        pairs.into_iter().find_map(|(one, other)| {
            if is_chinese(one) && HALF_WIDTH.contains(other) {
                Some("half-width punctuation at Chinese")
            } else if is_chinese(one) && other.is_ascii_alphanumeric() {
                Some("no space between Chinese and Latin")
            } else if FULL_WIDTH.contains(one) && other == ' ' {
                Some("a space at full-width punctuation")
            } else {
                None
            }
        })
    })
}

/// String literals of a line of Rust or TypeScript.
fn literals(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut chars = line.chars();
    while chars.any(|c| c == '"') {
        let mut text = String::new();
        while let Some(c) = chars.next().filter(|c| *c != '"') {
            text.extend(if c == '\\' { chars.next() } else { Some(c) });
        }
        found.push(text);
    }
    found
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let ends = |end: &str| path.extension().is_some_and(|extension| extension == end);
        if path.is_dir() {
            sources(&path, found);
        } else if !path.to_string_lossy().contains(".test.")
            && (ends("rs") || ends("ts") || ends("tsx"))
        {
            found.push(path);
        }
    }
}

#[test]
fn every_chinese_sentence_is_written_alike() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for crate_folder in fs::read_dir(root.join("crates")).unwrap() {
        sources(&crate_folder.unwrap().path().join("src"), &mut files);
    }
    sources(&root.join("www/src"), &mut files);
    let (mut sentences, mut faults) = (0, Vec::new());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for (number, line) in text.lines().enumerate() {
            for sentence in literals(line).iter().filter(|text| text.chars().any(is_chinese)) {
                sentences += 1;
                let place = || format!("{}:{}", file.display(), number + 1);
                faults.extend(fault(sentence).map(|why| format!("{}: {why}: {sentence}", place())));
            }
        }
    }
    assert!(sentences > 500, "only {sentences} found: does this look in the right place?");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn faults_are_found() {
    for wrong in
        ["共(3)", "共:3", "是,的", "用CANN", "第{0}个", "用 `a`解析", "空闲， 计算", "单步"]
    {
        assert!(fault(wrong).is_some(), "{wrong}");
    }
    for right in ["共 {0} 个（3）：`a(b)`。", "同步 {0}", "dur>1ms、rank:3", "“{name}”的视图"]
    {
        assert_eq!(fault(right), None, "{right}");
    }
}
