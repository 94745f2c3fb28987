/** `31.12.2026` of `2026-12-31`. */
export const shownDay = (day: string): string => day.split('-').toReversed().join('.');
