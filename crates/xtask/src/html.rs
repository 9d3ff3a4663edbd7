//! Puts scripts, style and data into the page's template, under a Content-Security-Policy made of their hashes.

use anyhow::{Result, bail};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// The page under construction. Marks in the template are comments `<!--stepscope:NAME-->`.
pub(crate) struct Html {
    text: String,
    script_hashes: Vec<String>,
    style_hashes: Vec<String>,
}

impl Html {
    pub(crate) fn new(template: &str) -> Self {
        Self { text: template.to_owned(), script_hashes: Vec::new(), style_hashes: Vec::new() }
    }

    /// A script that runs; allowed by its hash.
    pub(crate) fn script(&mut self, mark: &str, id: &str, source: &str) -> Result<()> {
        let source = inert_in_script(source);
        self.script_hashes.push(hash(&source));
        self.fill(mark, &format!("<script id=\"{id}\">{source}</script>"))
    }

    /// A script kept as text, for the page to make a worker of.
    pub(crate) fn source(&mut self, mark: &str, id: &str, source: &str) -> Result<()> {
        let source = inert_in_script(source);
        self.fill(mark, &format!("<script type=\"text/plain\" id=\"{id}\">{source}</script>"))
    }

    /// Bytes in an inert element, base64.
    pub(crate) fn data(&mut self, mark: &str, id: &str, bytes: &[u8]) -> Result<()> {
        let text = STANDARD.encode(bytes);
        self.fill(
            mark,
            &format!("<script type=\"application/octet-stream\" id=\"{id}\">{text}</script>"),
        )
    }

    /// A style sheet; allowed by its hash.
    pub(crate) fn style(&mut self, mark: &str, source: &str) -> Result<()> {
        if source.contains("</style") {
            bail!("the style sheet would end its own element");
        }
        self.style_hashes.push(hash(source));
        self.fill(mark, &format!("<style>{source}</style>"))
    }

    /// The finished page. Nothing may be fetched, framed into or posted anywhere: all it needs is in it.
    pub(crate) fn finish(mut self, policy_mark: &str) -> Result<String> {
        let policy = format!(
            "default-src 'none'; script-src {} 'wasm-unsafe-eval'; worker-src blob:; style-src {}; \
             img-src data: blob:; form-action 'none'",
            self.script_hashes.join(" "),
            self.style_hashes.join(" "),
        );
        self.fill(
            policy_mark,
            &format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">"),
        )?;
        if let Some(at) = self.text.find("<!--stepscope:") {
            let rest: String = self.text[at..].chars().take(40).collect();
            bail!("a mark of the template was left unfilled: {rest}");
        }
        Ok(self.text)
    }

    fn fill(&mut self, mark: &str, with: &str) -> Result<()> {
        let mark = format!("<!--stepscope:{mark}-->");
        if self.text.matches(&mark).count() != 1 {
            bail!("the template must hold {mark} exactly once");
        }
        self.text = self.text.replacen(&mark, with, 1);
        Ok(())
    }
}

/// Keeps a script from ending its element, or from opening a comment that swallows the end.
/// Both sequences only occur in strings and regular expressions, where the backslash changes nothing.
fn inert_in_script(source: &str) -> String {
    source.replace("</script", "<\\/script").replace("<!--", "<\\!--")
}

fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEMPLATE: &str =
        "<head><!--stepscope:policy--><!--stepscope:style--></head><!--stepscope:page-->";

    #[test]
    fn a_script_cannot_end_its_element() {
        let mut html = Html::new(TEMPLATE);
        html.style("style", "p{}").unwrap();
        html.script("page", "page", "a='</script><!--'").unwrap();
        let text = html.finish("policy").unwrap();
        assert_eq!(text.matches("</script").count(), 1);
        assert!(text.contains(r"a='<\/script><\!--'"));
    }

    #[test]
    fn the_policy_names_each_script_and_style_by_hash() {
        let mut html = Html::new(TEMPLATE);
        html.style("style", "p{}").unwrap();
        html.script("page", "page", "").unwrap();
        let text = html.finish("policy").unwrap();
        // SHA-256 of the empty text.
        assert!(text.contains("script-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"));
        assert!(text.contains("default-src 'none'"));
    }

    #[test]
    fn an_unfilled_or_repeated_mark_is_an_error() {
        let mut html = Html::new(TEMPLATE);
        html.style("style", "p{}").unwrap();
        assert!(html.style("style", "p{}").is_err());
        assert!(html.finish("policy").unwrap_err().to_string().contains("unfilled"));
    }
}
