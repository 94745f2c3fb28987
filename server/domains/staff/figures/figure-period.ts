import { FIGURE_MONTHS_MAX } from '#shared/api/console/figures.ts';
import { DAY_MS, tashkentDay, tashkentInstant, tashkentParts } from '#shared/time/tashkent.ts';
import { periodOf } from '#shared/time/period.ts';

const MONTHS = 12;
/** Of one answer unless a period is asked for. */
const USUAL_MONTHS = 12;

/** Months since the year 0, so that they can be counted. */
const monthAt = (atMs: number): number => {
  const { year, month } = tashkentParts(atMs);
  return year * MONTHS + month - 1;
};
const startOf = (month: number): number =>
  tashkentInstant(Math.floor(month / MONTHS), (month % MONTHS) + 1, 1);

export interface FigurePeriod {
  since: Date;
  before: Date;
  /** First and last day in Tashkent, `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** Starts of the months that the period touches, in their order. */
  monthStarts: Date[];
}

/** The period that is counted: as asked for, or the current month and those before it; never more than ten years. */
export function figurePeriod(
  asked: { from?: string | undefined; to?: string | undefined },
  nowMs: number,
): FigurePeriod {
  const { since, before } = periodOf(asked);
  const endMs = before?.getTime() ?? periodOf({ to: tashkentDay(nowMs) }).before!.getTime();
  const lastMonth = monthAt(endMs - 1);
  const firstMs = since?.getTime() ?? startOf(lastMonth - USUAL_MONTHS + 1);
  const sinceMs = Math.max(firstMs, startOf(lastMonth - FIGURE_MONTHS_MAX + 1));
  const monthStarts: Date[] = [];
  for (let month = monthAt(sinceMs); month <= lastMonth; month += 1)
    monthStarts.push(new Date(startOf(month)));
  return {
    since: new Date(sinceMs),
    before: new Date(endMs),
    from: tashkentDay(sinceMs),
    to: tashkentDay(endMs - DAY_MS),
    monthStarts,
  };
}
