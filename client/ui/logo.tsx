/** The mark: steps of rising prices and the point where the hammer falls. */
export function Logo({ size = 34 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--sv-logo, #0f4fb8)" />
      <path
        d="M7 21.5h5.2v-5h5.1v-5h5.2v-4"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="22.5" cy="23" r="2.6" fill="#ffb020" />
    </svg>
  );
}
