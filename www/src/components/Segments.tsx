export interface SegmentsProps<Id extends string> {
  items: readonly { id: Id; label: string; tip?: string }[];
  selected: Id;
  onSelect: (id: Id) => void;
  label: string;
}

/** A choice of a few, all in sight. Arrow keys move the choice. */
export function Segments<Id extends string>({ items, selected, onSelect, label }: SegmentsProps<Id>) {
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0 || !(event.currentTarget instanceof HTMLElement)) return;
    event.preventDefault();
    event.stopPropagation();
    const at = items.findIndex(({ id }) => id === selected);
    const index = (at + step + items.length) % items.length;
    const next = items[index];
    if (next) onSelect(next.id);
    const button = event.currentTarget.children.item(index);
    if (button instanceof HTMLElement) button.focus();
  };
  return (
    <div class="segments" role="radiogroup" aria-label={label} onKeyDown={onKeyDown}>
      {items.map(({ id, label, tip }) => (
        <button
          key={id}
          type="button"
          role="radio"
          aria-checked={id === selected}
          tabIndex={id === selected ? 0 : -1}
          data-tip={tip}
          onClick={() => onSelect(id)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
