/** `2026-12-10` as `10.12.2026`. */
export const day = (date: string): string => date.split('-').reverse().join('.');
