//! Every chart as an SVG snapshot: small inputs, gaps, nothing at all, Chinese, both themes.
//!
//! `STEPSCOPE_CHARTS_OUT=folder` also writes the documents, to be looked at in a browser.

use stepscope_charts::{
    Area, Bin, BinScale, Border, Bubble, Color, Font, Frame, Histogram, HistogramText, LineShape,
    Mark, Part, Picture, Point, Reference, Series, Share, ShareBars, Side, StepBar, StepTime,
    StepTimeText, Strip, Theme, Utilisation, UtilisationText, svg, text,
};

#[derive(Clone, Copy)]
enum Look {
    Light,
    Dark,
}

fn frame(width: f64, height: f64, look: Look) -> Frame {
    let theme = match look {
        Look::Light => Theme {
            background: Color::rgb(255, 255, 255),
            text: Color::rgb(28, 31, 36),
            muted: Color::rgb(92, 99, 110),
            rule: Color::rgb(150, 156, 166),
            grid: Color::rgb(228, 231, 235),
            alert: Color::rgb(200, 60, 40),
        },
        Look::Dark => Theme {
            background: Color::rgb(24, 26, 30),
            text: Color::rgb(230, 232, 236),
            muted: Color::rgb(160, 166, 176),
            rule: Color::rgb(104, 110, 120),
            grid: Color::rgb(48, 52, 58),
            alert: Color::rgb(240, 110, 90),
        },
    };
    let family = "system-ui, 'Noto Sans CJK SC', sans-serif".to_owned();
    Frame { width, height, theme, font: Font { family, size: 12.0 } }
}

/// Compares with the snapshot, and writes the document where asked to.
fn check(name: &str, picture: &Picture) {
    let document = svg(picture);
    if let Ok(folder) = std::env::var("STEPSCOPE_CHARTS_OUT") {
        std::fs::write(format!("{folder}/{name}.svg"), &document).expect("folder must exist");
    }
    insta::assert_snapshot!(name, document);
}

/// Numbers that look random and are the same every time.
fn noise(seed: u64) -> f64 {
    let mixed = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((mixed >> 40) % 1000) as f64 / 1000.0
}

fn part(label: &str, red: u8, green: u8, blue: u8) -> Part {
    Part { label: label.to_owned(), color: Color::rgb(red, green, blue) }
}

fn parts() -> Vec<Part> {
    vec![
        part("Preparing: data loading", 204, 121, 167),
        part("Preparing: host", 225, 175, 205),
        part("Computing", 0, 114, 178),
        part("Overlapped", 86, 160, 200),
        part("Communication not overlapped", 213, 94, 0),
        part("Free: host", 230, 200, 90),
        part("Free: unknown", 190, 190, 190),
    ]
}

fn steps(count: usize) -> StepTime {
    let step = |at: usize| {
        let n = |k: u64| noise(at as u64 * 7 + k);
        let slow = if at % 17 == 5 { 60.0 } else { 0.0 };
        StepBar {
            label: (at + 10).to_string(),
            values: vec![
                Some(20.0 + 8.0 * n(1) + slow),
                Some(4.0 * n(2)),
                Some(150.0 + 6.0 * n(3)),
                Some(30.0),
                Some(60.0 + 20.0 * n(4)),
                Some(12.0 * n(5)),
                Some(5.0),
            ],
            bubble: (at % 2 == 1).then_some(Bubble { part: 4, ms: 25.0 }),
            outlier: (slow > 0.0).then(|| "data loading +60 ms".to_owned()),
        }
    };
    StepTime {
        parts: parts(),
        steps: (0..count).map(step).collect(),
        references: vec![
            Reference { label: "median".into(), value: 290.0 },
            Reference { label: "p95".into(), value: 301.0 },
        ],
        text: StepTimeText {
            step: "Step".into(),
            mean: "mean".into(),
            total: "Total".into(),
            bubble: "Bubble".into(),
            unknown: "unknown".into(),
            empty: "No complete step".into(),
        },
    }
}

#[test]
fn step_time() {
    check("step_time_light", &steps(12).picture(&frame(720.0, 260.0, Look::Light)));
    check("step_time_dark", &steps(12).picture(&frame(720.0, 260.0, Look::Dark)));
}

