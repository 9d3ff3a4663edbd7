/** A bar; `share` between 0 and 1, or `null` when it is not known how much there is. */
export function Progress({ share, label }: { share: number | null; label: string }) {
  const percent = share === null ? undefined : Math.round(share * 100);
  return (
    <div
      class={`progress ${share === null ? "unknown" : ""}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div style={share === null ? {} : { transform: `scaleX(${share})` }} />
    </div>
  );
}
