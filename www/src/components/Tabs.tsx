import { useRef } from "preact/hooks";

export interface TabItem<Id extends string> {
  id: Id;
  label: string;
  /** A count beside the label. */
  badge?: string | undefined;
}

export interface TabsProps<Id extends string> {
  items: readonly TabItem<Id>[];
  selected: Id | null;
  onSelect: (id: Id) => void;
  label: string;
  size?: "usual" | "small";
}

/** A tab list; arrow keys move between tabs. The panel that it controls has the id `panel-ID`. */
export function Tabs<Id extends string>({ items, selected, onSelect, label, size = "usual" }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const at = items.findIndex(({ id }) => id === selected);
    const next = items[(at + step + items.length) % items.length];
    if (!next) return;
    onSelect(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <div class={`tabs ${size === "small" ? "small" : ""}`} role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {items.map(({ id, label, badge }, at) => (
        <button
          key={id}
          type="button"
          role="tab"
          data-tab={id}
          data-testid={`tab-${id}`}
          aria-selected={id === selected}
          aria-controls={`panel-${id}`}
          tabIndex={id === selected || (selected === null && at === 0) ? 0 : -1}
          onClick={() => onSelect(id)}
        >
          {label}
          {badge !== undefined && <span class="badge">{badge}</span>}
        </button>
      ))}
    </div>
  );
}
