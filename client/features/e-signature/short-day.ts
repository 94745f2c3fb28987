/** `2024-07-23` as `23.07.2024`. */
export const shortDay = (isoDay: string): string => isoDay.split('-').reverse().join('.');
