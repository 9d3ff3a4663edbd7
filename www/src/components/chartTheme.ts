import type { ChartFont, ChartTheme, Theme } from "../engine/protocol";

/** Colours of a chart that are not data; as in `styles/tokens.css`. */
export const CHART_THEMES: Readonly<Record<Theme, ChartTheme>> = {
  light: {
    background: [255, 255, 255, 0],
    text: [27, 36, 48, 255],
    muted: [85, 98, 116, 255],
    rule: [169, 180, 194, 255],
    grid: [233, 237, 242, 255],
    alert: [179, 38, 30, 255],
  },
  dark: {
    background: [20, 24, 29, 0],
    text: [228, 233, 240, 255],
    muted: [158, 171, 186, 255],
    rule: [86, 99, 115, 255],
    grid: [39, 46, 56, 255],
    alert: [255, 138, 128, 255],
  },
};

export const CHART_FONT: ChartFont = {
  family: 'system-ui, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif',
  size: 11,
};
