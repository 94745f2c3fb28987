import type { SiteInfo } from '#shared/api/site/site.ts';
import { tashkentParts } from '#shared/time/tashkent.ts';

export type Opening =
  | { open: true; until: string }
  /** `weekday`: the day it opens next, 1 Monday … 7 Sunday; null means still today. */
  | { open: false; weekday: number | null; at: string };

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

/** Whether the support line answers at an instant, in Tashkent; public holidays are not known to it. */
export function openingAt(hours: SiteInfo['hours'], atMs: number): Opening {
  const { weekday, hour, minute } = tashkentParts(atMs);
  const works = (day: number) =>
    hours.fromDay <= hours.toDay
      ? day >= hours.fromDay && day <= hours.toDay
      : day >= hours.fromDay || day <= hours.toDay;
  const now = hour * 60 + minute;
  if (works(weekday) && now < minutesOf(hours.opens)) return { open: false, weekday: null, at: hours.opens };
  if (works(weekday) && now < minutesOf(hours.closes)) return { open: true, until: hours.closes };
  const next = [1, 2, 3, 4, 5, 6, 7].map((ahead) => ((weekday - 1 + ahead) % 7) + 1).find(works);
  return { open: false, weekday: next ?? hours.fromDay, at: hours.opens };
}
