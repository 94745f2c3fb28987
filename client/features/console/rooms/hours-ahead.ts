import type { BoardRoom } from '#shared/api/console/console-rooms.ts';

const HOUR_MS = 3_600_000;

type Times = Pick<BoardRoom, 'phase' | 'opensAtMs' | 'deadlineMs'>;

const hourOf = (atMs: number): number => Math.floor(atMs / HOUR_MS) * HOUR_MS;

/** Whether a room opens, or may end by the deadline it has now, in the hour that begins then. Paused rooms end at no known time. */
export const opensIn = ({ phase, opensAtMs }: Times, fromMs: number): boolean =>
  phase === 'waiting' && hourOf(opensAtMs) === fromMs;
export const endsIn = ({ phase, deadlineMs }: Times, fromMs: number, nowMs: number): boolean =>
  (phase === 'running' || phase === 'waiting') && Math.max(hourOf(deadlineMs), hourOf(nowMs)) === fromMs;

/** How many rooms open and may end within each hour of the clock, from the present one on. */
export function hoursAhead(
  rooms: readonly Times[],
  nowMs: number,
  hours: number,
): { fromMs: number; opens: number; ends: number }[] {
  const firstMs = hourOf(nowMs);
  return Array.from({ length: hours }, (_, hour) => {
    const fromMs = firstMs + hour * HOUR_MS;
    return {
      fromMs,
      opens: rooms.filter((room) => opensIn(room, fromMs)).length,
      ends: rooms.filter((room) => endsIn(room, fromMs, nowMs)).length,
    };
  });
}
