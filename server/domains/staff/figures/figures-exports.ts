import { z } from 'zod';
import {
  lotFilter,
  listExport,
  timeCell,
  type ExportSource,
  type ListColumn,
} from '#server/platform/modules/index.ts';
import {
  AUCTION_RESULTS,
  FIGURE_GROUPS,
  type EndedAuction,
  type FigureRow,
} from '#shared/api/console/figures.ts';
import { periodFields } from '#shared/api/period.ts';
import type { FiguresService } from './figures.service.ts';

const HOUR_MS = 3_600_000;
const BP_PER_PERCENT = 100;
const PERCENT = 100;

/** One decimal, as the screen has it. */
const tenth = (value: number): number => Math.round(value * 10) / 10;
const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : tenth((part / whole) * PERCENT);

const COUNTED: readonly ListColumn<FigureRow>[] = [
  {
    head: 'console-figures:column.group',
    kind: 'text',
    value: ({ key, name }, { language }) => name?.[language] ?? key,
  },
  { head: 'console-figures:column.auctions', kind: 'number', value: ({ figures }) => figures.auctions },
  {
    head: 'console-figures:column.participants',
    kind: 'number',
    value: ({ figures }) => figures.participants,
  },
  { head: 'console-figures:column.sold', kind: 'number', value: ({ figures }) => figures.sold },
  {
    head: 'console-figures:percent.success',
    kind: 'number',
    value: ({ figures }) => share(figures.sold, figures.auctions),
  },
  {
    head: 'console-figures:percent.rise',
    kind: 'number',
    value: ({ figures: { riseBp } }) => (riseBp === null ? null : tenth(riseBp / BP_PER_PERCENT)),
  },
  {
    head: 'console-figures:column.averagePrice',
    kind: 'money',
    value: ({ figures }) => figures.averagePriceTiyin,
  },
  { head: 'console-figures:column.paid', kind: 'number', value: ({ figures }) => figures.paid },
  {
    head: 'console-figures:percent.hours',
    kind: 'number',
    value: ({ figures: { medianPaymentMs } }) =>
      medianPaymentMs === null ? null : tenth(medianPaymentMs / HOUR_MS),
  },
];

const CHOSEN = { ...periodFields, category: lotFilter, region: lotFilter };
const COUNTED_FILTERS = { ...CHOSEN, group: z.enum(FIGURE_GROUPS).default('month') };

/** The table of figures. */
export const figuresExport = (figures: Pick<FiguresService, 'count'>): ExportSource =>
  listExport<typeof COUNTED_FILTERS, FigureRow>({
    title: 'console-figures:title',
    right: 'readFigures',
    filters: COUNTED_FILTERS,
    async list({ page, size, ...query }) {
      const { rows } = await figures.count(query);
      return { items: rows.slice((page - 1) * size, page * size), total: rows.length };
    },
    id: ({ key }) => key,
    columns: COUNTED,
  });

const ENDED: readonly ListColumn<EndedAuction>[] = [
  { head: 'exports:column.lotNumber', kind: 'number', value: ({ lotId }) => lotId },
  { head: 'console-figures:column.lot', kind: 'text', value: ({ title }, { language }) => title[language] },
  {
    head: 'console-figures:column.category',
    kind: 'text',
    value: ({ category }, { language }) => category[language],
  },
  {
    head: 'console-figures:column.region',
    kind: 'text',
    value: ({ region }, { language }) => region[language],
  },
  { head: 'console-figures:column.ended', kind: 'time', value: ({ endedAtMs }) => timeCell(endedAtMs) },
  {
    head: 'console-figures:column.startPrice',
    kind: 'money',
    value: ({ startPriceTiyin }) => startPriceTiyin,
  },
  { head: 'console-figures:column.price', kind: 'money', value: ({ priceTiyin }) => priceTiyin },
  { head: 'console-figures:column.participants', kind: 'number', value: ({ participants }) => participants },
  {
    head: 'console-figures:column.outcome',
    kind: 'text',
    value: ({ outcome }, { text }) => text(`console-figures:outcome.${outcome ?? 'none'}`),
  },
  {
    head: 'console-figures:column.sale',
    kind: 'text',
    value: ({ sale }, { text }) => sale && text(`after-sale:state.${sale.state}`),
  },
  { head: 'exports:column.paidAt', kind: 'time', value: ({ sale }) => timeCell(sale?.paidAtMs ?? null) },
];

const ENDED_FILTERS = { ...CHOSEN, result: z.enum(AUCTION_RESULTS).optional() };

/** The auctions behind the figures. */
export const endedAuctionsExport = (figures: Pick<FiguresService, 'auctions'>): ExportSource =>
  listExport<typeof ENDED_FILTERS, EndedAuction>({
    title: 'console-figures:ended.title',
    right: 'readFigures',
    filters: ENDED_FILTERS,
    list: (query) => figures.auctions(query),
    id: ({ lotId }) => lotId,
    columns: ENDED,
  });
