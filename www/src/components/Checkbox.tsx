import type { ComponentChildren } from "preact";

export interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  tip?: string | undefined;
  children: ComponentChildren;
}

export function Checkbox({ checked, onChange, disabled = false, tip, children }: CheckboxProps) {
  return (
    <label class="checkbox" data-tip={tip}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {children}
    </label>
  );
}
