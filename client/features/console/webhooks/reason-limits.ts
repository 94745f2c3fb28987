/** Letters of the reason why something is switched off or on. */
export const REASON_LIMITS = { min: 3, max: 500 } as const;
