import type { AuctionResult, FigureGroup } from '#shared/api/console/figures.ts';
import { paths } from '#client/lib/paths.ts';

type FigureFilters = Readonly<Record<'from' | 'to' | 'category' | 'region', string>>;

/** What a row of figures counts: its key says a month, a category or a region; null: everything that is counted. */
export interface Counted {
  group: FigureGroup;
  key: string | null;
  /** First and last day of all that is counted. */
  from: string;
  to: string;
  filters: FigureFilters;
}

/** Days of a month, `YYYY-MM`, within a period. */
function daysOf(month: string, from: string, to: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = `${month}-${String(new Date(Date.UTC(year, number, 0)).getUTCDate()).padStart(2, '0')}`;
  const first = `${month}-01`;
  return { from: first < from ? from : first, to: last > to ? to : last };
}

/** Address of the auctions that a number counts. */
export function rowsBehind({ group, key, from, to, filters }: Counted, result?: AuctionResult): string {
  const chosen = {
    ...filters,
    from,
    to,
    ...(key === null ? {} : group === 'month' ? daysOf(key, from, to) : { [group]: key }),
    ...(result ? { result } : {}),
  };
  const query = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== ''));
  return `${paths.console('ended-auctions')}?${query.toString()}`;
}
