import { DAY_MS, tashkentInstant } from './tashkent.ts';

/** Instants of a period given by its first and last day in Tashkent (`YYYY-MM-DD`), both included. */
export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }): {
  since?: Date;
  before?: Date;
} {
  const start = (day: string): number => {
    const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
    return tashkentInstant(year, month, date);
  };
  return {
    ...(from ? { since: new Date(start(from)) } : {}),
    ...(to ? { before: new Date(start(to) + DAY_MS) } : {}),
  };
}
