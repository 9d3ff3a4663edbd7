//! no-device-data and no-complete-step: captures that hold less than one step of the device.

use super::{Context, FindingId, Outcome, finding};
use crate::words::Say;
use stepscope_core::model::CaptureKind;
use stepscope_core::note::Severity;

pub(super) fn device_data(context: &Context) -> Outcome {
    let without = context.units.iter().filter(|unit| {
        unit.rank.trace.is_some()
            && unit.facts.device.compute.is_empty()
            && unit.facts.device.communication.is_empty()
    });
    let ranks: Vec<usize> = without.map(|unit| unit.index).collect();
    if ranks.is_empty() {
        let any = context.units.iter().any(|unit| unit.rank.trace.is_some());
        return if any {
            Outcome::Passed
        } else {
            let more = context.analysis.has_more();
            let why = if more { Say::WhyNothingRead } else { Say::WhyNoTimeline };
            Outcome::NotAssessed(why.plain())
        };
    }
    // Another tool's trace is a plain timeline: nothing is missing from it.
    let (severity, text, advice) = match context.analysis.capture.kind {
        CaptureKind::ChromeTrace => {
            (Severity::Info, Say::TextPlainTimeline, Say::AdvicePlainTimeline)
        }
        _ => (Severity::Error, Say::TextNoDeviceData, Say::AdviceNoDeviceData),
    };
    let mut finding = finding(
        FindingId::NoDeviceData,
        severity,
        text.with(&[ranks.len().into()]),
        advice.plain(),
    );
    finding.ranks = ranks;
    Outcome::Fired(Box::new(finding))
}

pub(super) fn complete(context: &Context) -> Outcome {
    let with_data: Vec<_> =
        context.units.iter().filter(|unit| !unit.facts.device.is_empty()).collect();
    if with_data.is_empty() {
        return Outcome::NotAssessed(Say::WhyNoDevice.plain());
    }
    let marked = with_data.iter().any(|unit| !unit.facts.host.markers.is_empty());
    let reached = |unit: &&&crate::Unit| {
        unit.facts.steps.list.iter().any(|s| s.label.is_some() && s.tasks.is_some())
    };
    let ranks: Vec<usize> =
        with_data.iter().filter(|unit| !reached(unit)).map(|unit| unit.index).collect();
    if ranks.is_empty() {
        return Outcome::Passed;
    }
    let (severity, text) = if marked {
        (Severity::Warning, Say::TextNoCompleteStep)
    } else {
        (Severity::Info, Say::TextNoStepMarkers)
    };
    let mut finding = finding(
        FindingId::NoCompleteStep,
        severity,
        text.plain(),
        Say::AdviceNoCompleteStep.plain(),
    );
    finding.ranks = ranks;
    Outcome::Fired(Box::new(finding))
}
