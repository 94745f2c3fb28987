import { tashkentInstant, tashkentParts } from '#shared/time/tashkent.ts';

const WRITTEN = /^(\d{2})\.(\d{2})\.(\d{4}) (\d{2}):(\d{2})$/;

/** Instant of `DD.MM.YYYY HH:mm` on clocks in Tashkent; null when there is no such day or time. */
export function localInstant(text: string): number | null {
  const [day, month, year, hour, minute] = (WRITTEN.exec(text.trim()) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  const at = tashkentInstant(year, month, day, hour, minute);
  const parts = tashkentParts(at);
  const same = parts.day === day && parts.month === month && parts.hour === hour && parts.minute === minute;
  return same ? at : null;
}
