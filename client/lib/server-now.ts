import { useSyncExternalStore } from 'react';
import { serverDate } from '#shared/api/site/site.ts';
import { TASHKENT_OFFSET_MS } from '#shared/time/tashkent.ts';
import { call } from './api-client.ts';
import { serverClock } from './server-clock.ts';

/**
 * Server time for headers and cards. The room's clock, measured by round trips, is used as soon as it exists;
 * before that the server's date, right to about a second.
 */
let dateOffsetMs = 0;

export function nowMs(): number {
  const measured = Number.isFinite(serverClock.current().uncertaintyMs);
  return measured ? serverClock.serverNowMs() : Date.now() + dateOffsetMs;
}

const DATE = /^(\d{2})\.(\d{2})\.(\d{4}) (\d{2}):(\d{2}):(\d{2})$/;

/** The instant of a server date `DD.MM.YYYY HH:mm:ss` in Tashkent, or null. */
export function parseServerDate(text: string): number | null {
  const match = DATE.exec(text);
  if (!match) return null;
  const [day, month, year, hour, minute, second] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return Date.UTC(year, month - 1, day, hour, minute, second) - TASHKENT_OFFSET_MS;
}

/** Asks the server's date and corrects this page's clock by it. Rejects with an ApiError. */
export async function readServerDate(): Promise<void> {
  const sentAt = Date.now();
  const text = await call(serverDate);
  const at = parseServerDate(text);
  // The date is cut to the second: half a second is added as the likeliest instant within it.
  if (at !== null) dateOffsetMs = at + 500 - (sentAt + Date.now()) / 2;
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let second = 0;

function tick(): void {
  const now = nowMs();
  second = Math.floor(now / 1_000);
  timer = setTimeout(tick, 1_005 - (now % 1_000));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) tick();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearTimeout(timer);
  };
}

const currentSecond = () => second || Math.floor(nowMs() / 1_000);

/** Server time in whole seconds (ms); draws again at each turn of the server's second. One timer for the page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, currentSecond, currentSecond) * 1_000;
}

/** Whether an instant is past by the server's time; draws again when that changes, not each second. */
export function usePassed(atMs: number): boolean {
  const passed = () => currentSecond() * 1_000 >= atMs;
  return useSyncExternalStore(subscribe, passed, passed);
}
