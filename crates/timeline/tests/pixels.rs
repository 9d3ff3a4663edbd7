//! Pixels against a painter that looks at every slice for every pixel.

mod common;

use common::{Bar, rank, read, trace_of, window};
use proptest::prelude::*;
use stepscope_core::ids::{SliceId, TrackId};
use stepscope_core::model::Trace;
use stepscope_core::time::Ns;
use stepscope_timeline::layout::RowHeights;
use stepscope_timeline::paint::{Frame, Window};
use stepscope_timeline::palette::{NAME_COLORS, Theme, color_number, name_color};
use stepscope_timeline::{Layout, RankLanes, RowStates, Scroll, View, hit, paint};

fn frame_of(trace: &Trace, window: &Window) -> (Frame, Layout) {
    let lanes = RankLanes::new(trace);
    let ranks = [rank(trace, &lanes)];
    let layout = Layout::new(&ranks, &RowStates::default(), RowHeights::default());
    (paint(&ranks, &layout, window, None), layout)
}

/// Alpha and colour of each pixel of one lane, the slow way.
fn slow_line(trace: &Trace, slices: &[SliceId], view: &View) -> Vec<(u8, Option<[u8; 3]>)> {
    let pixel = |x: u32| {
        let (start, end) = (view.time_at(x).get(), view.time_at(x + 1).get());
        let end = end.max(start + 1);
        let mut colors = [0_i64; NAME_COLORS];
        let mut busy = 0;
        for slice in slices {
            let from = trace.slices.start[slice.index()].get().max(start);
            let to = trace.slices.end(slice.index()).get().min(end);
            if to <= from {
                continue;
            }
            busy += to - from;
            colors[color_number(trace.slice_name(*slice)) as usize] += to - from;
        }
        let most = colors.iter().copied().max().unwrap();
        let with_most: Vec<usize> = (0..NAME_COLORS).filter(|&own| colors[own] == most).collect();
        let color = match with_most[..] {
            [color] => Some(name_color(color as u8, Theme::Light)),
            _ => None,
        };
        ((busy as f64 / (end - start) as f64 * 255.0).round() as u8, color)
    };
    (0..view.width).map(pixel).collect()
}

fn bars() -> impl Strategy<Value = Vec<Bar>> {
    let short = (0..2_u32, 0..3_000_i64, 0..12_i64, 0..5_u32);
    let long = (0..2_u32, 0..3_000_i64, 0..900_i64, 0..5_u32);
    proptest::collection::vec(prop_oneof![4 => short, 1 => long], 0..300)
}

/// Nanoseconds a unit of the random times: blocks of slices that last longer than 32 bits tell are read
/// otherwise.
fn unit() -> impl Strategy<Value = i64> {
    prop_oneof![Just(1), Just(1_000), Just(100_000_000)]
}

