export interface SelectProps<Id extends string> {
  items: readonly { id: Id; label: string }[];
  selected: Id;
  onSelect: (id: Id) => void;
  label: string;
}

/** A choice of many, on the browser's own control. */
export function Select<Id extends string>({ items, selected, onSelect, label }: SelectProps<Id>) {
  return (
    <select
      class="select"
      aria-label={label}
      value={selected}
      onChange={({ currentTarget }) => {
        const item = items.find(({ id }) => id === currentTarget.value);
        if (item) onSelect(item.id);
      }}
    >
      {items.map(({ id, label }) => (
        <option key={id} value={id} selected={id === selected}>
          {label}
        </option>
      ))}
    </select>
  );
}
