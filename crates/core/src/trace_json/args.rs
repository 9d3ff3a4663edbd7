//! Collecting arguments into templates while a file is read.
//!
//! A trie over (key, kind of value): the arguments of an event walk down it, and the node they end at
//! names the template. With the handful of key sets of a real trace every step hits the child that was
//! used last.

use super::event::ArgToken;
use super::scan::{Token, TokenKind};
use crate::digits::leading;
use crate::ids::NameId;
use crate::model::{ArgKind, ArgTemplate, Args, PackedInts};

/// Most templates of one trace. Template numbers have 16 bits; a trace with more key sets keeps the
/// arguments of the later ones as JSON text in one column.
pub(super) const MAX_TEMPLATES: usize = 60_000;

/// Longest key set of a template; a longer one is kept as JSON text.
const MAX_KEYS: usize = 128;

/// Most children of a node, since they are searched one by one; further key sets are kept as JSON text.
pub(super) const MAX_CHILDREN: usize = 256;

/// Most nodes of the trie: what a hostile file can make it hold.
const MAX_NODES: usize = 4 * MAX_TEMPLATES;

#[derive(Clone, Debug, Default)]
struct Node {
    /// (key, kind, node); the one used last is first.
    children: Vec<(Box<[u8]>, ArgKind, u32)>,
    /// Template of the key set that ends here.
    template: Option<u16>,
}

/// A template whose columns still grow.
#[derive(Clone, Debug)]
struct OpenTemplate {
    keys: Vec<NameId>,
    kinds: Vec<ArgKind>,
    columns: Vec<Vec<i64>>,
    rows: u32,
}

/// Templates of one part of a file.
#[derive(Clone, Debug)]
pub(super) struct OpenArgs {
    nodes: Vec<Node>,
    templates: Vec<OpenTemplate>,
    /// Template of arguments that are kept as JSON text.
    as_text: Option<u16>,
    /// Kinds and numbers of the event at hand.
    values: Vec<(ArgKind, i64)>,
}

/// Where the arguments of a slice went.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArgsAt {
    pub(super) template: u16,
    pub(super) row: u32,
}

impl ArgsAt {
    pub(super) const NONE: ArgsAt = ArgsAt { template: Args::NONE, row: 0 };
}

impl OpenArgs {
    pub(super) fn new() -> OpenArgs {
        OpenArgs {
            nodes: vec![Node::default()],
            templates: Vec::new(),
            as_text: None,
            values: Vec::new(),
        }
    }

    /// Adds the arguments of one event; `whole` is all of `args`. `names` turns a key, text or JSON token
    /// into a name.
    pub(super) fn add(
        &mut self,
        bytes: &[u8],
        args: &[ArgToken],
        whole: Token,
        names: &mut impl FnMut(Token) -> NameId,
    ) -> ArgsAt {
        if args.is_empty() {
            return ArgsAt::NONE;
        }
        self.values.clear();
        self.values.extend(args.iter().map(|arg| typed(bytes, arg.value)));
        let number = match self.node_of(bytes, args) {
            Some(node) => match self.nodes[node].template {
                Some(number) => number,
                None => {
                    let keys = args.iter().map(|arg| names(arg.key)).collect();
                    let number = self.open(keys);
                    self.nodes[node].template = Some(number);
                    number
                }
            },
            None => {
                self.values.clear();
                self.values.push((ArgKind::Json, 0));
                match self.as_text {
                    Some(number) => number,
                    None => {
                        let number = self.open(vec![names(Token::other(0, 0))]);
                        self.as_text = Some(number);
                        number
                    }
                }
            }
        };
        let template = &mut self.templates[number as usize];
        let row = template.rows;
        let tokens = args.iter().map(|arg| arg.value);
        let tokens = tokens.take(if self.as_text == Some(number) { 0 } else { usize::MAX });
        let tokens = tokens.chain([whole]);
        for ((column, (kind, value)), token) in
            template.columns.iter_mut().zip(&self.values).zip(tokens)
        {
            column.push(match kind {
                ArgKind::Int | ArgKind::Float => *value,
                ArgKind::Text | ArgKind::Json => i64::from(names(token).0),
            });
        }
        template.rows += 1;
        ArgsAt { template: number, row }
    }

    /// Walks down the trie, growing it; `None` where it may not grow.
    fn node_of(&mut self, bytes: &[u8], args: &[ArgToken]) -> Option<usize> {
        let mut at = 0;
        for (arg, (kind, _)) in args.iter().zip(&self.values) {
            let key = arg.key.of(bytes);
            let children = &mut self.nodes[at].children;
            let same = |child: &(Box<[u8]>, ArgKind, u32)| child.1 == *kind && *child.0 == *key;
            if let Some(place) = children.iter().position(same) {
                children.swap(0, place);
                at = children[0].2 as usize;
                continue;
            }
            if children.len() >= MAX_CHILDREN
                || args.len() > MAX_KEYS
                || self.nodes.len() >= MAX_NODES
            {
                return None;
            }
            let new = self.nodes.len();
            self.nodes[at].children.push((key.into(), *kind, new as u32));
            self.nodes.push(Node::default());
            at = new;
        }
        let known = self.nodes[at].template.is_some();
        (known || self.templates.len() < MAX_TEMPLATES).then_some(at)
    }

