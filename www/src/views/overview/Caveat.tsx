import { Icon } from "../../components/Icon";

/** Marks figures that must be taken with care; the reason is beside the verdict, too. */
export function Caveat({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return (
    <span class="caveat" role="img" aria-label={reason} data-tip={reason} data-testid="caveat">
      <Icon name="warning" />
    </span>
  );
}
