/** Name and sign; the sign is the page's icon. */
export function Brand() {
  return (
    <span class="brand">
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <rect width="16" height="16" rx="3" fill="#134e6f" />
        <path d="M3 11h3V8h3V5h4" fill="none" stroke="#fff" stroke-width="2" />
      </svg>
      <span>Stepscope</span>
    </span>
  );
}
