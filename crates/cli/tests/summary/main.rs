//! `stepscope summary` as a user runs it.
//!
//! * `support`: running the command, folders that clean up
//! * `containers`: folder, zip, tar and tar.gz give the same bytes
//! * `contract`: exit status, JSON, selection, times, against the fixtures' truth
//! * `terminal`: what people read: text, colours, notes, pipes
//! * `real_captures`: captures that nobody on this project made

mod containers;
mod contract;
mod real_captures;
mod support;
mod terminal;
