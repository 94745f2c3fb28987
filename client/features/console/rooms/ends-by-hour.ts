import type { BoardRoom } from '#shared/api/console/console-rooms.ts';

const HOUR_MS = 3_600_000;

/**
 * How many rooms may end within each hour of the clock, from the present one on: by the deadline they have now. Paused
 * rooms end at no known time and count nowhere.
 */
export function endsByHour(
  rooms: readonly Pick<BoardRoom, 'phase' | 'deadlineMs'>[],
  nowMs: number,
  hours: number,
): { fromMs: number; count: number }[] {
  const firstMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const counts = Array.from({ length: hours }, () => 0);
  for (const { phase, deadlineMs } of rooms) {
    if (phase !== 'running' && phase !== 'waiting') continue;
    const hour = Math.max(0, Math.floor((deadlineMs - firstMs) / HOUR_MS));
    if (hour < hours) counts[hour] = (counts[hour] ?? 0) + 1;
  }
  return counts.map((count, hour) => ({ fromMs: firstMs + hour * HOUR_MS, count }));
}
