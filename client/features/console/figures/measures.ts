import type { TFunction } from 'i18next';
import type { AuctionResult, Figures } from '#shared/api/console/figures.ts';
import { formatDuration } from '#client/lib/format/duration.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { formatPercent } from '#client/lib/format/money.ts';

export const MEASURES = ['auctions', 'participants', 'success', 'rise', 'payment'] as const;
export type Measure = (typeof MEASURES)[number];

/** What nothing can be said of. */
const NONE = '—';
const BP_PER_PERCENT = 100;
const tenth = (value: number) => Math.round(value * 10) / 10;

const successOf = ({ auctions, sold }: Figures): number | null =>
  auctions === 0 ? null : tenth((sold / auctions) * 100);
const riseOf = ({ riseBp }: Figures): number | null =>
  riseBp === null ? null : tenth(riseBp / BP_PER_PERCENT);
const percent = (value: number | null): string => (value === null ? NONE : formatPercent(value));

interface MeasureOf {
  value: (figures: Figures) => number | null;
  part?: (figures: Figures) => number;
  text: (figures: Figures, t: TFunction<'console-figures'>) => string;
  /** The rows behind it; all of them without. */
  result?: AuctionResult;
}

/** Each measure as a number to draw and as a text. */
export const MEASURE_OF: Readonly<Record<Measure, MeasureOf>> = {
  auctions: {
    value: ({ auctions }) => auctions,
    part: ({ sold }) => sold,
    text: ({ auctions, sold }, t) =>
      t('console-figures:chart.sold', { all: formatCount(auctions), sold: formatCount(sold) }),
  },
  participants: {
    value: ({ participants }) => participants,
    text: ({ participants }) => formatCount(participants),
  },
  success: { value: successOf, text: (figures) => percent(successOf(figures)), result: 'sold' },
  rise: { value: riseOf, text: (figures) => percent(riseOf(figures)), result: 'sold' },
  payment: {
    value: ({ medianPaymentMs }) => medianPaymentMs,
    text: ({ medianPaymentMs }) => (medianPaymentMs === null ? NONE : formatDuration(medianPaymentMs)),
    result: 'paid',
  },
};
