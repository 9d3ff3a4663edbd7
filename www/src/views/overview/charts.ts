import type { Chart, ChartPart, ChartSeries, ChartStrip, Curve, Overview, StepRow, StepTime } from "../../engine/protocol";
import { t } from "../../i18n";
import { UNKNOWN } from "../../i18n/format";
import { rgbaAt, rgbaOf } from "../../state/engine";

/** Puts the engine's answers into the shape of the charts; no number is made here but nanoseconds to milliseconds. */

const MS = 1e6;
/** Below this share the NPU counts as little used: the engine's own limit for low stretches. */
const LOW = 0.5;

/** Roles in the palette of what counters measure. */
const ROLES: Readonly<Record<string, string>> = {
  "ai-core-frequency": "frequency",
  "hbm-read": "memory-read",
  "hbm-write": "memory-write",
};

/** One piece of a stacked bar: a part, or a cause of one. */
interface Piece extends ChartPart {
  id: string;
}

/** The pieces that occur in any of the steps, bottom first. */
function piecesOf(steps: readonly StepRow[]): Piece[] {
  const pieces = new Map<string, Piece>();
  for (const { parts } of steps) {
    for (const part of parts) {
      if (part.causes.length === 0) pieces.set(part.id, { id: part.id, label: part.label, color: rgbaOf(part.id) });
      for (const cause of part.causes) {
        const id = `${part.id}/${cause.id}`;
        pieces.set(id, { id, label: t("overview.partCause", { part: part.label, cause: cause.label }), color: rgbaOf(cause.id === "unknown" ? part.id : cause.id) });
      }
    }
  }
  return [...pieces.values()];
}

function valueOf({ parts }: StepRow, id: string): number | null {
  const [partId, causeId] = id.split("/");
  const part = parts.find((part) => part.id === partId);
  if (!part) return null;
  if (causeId !== undefined) return (part.causes.find((cause) => cause.id === causeId)?.ns ?? 0) / MS;
  return part.causes.length > 0 ? 0 : part.ns / MS;
}

export function stepChart(steps: readonly StepRow[], { stepTime }: Overview): Chart {
  const pieces = piecesOf(steps);
  const holder = pieces.findIndex(({ id }) => id === "communication-not-overlapped");
  return {
    kind: "step-time",
    parts: pieces.map(({ label, color }) => ({ label, color })),
    steps: steps.map((step) => ({
      label: step.step ?? "",
      values: pieces.map(({ id }) => valueOf(step, id)),
      bubble: step.bubbleNs !== null && step.bubbleNs > 0 && holder >= 0 ? { part: holder, ms: step.bubbleNs / MS } : null,
      outlier: step.outlier ? t("overview.outlier") : null,
    })),
    references: stepTime === null || steps.length < 2 ? [] : [{ label: medianLabel(stepTime), value: stepTime.medianNs / MS }],
    text: {
      step: t("overview.step"),
      mean: t("column.mean"),
      total: t("overview.total"),
      bubble: t("overview.bubble"),
      unknown: UNKNOWN,
      empty: t("overview.noSteps"),
    },
  };
}

function medianLabel({ ranks }: StepTime): string {
  return ranks > 1 ? t("steps.medianOf", { n: ranks }) : t("steps.median");
}

/** The utilisation of a rank with its counters beneath; `null` without a curve. */
export function utilisationChart(overview: Overview, rank: number | null): Chart | null {
  const own = ({ rank: other }: { rank: number }): boolean => other === rank;
  const curve = overview.utilisation.find(own);
  if (!curve) return null;
  const counters = overview.counters.filter(own);
  const shares = counters.filter(({ unit }) => unit === "%");
  const quantities = new Set(counters.filter(({ unit }) => unit !== "%").map(({ id }) => id));
  return {
    kind: "utilisation",
    startNs: curve.start,
    endNs: curve.start + curve.bin * curve.values.length,
    bins: curve.values,
    color: rgbaOf("utilization"),
    lowBelow: LOW,
    overlays: seriesOf(shares),
    steps: overview.steps.filter(own).map(({ range, step }) => ({ atNs: range.start, label: step ?? "" })),
    strips: [...quantities].map((quantity) => stripOf(counters.filter(({ id }) => id === quantity))),
    text: {
      curve: t("overview.utilisation"),
      low: t("overview.below"),
      step: t("overview.step"),
      unknown: UNKNOWN,
      empty: t("overview.noSteps"),
    },
  };
}

/** Curves of one quantity, on an axis of their own. */
function stripOf(curves: readonly Curve[]): ChartStrip {
  const [first] = curves;
  const label = (curves.length === 1 ? first?.label : first?.quantity) ?? "";
  return { label, unit: first?.unit ?? "", series: seriesOf(curves), peak: null };
}

/** Curves on one axis: one alone has the colour of what it measures, several have one each. */
function seriesOf(curves: readonly Curve[]): ChartSeries[] {
  return curves.map(({ id, label, start, bin, values }, place) => ({
    label,
    color: curves.length === 1 ? rgbaOf(ROLES[id] ?? "utilization") : rgbaAt(place),
    shape: "hold",
    points: values.map((value, at) => ({ atNs: start + at * bin, value })),
  }));
}