    /// A new template of `keys`, with the kinds of the values at hand.
    fn open(&mut self, keys: Vec<NameId>) -> u16 {
        let number = self.templates.len() as u16;
        let kinds: Vec<_> = self.values.iter().map(|(kind, _)| *kind).collect();
        let columns = vec![Vec::new(); keys.len()];
        self.templates.push(OpenTemplate { keys, kinds, columns, rows: 0 });
        number
    }

    /// A new template of `keys`, each with its kind; `None` where there may be no more. The caller remembers
    /// it: no other arguments get it.
    pub(super) fn template(&mut self, keys: &[(NameId, ArgKind)]) -> Option<u16> {
        if self.templates.len() >= MAX_TEMPLATES {
            return None;
        }
        self.values.clear();
        self.values.extend(keys.iter().map(|(_, kind)| (*kind, 0)));
        Some(self.open(keys.iter().map(|(key, _)| *key).collect()))
    }

    /// Adds a row to a template: a value for each of its keys.
    pub(super) fn row(&mut self, number: u16, values: impl Iterator<Item = i64>) -> ArgsAt {
        let template = &mut self.templates[number as usize];
        let row = template.rows;
        for (column, value) in template.columns.iter_mut().zip(values) {
            column.push(value);
        }
        template.rows += 1;
        ArgsAt { template: number, row }
    }

    /// Packs the columns, each let go as soon as it is packed.
    pub(super) fn close(&mut self) -> Args {
        let pack = |template: OpenTemplate| ArgTemplate {
            keys: template.keys,
            kinds: template.kinds,
            columns: template.columns.into_iter().map(|column| PackedInts::pack(&column)).collect(),
            rows: template.rows,
        };
        Args { templates: std::mem::take(&mut self.templates).into_iter().map(pack).collect() }
    }
}

/// Joins the arguments of parts, in file order; `names` maps the names of each to those of the whole. Also gives, for each part
/// and by its template numbers, the number in the whole and the row that its row 0 has become.
pub(super) fn join(parts: Vec<Args>, names: &[Vec<NameId>]) -> (Args, Vec<Vec<ArgsAt>>) {
    let mut whole: Vec<ArgTemplate> = Vec::new();
    // The templates of the parts that make up each, with the numbers of the parts.
    let mut sources: Vec<Vec<(usize, ArgTemplate)>> = Vec::new();
    let mut moved = Vec::with_capacity(parts.len());
    for (part, args) in parts.into_iter().enumerate() {
        let mut own = Vec::with_capacity(args.templates.len());
        for template in args.templates {
            let keys: Vec<NameId> =
                template.keys.iter().map(|key| names[part][key.index()]).collect();
            let same =
                |known: &ArgTemplate| (&known.keys, &known.kinds) == (&keys, &template.kinds);
            let number = whole.iter().position(same).unwrap_or_else(|| {
                let kinds = template.kinds.clone();
                whole.push(ArgTemplate { keys: keys.clone(), kinds, columns: Vec::new(), rows: 0 });
                sources.push(Vec::new());
                whole.len() - 1
            });
            own.push(ArgsAt { template: number as u16, row: whole[number].rows });
            whole[number].rows += template.rows;
            sources[number].push((part, template));
        }
        moved.push(own);
    }
    let mut values = Vec::new();
    for (template, mut sources) in whole.iter_mut().zip(sources) {
        for (column, kind) in template.kinds.iter().enumerate() {
            values.clear();
            for (part, source) in &mut sources {
                let from = values.len();
                let packed = std::mem::take(&mut source.columns[column]);
                packed.unpack(source.rows as usize, &mut values);
                if matches!(kind, ArgKind::Text | ArgKind::Json) {
                    let names = &names[*part];
                    values[from..]
                        .iter_mut()
                        .for_each(|name| *name = i64::from(names[*name as usize].0));
                }
            }
            template.columns.push(PackedInts::pack(&values));
        }
    }
    (Args { templates: whole }, moved)
}

/// Kind of a value's column, and the value if it is a number.
fn typed(bytes: &[u8], value: Token) -> (ArgKind, i64) {
    let text = value.of(bytes);
    match value.kind {
        TokenKind::Plain | TokenKind::Escaped => (ArgKind::Text, 0),
        TokenKind::Other => (ArgKind::Json, 0),
        TokenKind::Number => {
            // A whole number beyond 64 bits would lose digits as a float: its text is kept.
            let is_whole = || text.iter().all(u8::is_ascii_digit);
            let float = || float(text).filter(|_| !is_whole()).map(f64::to_bits);
            let number = int(text).map(|int| (ArgKind::Int, int));
            let number = number.or_else(|| Some((ArgKind::Float, float()? as i64)));
            number.unwrap_or((ArgKind::Json, 0))
        }
    }
}

/// Whole decimal number.
pub(super) fn int(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text.split_first()? {
        (b'-', digits) => (true, digits),
        _ => (false, text),
    };
    let (value, count) = leading(digits)?;
    let value = i64::try_from(value).ok().filter(|_| count > 0 && count == digits.len())?;
    Some(if negative { -value } else { value })
}

/// Any finite number.
pub(super) fn float(text: &[u8]) -> Option<f64> {
    let value: f64 = std::str::from_utf8(text).ok()?.parse().ok()?;
    value.is_finite().then_some(value)
}
