import { tashkentDateTime, tashkentInstant } from '#shared/time/tashkent.ts';

const WRITTEN = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/;

/** `YYYY-MM-DD HH:mm:ss` in Tashkent. */
export function paynetTime(atMs: number): string {
  const [date = '', time = ''] = tashkentDateTime(atMs).split(' ');
  return `${date.split('.').toReversed().join('-')} ${time}`;
}

/** The instant in ms; null: no such moment. */
export function parsePaynetTime(text: unknown): number | null {
  const parts = typeof text === 'string' ? WRITTEN.exec(text) : null;
  if (!parts) return null;
  const [year, month, day, hour, minute, second] = parts.slice(1).map(Number) as [
    ...[number, number, number, number, number, number],
  ];
  const atMs = tashkentInstant(year, month, day, hour, minute) + second * 1_000;
  // A 31st of February would be a day of March.
  return paynetTime(atMs) === text ? atMs : null;
}