fn scaled((track, start, duration, name): Bar, unit: i64) -> Bar {
    (track, start * unit, duration * unit, name)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_pixel_has_its_busy_share_and_its_dominant_colour(
        bars in bars(), start in -100..3_000_i64, span in 1..4_000_i64, width in 1..120_u32, unit in unit(),
    ) {
        let bars: Vec<Bar> = bars.into_iter().map(|bar| scaled(bar, unit)).collect();
        let trace = trace_of(&bars);
        let window = window(start * unit, (start + span) * unit, width);
        let (frame, layout) = frame_of(&trace, &window);
        let lanes = RankLanes::new(&trace);
        for strip in &frame.strips {
            let row = &layout.rows[strip.row];
            let Some(track) = row.kind.track() else { continue };
            let offset = frame.strips.iter().filter(|s| s.row == strip.row && s.line < strip.line).count();
            let on_lane = |slice: &SliceId| lanes.lane_of(&trace, *slice) == Some(offset);
            let slices: Vec<SliceId> =
                trace.tracks[track.index()].slices().map(SliceId::new).filter(on_lane).collect();
            for (x, (alpha, color)) in slow_line(&trace, &slices, &window.view).into_iter().enumerate() {
                let pixel = &frame.pixels[4 * (strip.line * width as usize + x)..][..4];
                prop_assert!(pixel[3].abs_diff(alpha) <= 1, "x {x}: {} for {alpha}", pixel[3]);
                let touching = |slice: &&SliceId| {
                    trace.slices.start[slice.index()] < window.view.time_at(x as u32 + 1)
                        && trace.slices.end(slice.index()) > window.view.time_at(x as u32)
                };
                if let Some(color) = color.filter(|_| alpha > 0 && slices.iter().filter(touching).count() <= 16) {
                    prop_assert_eq!(&pixel[..3], &color[..], "x {}", x);
                }
            }
        }
    }

    #[test]
    fn crowded_pixels_have_their_busy_share_and_the_colour_around_them(
        lengths in proptest::collection::vec((0..9_i64, 0..5_i64), 500..1_500), width in 1..40_u32, unit in unit(),
    ) {
        // Long runs of one name: a pixel well inside one has its colour, whatever its blocks are.
        const RUN: usize = 400;
        let mut at = 0;
        let bars: Vec<Bar> = lengths.iter().enumerate().map(|(i, (gap, length))| {
            let start = at + gap;
            at = start + length;
            scaled((1, start, *length, (i / RUN) as u32), unit)
        }).collect();
        let trace = trace_of(&bars);
        let slices: Vec<SliceId> = trace.tracks[0].slices().map(SliceId::new).collect();
        let window = window(0, at.max(1) * unit, width);
        let (frame, _) = frame_of(&trace, &window);
        let strip = frame.strips.iter().find(|strip| strip.row == 2).unwrap();
        for (x, (alpha, _)) in slow_line(&trace, &slices, &window.view).into_iter().enumerate() {
            let pixel = &frame.pixels[4 * (strip.line * width as usize + x)..][..4];
            prop_assert!(pixel[3].abs_diff(alpha) <= 1, "x {x}: {} for {alpha}", pixel[3]);
            let starts = |time| trace.slices.start.partition_point(|start| *start < time);
            let touching = starts(window.view.time_at(x as u32))..starts(window.view.time_at(x as u32 + 1));
            let around = touching.start.saturating_sub(touching.len() + 8)..(touching.end + touching.len() + 8).min(slices.len());
            if alpha > 0 && around.start / RUN == (around.end - 1) / RUN {
                let name = trace.slice_name(SliceId::new(around.start));
                prop_assert_eq!(&pixel[..3], &name_color(color_number(name), Theme::Light)[..], "x {}", x);
            }
        }
    }

    #[test]
    fn a_frame_that_takes_over_the_one_before_is_the_same(
        bars in bars(), start in -100..3_000_i64, span in 1..4_000_i64, width in 1..120_u32,
        moves in proptest::collection::vec((-150..150_i64, 0..60_i64), 1..6),
    ) {
        // Pixels long enough to be snapped.
        let bars: Vec<Bar> = bars.into_iter().map(|bar| scaled(bar, 100_000)).collect();
        let trace = trace_of(&bars);
        let lanes = RankLanes::new(&trace);
        let ranks = [rank(&trace, &lanes)];
        let states = RowStates { expanded: std::iter::once("r0/p1/2".to_owned()).collect(), ..RowStates::default() };
        let layout = Layout::new(&ranks, &states, RowHeights::default());
        let mut window = window(start * 100_000, (start + span) * 100_000, width);
        let mut before: Option<(Frame, Window)> = None;
        for (pixels, scroll) in moves {
            let by = Ns(window.view.span() / i64::from(width) * pixels);
            let View { start, end, width } = window.view;
            window.view = View { start: start.plus(by), end: end.plus(by), width }.snapped();
            window.scroll.rows = scroll as f64;
            let taken = paint(&ranks, &layout, &window, before.as_ref().map(|(frame, own)| (frame, own)));
            let fresh = paint(&ranks, &layout, &window, None);
            prop_assert_eq!(&taken.strips, &fresh.strips);
            prop_assert_eq!(&taken.pixels, &fresh.pixels);
            let marks = |frame: &Frame| {
                let mut labels: Vec<String> = frame.labels.iter().map(|label| format!("{label:?}")).collect();
                labels.extend(frame.ticks.iter().map(|tick| format!("{tick:?}")));
                labels.sort();
                labels
            };
            prop_assert_eq!(marks(&taken), marks(&fresh));
            let once = before.is_some_and(|(_, own)| own.view == window.view && own.scroll == window.scroll);
            prop_assert!(!once || taken.looks == 0, "the same frame again costs {} looks", taken.looks);
            before = Some((taken, window));
        }
    }

    #[test]
    fn a_slice_of_a_pixel_or_more_shows_and_can_be_hit(
        bars in bars(), start in 0..2_000_i64, span in 200..4_000_i64, width in 20..120_u32,
    ) {
        let trace = trace_of(&bars);
        let window = window(start, start + span, width);
        let (frame, layout) = frame_of(&trace, &window);
        let lanes = RankLanes::new(&trace);
        let ranks = [rank(&trace, &lanes)];
        let pixel = span as f64 / f64::from(width);
        for row in 0..trace.slices.len() {
            let slice = SliceId::new(row);
            let (from, to) = (trace.slices.start[row], trace.slices.end(row));
            if from.get() < start || to.get() > start + span || ((to.get() - from.get()) as f64) < pixel {
                continue;
            }
            let track = trace.track_of(slice);
            let place = layout.row_of_track(&ranks, 0, track).unwrap();
            let lane = lanes.lane_of(&trace, slice).unwrap();
            let strip = frame.strips.iter().filter(|strip| strip.row == place).nth(lane).unwrap();
            let middle = window.view.x_of(from).midpoint(window.view.x_of(to));
            let alpha = frame.pixels[4 * (strip.line * width as usize + middle as usize) + 3];
            prop_assert!(alpha > 0);
            let hit = hit::hit(&ranks, &layout, &window.view, &window.scroll, middle, strip.top + strip.height / 2.0);
            prop_assert_eq!(hit.unwrap().slice, Some(slice));
        }
    }
}