#[test]
fn step_time_with_a_gap_and_one_step() {
    let mut gap = steps(4);
    gap.steps[1].values = vec![None; 7];
    gap.steps[2].values[2] = Some(f64::NAN);
    let picture = gap.picture(&frame(480.0, 200.0, Look::Light));
    let hit = &picture.hits()[1];
    assert_eq!(hit.lines[0].value, "unknown", "an unknown step is not zero");
    check("step_time_gap", &picture);
    check("step_time_one", &steps(1).picture(&frame(480.0, 200.0, Look::Dark)));
    check("step_time_empty", &steps(0).picture(&frame(480.0, 200.0, Look::Light)));
}

#[test]
fn thousands_of_steps_become_means() {
    let picture = steps(5000).picture(&frame(720.0, 260.0, Look::Light));
    let hits = picture.hits();
    assert!(hits.len() <= 180 && hits.len() > 100, "{}", hits.len());
    assert_eq!(hits.iter().map(|hit| hit.end - hit.first).sum::<usize>(), 5000);
    assert!(hits.windows(2).all(|pair| pair[0].end == pair[1].first));
    check("step_time_5000", &picture);
}

#[test]
fn step_time_in_chinese() {
    let mut chart = steps(6);
    let names =
        ["准备：数据加载", "准备：主机", "计算", "重叠", "未重叠通信", "空闲：主机", "空闲：未知"];
    for (part, name) in chart.parts.iter_mut().zip(names) {
        part.label = name.to_owned();
    }
    chart.references[0].label = "中位数".to_owned();
    check("step_time_zh", &chart.picture(&frame(560.0, 240.0, Look::Dark)));
}

#[test]
fn what_is_under_the_pointer() {
    let chart = steps(12);
    let picture = chart.picture(&frame(720.0, 260.0, Look::Light));
    let area = picture.hits()[3].area;
    let hit = picture.hit(area.x + 1.0, area.y + 1.0).expect("a step");
    assert_eq!((hit.first, hit.end, hit.title.as_str()), (3, 4, "Step 13"));
    assert_eq!(hit.lines.last().expect("bubble").label, "Bubble");
    assert!(picture.hit(0.0, 0.0).is_none());
}

fn points(count: u64, span: f64, value: impl Fn(u64) -> Option<f64>) -> Vec<Point> {
    (0..count).map(|n| Point { at_ns: n as f64 * span / count as f64, value: value(n) }).collect()
}

fn utilisation(bins: usize) -> Utilisation {
    let span = 2.4e9;
    let share = |at: usize| {
        let along = at as f64 / bins as f64;
        if (0.42..0.47).contains(&along) {
            return None;
        }
        let phase = (along * 8.0).fract();
        let base = if phase < 0.2 { 0.12 } else { 0.86 };
        Some((base + 0.15 * (noise(at as u64) - 0.5)).clamp(0.0, 1.0))
    };
    let series =
        |label: &str, color, shape, points| Series { label: label.into(), color, shape, points };
    Utilisation {
        start_ns: 0.0,
        end_ns: span,
        bins: (0..bins).map(share).collect(),
        color: Color::rgb(0, 114, 178),
        low_below: 0.5,
        overlays: vec![series(
            "AI Core",
            Color::rgb(0, 158, 115),
            LineShape::Join,
            points(60, span, |n| (n != 30).then(|| 60.0 + 20.0 * noise(n))),
        )],
        steps: (0..8)
            .map(|n| Border { at_ns: f64::from(n) * 3e8, label: (n + 50).to_string() })
            .collect(),
        strips: vec![
            Strip {
                label: "AI Core frequency".into(),
                unit: "MHz".into(),
                series: vec![series(
                    "AI Core frequency",
                    Color::rgb(120, 94, 200),
                    LineShape::Hold,
                    points(6, span, |n| Some(if n == 3 { 800.0 } else { 1800.0 })),
                )],
                peak: None,
            },
            Strip {
                label: "HBM bandwidth".into(),
                unit: "GB/s".into(),
                series: vec![
                    series(
                        "read",
                        Color::rgb(0, 114, 178),
                        LineShape::Join,
                        points(3000, span, |n| Some(500.0 + 300.0 * noise(n))),
                    ),
                    series(
                        "write",
                        Color::rgb(213, 94, 0),
                        LineShape::Join,
                        points(400, span, |n| {
                            (!(100..140).contains(&n)).then(|| 200.0 + 100.0 * noise(n + 9))
                        }),
                    ),
                ],
                peak: Some(Reference { label: "peak".into(), value: 1600.0 }),
            },
        ],
        text: UtilisationText {
            curve: "NPU utilisation".into(),
            low: "below 50 %".into(),
            step: "Step".into(),
            unknown: "unknown".into(),
            empty: "No device data".into(),
        },
    }
}

