export interface LegendItem {
  id: string;
  label: string;
  color: string;
  /** Shown muted after the label. */
  value?: string;
  tip?: string;
}

export function Legend({ items }: { items: readonly LegendItem[] }) {
  return (
    <ul class="legend">
      {items.map(({ id, label, color, value, tip }) => (
        <li key={id} data-tip={tip}>
          <span class="swatch" style={{ background: color }} />
          <span>{label}</span>
          {value !== undefined && <span class="muted">{value}</span>}
        </li>
      ))}
    </ul>
  );
}