#[test]
fn a_frame_costs_pixels_not_slices() {
    let count = 200_000;
    let bars: Vec<Bar> = (0..count).map(|i| (1, i * 10, 7, (i % 7) as u32)).collect();
    let trace = trace_of(&bars);
    let mut looks = Vec::new();
    for span in [1_000, 100_000, count * 10] {
        let (frame, layout) = frame_of(&trace, &window(0, span, 1_000));
        assert!(layout.rows.len() == 3);
        looks.push(frame.looks);
    }
    assert!(looks.iter().all(|looks| *looks <= 32 * 1_000), "{looks:?}");
}

#[test]
fn zoom_goes_to_the_nanosecond() {
    let trace = trace_of(&[(1, 100, 1, 0), (1, 102, 0, 1)]);
    let (frame, _) = frame_of(&trace, &window(99, 104, 50));
    let strip = frame.strips.last().unwrap();
    let alpha = |x: usize| frame.pixels[4 * (strip.line * 50 + x) + 3];
    let shown: Vec<usize> = (0..50).filter(|&x| alpha(x) > 0).collect();
    assert_eq!(shown, (10..20).collect::<Vec<_>>());
    assert_eq!(frame.ticks.iter().map(|tick| tick.x).collect::<Vec<_>>(), [30]);
}

#[test]
fn wide_slices_are_labelled_once() {
    let trace = trace_of(&[(1, 0, 500, 0), (1, 500, 500, 1), (1, 1_000, 1, 2)]);
    let (frame, _) = frame_of(&trace, &window(0, 1_001, 100));
    let labels: Vec<_> = frame.labels.iter().map(|label| trace.slice_name(label.slice)).collect();
    assert_eq!(labels, ["n0", "n1"]);
    assert_eq!(trace.tracks[0].slices().len(), 3);
    assert_eq!(trace.track_of(SliceId(0)), TrackId(0));
}

#[test]
fn the_pointer_meets_what_is_under_it_among_thousands() {
    let mut bars: Vec<Bar> = (0..10_000).map(|i| (1, i, 1, 0)).collect();
    bars.push((2, 0, 5_000, 1));
    bars.push((2, 5_000, 0, 2));
    bars.push((2, 5_000, 5_000, 3));
    let trace = trace_of(&bars);
    let window = window(0, 10_000, 20);
    let (frame, layout) = frame_of(&trace, &window);
    let lanes = RankLanes::new(&trace);
    let ranks = [rank(&trace, &lanes)];
    let meet = |x: f64, strip: usize| {
        let y = frame.strips[strip].top + 1.0;
        let hit = hit::hit(&ranks, &layout, &window.view, &window.scroll, x, y).unwrap();
        hit.slice.unwrap()
    };
    assert_eq!(trace.slices.start[meet(10.0, 0).index()].get(), 5_000);
    assert_eq!(trace.slice_name(meet(5.0, 1)), "n1");
    assert_eq!(frame.ticks.iter().map(|tick| tick.x).collect::<Vec<_>>(), [10]);
}

