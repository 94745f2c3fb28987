import { i18n } from '#client/i18n/i18n.ts';

const SECOND = 1_000;
const DAY_S = 86_400;

/**
 * What a countdown shows: `4:59`, `1:02:03`, and days ahead `2 kun 03:10`, where seconds would only distract. Rounded up to the
 * second, so 0:00 means over; never negative.
 */
export function formatCountdown(leftMs: number): string {
  const total = Math.max(0, Math.ceil(leftMs / SECOND));
  const days = Math.floor(total / DAY_S);
  const hours = Math.floor((total % DAY_S) / 3_600);
  const minutes = Math.floor((total % 3_600) / 60);
  const seconds = String(total % 60).padStart(2, '0');
  if (days > 0) {
    const clock = `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
    return `${i18n.t('duration.days', { ns: 'ui', count: days })} ${clock}`;
  }
  if (hours > 0) return `${hours}:${String(minutes).padStart(2, '0')}:${seconds}`;
  return `${minutes}:${seconds}`;
}

/** In words, the two largest units: `2 kun 3 soat`, `10 daqiqa`. For texts and screen readers. */
export function formatDuration(ms: number): string {
  const total = Math.max(0, Math.round(ms / SECOND));
  const parts = [
    { key: 'duration.days', count: Math.floor(total / DAY_S) },
    { key: 'duration.hours', count: Math.floor((total % DAY_S) / 3_600) },
    { key: 'duration.minutes', count: Math.floor((total % 3_600) / 60) },
    { key: 'duration.seconds', count: total % 60 },
  ];
  const first = parts.findIndex((part) => part.count > 0);
  const shown = first < 0 ? parts.slice(3) : parts.slice(first, first + 2).filter((part) => part.count > 0);
  return shown.map(({ key, count }) => i18n.t(key, { ns: 'ui', count })).join(' ');
}