#[test]
fn utilisation_over_time() {
    check("utilisation_light", &utilisation(240).picture(&frame(900.0, 340.0, Look::Light)));
    check("utilisation_dark", &utilisation(240).picture(&frame(900.0, 340.0, Look::Dark)));
}

/// Texts of a picture, with the area that each covers at least.
fn texts(picture: &Picture) -> impl Iterator<Item = (&str, Area)> {
    picture.marks().iter().filter_map(|mark| {
        let Mark::Text { text, x, y, side, size, .. } = mark else { return None };
        // The estimate is wide: a little less is surely covered.
        let width = text::width(text, *size) * 0.85;
        let left = match side {
            Side::Left => *x,
            Side::Middle => x - width / 2.0,
            Side::Right => x - width,
        };
        let area = Area { x: left, y: y - size / 3.0, width, height: size / 1.5 };
        Some((text.as_str(), area))
    })
}

#[test]
fn no_step_border_crosses_a_text() {
    let picture = utilisation(240).picture(&frame(900.0, 340.0, Look::Light));
    let rules = picture.marks().iter().filter_map(|mark| match mark {
        Mark::Rect(area, _) if area.width == 0.0 => Some(area),
        _ => None,
    });
    for rule in rules {
        for (text, area) in texts(&picture) {
            let across = rule.x > area.x && rule.x < area.right();
            let along = rule.y < area.bottom() && rule.bottom() > area.y;
            assert!(!(across && along), "{text} {area:?} is crossed by {rule:?}");
        }
    }
}

#[test]
fn nearly_equal_durations_have_an_axis_with_numbers() {
    let durations: Vec<f64> = (0..40).map(|n| 1.22e6 + f64::from(n) * 1e3).collect();
    let picture =
        histogram(BinScale::Logarithmic, &durations).picture(&frame(320.0, 200.0, Look::Light));
    let numbers =
        texts(&picture).filter(|(text, area)| text.ends_with("\u{a0}ms") && area.y > 100.0);
    assert!(numbers.count() > 1);
}

#[test]
fn utilisation_without_strips_or_data() {
    let mut bare = utilisation(40);
    bare.strips.clear();
    bare.overlays.clear();
    check("utilisation_bare", &bare.picture(&frame(480.0, 160.0, Look::Light)));
    bare.bins = vec![Some(0.7)];
    check("utilisation_one", &bare.picture(&frame(480.0, 160.0, Look::Light)));
    bare.bins = vec![None, Some(f64::NAN)];
    check("utilisation_empty", &bare.picture(&frame(480.0, 160.0, Look::Light)));
}

#[test]
fn low_stretches_are_whole_and_point_at_their_time() {
    let picture = utilisation(240).picture(&frame(900.0, 340.0, Look::Light));
    let low: Vec<_> = picture
        .hits()
        .iter()
        .filter(|hit| hit.lines.iter().any(|l| l.label == "below 50 %"))
        .collect();
    let mut ranges: Vec<(f64, f64)> = low.iter().filter_map(|hit| hit.range).collect();
    ranges.dedup();
    assert_eq!(ranges.len(), 8, "{ranges:?}");
    assert_eq!(ranges[0], (0.0, 6e7), "the first fifth of a step of 300 ms");
}

#[test]
fn many_bins_are_at_most_one_a_pixel() {
    let picture = utilisation(100_000).picture(&frame(900.0, 340.0, Look::Light));
    assert!(picture.hits().len() <= 900);
    assert!(svg(&picture).len() < 400_000);
}