#[test]
fn an_instant_beside_slices_in_one_pixel_is_marked_and_can_be_met() {
    let trace = trace_of(&[(1, 0, 4_990, 0), (1, 5_000, 0, 1), (1, 5_010, 4_990, 2)]);
    let window = window(0, 10_000, 40);
    let (frame, layout) = frame_of(&trace, &window);
    assert_eq!(frame.ticks.iter().map(|tick| tick.x).collect::<Vec<_>>(), [20]);
    let lanes = RankLanes::new(&trace);
    let ranks = [rank(&trace, &lanes)];
    let y = frame.strips[0].top + 1.0;
    let name = |x: f64| {
        let hit = hit::hit(&ranks, &layout, &window.view, &window.scroll, x, y).unwrap();
        trace.slice_name(hit.slice.unwrap())
    };
    assert_eq!([name(4.0), name(20.5), name(34.0)], ["n0", "n1", "n2"]);
}

#[test]
fn pinned_rows_that_have_no_room_are_scrolled_apart_from_the_others() {
    let bars: Vec<Bar> = (1..=8).map(|track| (track, 0, 100, track)).collect();
    let trace = trace_of(&bars);
    let lanes = RankLanes::new(&trace);
    let ranks = [rank(&trace, &lanes)];
    let pinned = (1..=5).map(|track| format!("r0/1/{track}")).collect();
    let states = RowStates { pinned, ..RowStates::default() };
    let layout = Layout::new(&ranks, &states, RowHeights::default());
    assert_eq!((layout.pinned, layout.pinned_height), (5, 100.0));
    let tops = |scroll: &Scroll, height: f64| layout.visible(scroll, height).collect::<Vec<_>>();
    let all = tops(&Scroll::default(), 130.0);
    assert_eq!(all[4..], [(4, 80.0), (5, 100.0), (6, 124.0)]);

    let scroll = Scroll { rows: 30.0, pinned: 30.0, most_pinned: 45.0 };
    let seen = [(1, -10.0), (2, 10.0), (3, 30.0), (6, 39.0), (7, 59.0), (8, 79.0), (9, 99.0)];
    assert_eq!(tops(&scroll, 200.0), seen);
    let view = window(0, 100, 10).view;
    let met = |y: f64| hit::hit(&ranks, &layout, &view, &scroll, 5.0, y).map(|hit| hit.row);
    assert_eq!([0.0, 9.9, 10.0, 40.0, 44.9].map(met), [1, 1, 2, 3, 3].map(Some));
    assert_eq!([45.0, 58.9, 59.0, 110.0].map(met), [6, 6, 7, 9].map(Some));
    assert_eq!(met(130.0), None);
}

#[test]
fn crowded_pixels_are_the_same_beside_each_other_and_taken_over() {
    // About as many in a pixel as are still looked at one by one, some more and some less. Digits have no colour.
    let mut start = 0;
    let events: Vec<String> = (0..40_000_u32)
        .map(|i| {
            let mixed = i.wrapping_mul(2_654_435_761) >> 16;
            start += 235 + mixed % 300 + 100 * (i / 150 % 3);
            let (ts, duration) = (f64::from(start) / 1e3, f64::from(50 + mixed % 150) / 1e3);
            let name = char::from(b'a' + (mixed % 7) as u8);
            format!(
                r#"{{"ph":"X","name":"{name}","pid":1,"tid":1,"ts":{ts:.3},"dur":{duration:.3}}}"#
            )
        })
        .collect();
    let trace = read(format!("[{}]", events.join(",")).as_bytes());
    let lanes = RankLanes::new(&trace);
    let ranks = [rank(&trace, &lanes)];
    let layout = Layout::new(&ranks, &RowStates::default(), RowHeights::default());
    let first = window(3_000_000, 3_000_000 + 300 * 8_000, 300);
    let before = paint(&ranks, &layout, &first, None);
    for pixels in -40..40 {
        let mut own = first;
        let by = Ns(8_000 * pixels);
        (own.view.start, own.view.end) = (first.view.start.plus(by), first.view.end.plus(by));
        let fresh = paint(&ranks, &layout, &own, None);
        let taken = paint(&ranks, &layout, &own, Some((&before, &first)));
        assert!(taken.looks < fresh.looks / 2, "{pixels}: nothing was taken over");
        assert!(taken.pixels == fresh.pixels, "{pixels}: pixels differ");
    }
}
