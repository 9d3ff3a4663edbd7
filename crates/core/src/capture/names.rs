//! What folder names say: rank, host, time.

/// Last part of a path.
pub(super) fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Path without its last part.
pub(super) fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

/// `path` below `folder`, without the folder; `None` when it is not below it.
pub(super) fn below<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    if folder.is_empty() {
        return Some(path);
    }
    path.strip_prefix(folder)?.strip_prefix('/')
}

/// Path of `path` in `folder`; either may be empty.
pub fn joined(folder: &str, path: &str) -> String {
    match (folder.is_empty(), path.is_empty()) {
        (true, _) => path.to_owned(),
        (_, true) => folder.to_owned(),
        _ => format!("{folder}/{path}"),
    }
}

/// Number of a `rank_3`, `rank-3`, `rank3` at the start of a name, and what follows it.
fn rank_prefix(name: &str) -> Option<(u32, &str)> {
    let rest = name.strip_prefix("rank")?;
    let rest = rest.strip_prefix(['_', '-']).unwrap_or(rest);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    Some((rest[..digits].parse().ok()?, &rest[digits..]))
}

/// Whether a folder is only there to hold one rank: `rank_3/`.
pub(super) fn is_wrapper(name: &str) -> bool {
    rank_prefix(name).is_some_and(|(_, rest)| rest.is_empty())
}

/// Folder above a rank folder and its wrappers: what the ranks of a capture share.
pub(super) fn shared_parent(folder: &str) -> &str {
    let mut shared = parent(folder);
    while is_wrapper(last(shared)) {
        shared = parent(shared);
    }
    shared
}

/// Rank by a folder's name, or by that of a wrapper above it.
pub(super) fn rank_of_folder(folder: &str) -> Option<u32> {
    let own =
        rank_prefix(last(folder)).filter(|(_, rest)| !rest.starts_with(char::is_alphanumeric));
    let above = || rank_prefix(last(parent(folder))).filter(|(_, rest)| rest.is_empty());
    own.or_else(above).map(|(rank, _)| rank)
}

/// `{host}_{pid}_{time}_ascend_pt` (or `_ascend_ms`) in its parts; renamed folders lack some.
pub(super) struct FolderName<'a> {
    pub(super) host: Option<&'a str>,
    /// 14 or 17 digits, comparable as text after padding.
    pub(super) time: Option<&'a str>,
}

pub(super) fn folder_name(folder: &str) -> FolderName<'_> {
    let none = FolderName { host: None, time: None };
    let Some(worker) =
        last(folder).strip_suffix("_ascend_pt").or(last(folder).strip_suffix("_ascend_ms"))
    else {
        return none;
    };
    let Some((worker, time)) = worker.rsplit_once('_').filter(|(_, time)| is_number(time)) else {
        return none;
    };
    let host = worker.rsplit_once('_').filter(|(_, pid)| is_number(pid)).map(|(host, _)| host);
    let host = host.filter(|host| !host.is_empty());
    let time = Some(time).filter(|time| matches!(time.len(), 14 | 17));
    FolderName { host, time }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Name of an archive without its ending.
pub(super) fn stem(archive: &str) -> &str {
    let name = last(archive);
    let ends = [".tar.gz", ".tgz", ".tar", ".zip", ".gz"];
    ends.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name)
}
