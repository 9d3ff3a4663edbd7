//! Every sentence for people, in both languages, by key.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use stepscope_core::note::Language;

/// A text in both languages. Untrusted parts (operator names, paths) are inserted as they are: whoever
/// shows it shows text, never markup.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bilingual {
    /// English.
    pub en: String,
    /// Simplified Chinese.
    pub zh: String,
}

impl Bilingual {
    /// The text in one language.
    pub fn text(&self, language: Language) -> &str {
        match language {
            Language::En => &self.en,
            Language::Zh => &self.zh,
        }
    }
}

/// Something to insert into a sentence.
pub enum Word<'a> {
    /// The same in both languages: a number with its unit, a name.
    Same(Cow<'a, str>),
    /// Another sentence or word.
    Own(Bilingual),
}

impl<'a> From<&'a str> for Word<'a> {
    fn from(text: &'a str) -> Word<'a> {
        Word::Same(Cow::Borrowed(text))
    }
}

impl From<String> for Word<'_> {
    fn from(text: String) -> Self {
        Word::Same(Cow::Owned(text))
    }
}

impl From<usize> for Word<'_> {
    fn from(number: usize) -> Self {
        Word::Same(Cow::Owned(number.to_string()))
    }
}

impl From<Bilingual> for Word<'_> {
    fn from(text: Bilingual) -> Self {
        Word::Own(text)
    }
}

impl From<Say> for Word<'_> {
    fn from(key: Say) -> Self {
        Word::Own(key.plain())
    }
}

/// Fills `{0}`, `{1}`… In one pass, so that braces inside an inserted name stay what they are.
fn fill(template: &str, words: &[Word], language: Language) -> String {
    let mut text = String::with_capacity(template.len() + 32);
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        text += &rest[..open];
        let Some(length) = rest[open..].find('}') else { break };
        let index: Option<usize> = rest[open + 1..open + length].parse().ok();
        match index.and_then(|index| words.get(index)) {
            Some(Word::Same(word)) => text += word,
            Some(Word::Own(word)) => text += word.text(language),
            None => {}
        }
        rest = &rest[open + length + 1..];
    }
    text + rest
}

macro_rules! say {
    ($($(#[$doc:meta])* $key:ident($count:literal) $en:literal $zh:literal;)*) => {
        /// Key of a sentence.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "each is documented by its own English text")]
        pub enum Say { $($(#[$doc])* #[doc = $en] $key,)* }

        impl Say {
            /// Every key with the number of words it takes.
            pub const ALL: &[(Say, usize)] = &[$((Say::$key, $count)),*];

            pub(super) fn template(self, language: Language) -> &'static str {
                match (self, language) {
                    $((Say::$key, Language::En) => $en, (Say::$key, Language::Zh) => $zh),*
                }
            }
        }
    };
}

impl Say {
    /// The sentence without anything to insert.
    pub fn plain(self) -> Bilingual {
        self.with(&[])
    }

    /// The sentence with its words inserted.
    pub fn with(self, words: &[Word]) -> Bilingual {
        Bilingual {
            en: fill(self.template(Language::En), words, Language::En),
            zh: fill(self.template(Language::Zh), words, Language::Zh),
        }
    }
}

mod sentences;
pub use sentences::Say;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sentence_exists_in_both_languages_with_the_same_words() {
        for (key, count) in Say::ALL {
            for language in [Language::En, Language::Zh] {
                let template = key.template(language);
                assert!(!template.is_empty(), "{key:?} {language:?}");
                let used = |i: usize| template.contains(&format!("{{{i}}}"));
                assert!((0..*count).all(used), "{key:?} {language:?} lacks a word");
                assert!(!used(*count), "{key:?} {language:?} has a word too many");
            }
        }
    }

    #[test]
    fn inserted_braces_stay_what_they_are() {
        let text = Say::VerdictCommunication.with(&["5 %".into(), "op{0}{9}".into()]);
        assert!(text.en.contains("op{0}{9}"), "{}", text.en);
    }
}
