import { z } from 'zod';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { LOT_OUTCOMES } from '../../lifecycles/lot-outcome.ts';
import { SETTLEMENT_STATES } from '../../lifecycles/settlement.ts';
import { contract } from '../contract.ts';
import { shortIdField, wholeNumber } from '../fields.ts';
import { periodFields } from '../period.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';

/** What auctions are counted by. */
export const FIGURE_GROUPS = ['month', 'category', 'region'] as const;
export type FigureGroup = (typeof FIGURE_GROUPS)[number];

/** Months of one answer; of a longer period the last ones are counted. */
export const FIGURE_MONTHS_MAX = 120;

/** Auctions by the day they ended; practice and sales at a fixed price are none. */
const chosenAuctions = {
  ...periodFields,
  category: shortIdField.optional(),
  region: shortIdField.optional(),
};

const figuresSchema = z.object({
  auctions: z.int(),
  /** With a price at the hammer. */
  sold: z.int(),
  /** Admitted to the auctions, each counted once for each auction. */
  participants: z.int(),
  /** By how many basis points the prices of sold ones are above their start prices, all together; null: none is sold. */
  riseBp: z.int().nullable(),
  /** Of sold ones, in whole UZS; null: none is sold. */
  averagePriceTiyin: z.int().nullable(),
  /** Sales that are paid whole. */
  paid: z.int(),
  /** From the sale to the payment: half of the paid ones took no longer; null: none is paid. */
  medianPaymentMs: z.int().nullable(),
});
export type Figures = z.infer<typeof figuresSchema>;

const figureRowSchema = z.object({
  /** A month as `YYYY-MM`, or the id of a category or region. */
  key: z.string(),
  /** Of a category or region; null of months. */
  name: localizedTextSchema.nullable(),
  figures: figuresSchema,
});
export type FigureRow = z.infer<typeof figureRowSchema>;

/** The last twelve months unless a period is given. Months in their order, those without an auction too; others by auctions. */
export const auctionFigures = contract({
  name: 'console.figures',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/figures',
  summary:
    'Auctions, participants, prices over start, success and time to payment by month, category or region',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readFigures },
  rateLimit: { perMinute: 60 },
  query: z.strictObject({ ...chosenAuctions, group: z.enum(FIGURE_GROUPS).default('month') }),
  answer: z.object({
    /** First and last day that were counted, `YYYY-MM-DD`. */
    from: z.string(),
    to: z.string(),
    total: figuresSchema,
    rows: z.array(figureRowSchema),
  }),
});

const endedAuctionSchema = z.object({
  lotId: z.int(),
  title: localizedTextSchema,
  category: localizedTextSchema,
  region: localizedTextSchema,
  endedAtMs: z.int(),
  startPriceTiyin: z.int(),
  /** At the hammer; null: not sold. */
  priceTiyin: z.int().nullable(),
  participants: z.int(),
  outcome: z.enum(LOT_OUTCOMES).nullable(),
  /** Of the last sale; null: there was none. */
  sale: z
    .object({ state: z.enum(SETTLEMENT_STATES), soldAtMs: z.int(), paidAtMs: z.int().nullable() })
    .nullable(),
});
export type EndedAuction = z.infer<typeof endedAuctionSchema>;

/** `sold`: with a price at the hammer; `unsold`: the others; `paid`: their sale is paid whole. */
export const AUCTION_RESULTS = ['sold', 'unsold', 'paid'] as const;
export type AuctionResult = (typeof AUCTION_RESULTS)[number];

/** The rows behind the figures, the last ended first. */
export const endedAuctions = contract({
  name: 'console.ended-auctions',
  refusals: {},
  method: 'get',
  mayLag: true,
  path: '/api/console/ended-auctions',
  summary: 'Auctions that ended, with their price, participants and payment',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.readFigures },
  rateLimit: { perMinute: 120 },
  query: z.strictObject({
    ...chosenAuctions,
    result: z.enum(AUCTION_RESULTS).optional(),
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({
    items: z.array(endedAuctionSchema),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
});

export const figureContracts = [auctionFigures, endedAuctions];