fn shares() -> ShareBars {
    let rows = [
        ("MatMulV2", Some(88.2), 480),
        ("FlashAttentionScore", Some(41.0), 24),
        ("TransData", Some(22.7), 1260),
        ("Cast", Some(9.3), 2200),
        ("aclnnInplaceAdd_AddAiCore_Add", Some(4.1), 800),
        ("矩阵转置", Some(1.2), 90),
        ("<b>&Weird\u{0}\"", Some(0.004), 1),
        ("NoTime", None, 3),
    ];
    ShareBars {
        rows: rows
            .into_iter()
            .map(|(label, ms, count)| Share {
                label: label.into(),
                ms,
                count,
                color: Color::rgb(0, 114, 178),
            })
            .collect(),
        whole_ms: Some(182.0),
        other_text: "other".into(),
        other_color: Color::rgb(170, 170, 170),
        count_text: "Count".into(),
        total_text: "Total".into(),
        unknown_text: "unknown".into(),
        empty_text: "No operator".into(),
    }
}

#[test]
fn shares_by_type() {
    let height = 150.0;
    check("share_bars_light", &shares().picture(&frame(560.0, height, Look::Light)));
    let cut = shares().picture(&frame(560.0, 100.0, Look::Dark));
    assert_eq!(cut.hits().iter().map(|hit| hit.end - hit.first).sum::<usize>(), 8);
    check("share_bars_dark_cut", &cut);
    let none = ShareBars { rows: Vec::new(), ..shares() };
    check("share_bars_empty", &none.picture(&frame(560.0, 100.0, Look::Light)));
}

fn histogram(scale: BinScale, durations: &[f64]) -> Histogram {
    Histogram {
        bins: Bin::over(durations, scale, 40),
        scale,
        color: Color::rgb(0, 114, 178),
        references: vec![
            Reference { label: "p50".into(), value: 21_000.0 },
            Reference { label: "p95".into(), value: 24_000.0 },
        ],
        text: HistogramText { count: "Count".into(), empty: "No kernel".into() },
    }
}

#[test]
fn durations() {
    let spread: Vec<f64> =
        (0..2000).map(|n| 18_000.0 + 6_000.0 * noise(n) * noise(n + 5000)).collect();
    let linear = histogram(BinScale::Linear, &spread);
    check("histogram_linear_light", &linear.picture(&frame(520.0, 220.0, Look::Light)));
    let wide: Vec<f64> =
        (0..2000).map(|n| 10f64.powf(3.0 + 4.5 * noise(n) * noise(n + 777))).collect();
    let logarithmic = histogram(BinScale::Logarithmic, &wide);
    check("histogram_log_dark", &logarithmic.picture(&frame(520.0, 220.0, Look::Dark)));
    let mut same = histogram(BinScale::Linear, &[20_000.0; 5]);
    same.references.clear();
    check("histogram_one_value", &same.picture(&frame(320.0, 160.0, Look::Light)));
    let none = histogram(BinScale::Linear, &[]);
    check("histogram_empty", &none.picture(&frame(320.0, 160.0, Look::Light)));
}

#[test]
fn no_size_and_no_number_panics() {
    let sizes = [(0.0, 0.0), (1.0, 1.0), (40.0, 3000.0), (3000.0, 10.0), (-5.0, -5.0)];
    for (width, height) in sizes {
        let frame = frame(width, height, Look::Light);
        let mut odd = steps(3);
        odd.steps[0].values = vec![Some(f64::INFINITY), Some(-1.0)];
        odd.steps[1].bubble = Some(Bubble { part: 99, ms: f64::NAN });
        odd.references[0].value = f64::NAN;
        let mut broken = utilisation(3);
        broken.steps[0].at_ns = f64::NAN;
        broken.strips[0].series[0].points[0].at_ns = f64::NEG_INFINITY;
        let backwards = Utilisation { start_ns: 5.0, end_ns: 1.0, ..utilisation(3) };
        let pictures = [
            odd.picture(&frame),
            broken.picture(&frame),
            backwards.picture(&frame),
            shares().picture(&frame),
            histogram(BinScale::Logarithmic, &[1.0, 1e18]).picture(&frame),
        ];
        for picture in &pictures {
            svg(picture);
        }
    }
}
