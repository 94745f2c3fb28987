import { i18n } from '#client/i18n/i18n.ts';
import type { RoomHead } from '#shared/realtime/room.ts';

export type CountdownView =
  | { kind: 'until-start'; leftMs: number }
  | { kind: 'left'; leftMs: number; urgent: boolean }
  /** The deadline has passed by the server's clock and the hammer is not in the log yet. */
  | { kind: 'closing' }
  | { kind: 'paused'; resumeInMs: number | null }
  | { kind: 'closed' };

const URGENT_MS = 60_000;

/** What the countdown shows now; never negative. */
export function countdownView(head: RoomHead, opensAtMs: number, nowMs: number): CountdownView {
  if (head.phase === 'closed') return { kind: 'closed' };
  if (head.phase === 'paused') {
    return {
      kind: 'paused',
      resumeInMs: head.resumeAtMs === null ? null : Math.max(0, head.resumeAtMs - nowMs),
    };
  }
  if (head.phase === 'waiting' && nowMs < opensAtMs)
    return { kind: 'until-start', leftMs: opensAtMs - nowMs };
  const leftMs = head.deadlineMs - nowMs;
  return leftMs > 0 ? { kind: 'left', leftMs, urgent: leftMs <= URGENT_MS } : { kind: 'closing' };
}

/** `8 kun 02:03` with days, `02:03:04` with hours, otherwise `03:04`; rounded up so that 00:00 means over. */
export function clockDigits(leftMs: number): string {
  const total = Math.max(0, Math.ceil(leftMs / 1_000));
  const two = (value: number) => String(value).padStart(2, '0');
  const days = Math.floor(total / 86_400);
  const hours = Math.floor(total / 3_600) % 24;
  const minutes = Math.floor(total / 60) % 60;
  const seconds = total % 60;
  if (days > 0) return `${i18n.t('duration.days', { ns: 'ui', count: days })} ${two(hours)}:${two(minutes)}`;
  if (hours > 0) return `${two(hours)}:${two(minutes)}:${two(seconds)}`;
  return `${two(minutes)}:${two(seconds)}`;
}
