/** Outlines on a 16 × 16 grid. */
const PATHS = {
  file: "M4 1.5h5l3 3v10H4zM9 1.5v3h3",
  folder: "M1.5 4v9h13V5H7L5.5 3.5h-4z",
  play: "M5 3l8 5-8 5z",
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.7 10.7 14 14",
  link: "M6.5 9.5l3-3M7 4.5l1.5-1.5a3 3 0 0 1 4.3 4.3L11.3 9M9 11.5 7.5 13a3 3 0 0 1-4.3-4.3L4.7 7",
  paste: "M5 2.5H3.5v12h9v-12H11M5.5 1.5h5v2.5h-5z",
  language: "M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM1.5 8h13M8 1.5c2 2 2.7 4 2.7 6.500S10 12.500 8 14.500C6 12.500 5.300 10.500 5.300 8S6 3.500 8 1.500z",
  sun: "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1v1.500M8 13.500V15M1 8h1.500M13.500 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1",
  moon: "M13.500 9.500A6 6 0 0 1 6.500 2.500a6 6 0 1 0 7 7z",
  help: "M8 14.500a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM6 6.200a2 2 0 1 1 2.800 1.800c-.5.300-.8.600-.8 1.200M8 11.500v.100",
  close: "M4 4l8 8M12 4l-8 8",
  down: "M4 6l4 4 4-4",
  right: "M6 4l4 4-4 4",
  left: "M10 4 6 8l4 4",
  up: "M4 10l4-4 4 4",
  pin: "M6 2h4l-.5 4.500L12 9H4l2.500-2.500zM8 9v5",
  hide: "M2 8s2.200-4 6-4 6 4 6 4-2.200 4-6 4-6-4-6-4zM3 13 13 3",
  more: "M3.500 8h.010M8 8h.010M12.500 8h.010",
  fit: "M2 5V2h3M11 2h3v3M14 11v3h-3M5 14H2v-3",
  undo: "M5.500 3 2.500 6l3 3M2.500 6h7a4 4 0 0 1 0 8H6",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  mark: "M4 14V2h8l-2 3 2 3H4",
  rows: "M2 2.500h12M2 6h12M2 9.500h12M2 13h12",
  panel: "M2 2.500h12v11H2zM2 9.500h12",
  side: "M2 2.500h12v11H2zM6 2.500v11",
  download: "M8 2v8M4.500 7 8 10.500 11.500 7M2.500 13.500h11",
  warning: "M8 2 1.500 13.500h13zM8 6.500v3.500M8 12v.010",
  error: "M8 14.500a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM8 4.500v4.500M8 11.500v.010",
  info: "M8 14.500a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM8 7.500v4M8 4.800v.010",
  check: "M3 8.500 6.500 12 13 4.500",
  unknown: "M3 8h2M7 8h2M11 8h2",
  flow: "M2 4h3c3 0 3 8 6 8h3M12 10l2 2-2 2",
  filter: "M2 3h12L9.500 8.500V13l-3 1V8.500z",
  expand: "M4 6.500 8 2.500l4 4M4 9.500l4 4 4-4",
  clock: "M8 14.500a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM8 4.500V8l2.500 1.500",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
