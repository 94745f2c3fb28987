import type {
  AuctionResult,
  EndedAuction,
  FigureGroup,
  FigureRow,
  Figures,
} from '#shared/api/console/figures.ts';
import { COUNTED_ROWS_MAX } from '#shared/limits/counted-rows.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { figurePeriod } from './figure-period.ts';
import type {
  CountedAuctions,
  CountedPayments,
  EndedAuctionRow,
  FiguresRepository,
} from './figures.repository.ts';

interface AuctionChoice {
  /** First and last day, `YYYY-MM-DD`, both included. */
  from?: string | undefined;
  to?: string | undefined;
  category?: number | undefined;
  region?: number | undefined;
}

export interface AuctionFigures {
  from: string;
  to: string;
  total: Figures;
  rows: FigureRow[];
}

export type FiguresService = ReturnType<typeof createFigures>;

/** What auctions brought, counted from the auctions themselves. */
export function createFigures({
  repository,
  nowMs = Date.now,
}: {
  repository: FiguresRepository;
  nowMs?: () => number;
}) {
  return {
    /** Months in their order, those without an auction too; categories and regions by auctions, the most first. */
    async count({
      group,
      category,
      region,
      ...asked
    }: AuctionChoice & { group: FigureGroup }): Promise<AuctionFigures> {
      const { since, before, from, to, monthStarts } = figurePeriod(asked, nowMs());
      const filter = { since, before, categoryId: category, regionId: region };
      const [auctions, payments, names] = await Promise.all([
        repository.count(filter, group, monthStarts),
        repository.countPayments(filter, group, monthStarts),
        group === 'month' ? null : repository.names(group),
      ]);
      const paymentsOf = new Map(payments.map((row) => [row.key, row]));
      const counted = new Map(auctions.map((row) => [row.key, figuresOf(row, paymentsOf.get(row.key))]));
      const rows =
        names === null
          ? monthStarts.map((start, at) => ({
              key: tashkentDay(start).slice(0, 'YYYY-MM'.length),
              name: null,
              figures: counted.get(at + 1) ?? NONE,
            }))
          : [...counted]
              .filter((entry): entry is [number, Figures] => entry[0] !== null)
              .toSorted(([, one], [, other]) => other.auctions - one.auctions)
              .map(([id, figures]) => ({ key: String(id), name: names.get(id) ?? null, figures }));
      return { from, to, total: counted.get(null) ?? NONE, rows };
    },

    /** The last ended first. */
    async auctions({
      category,
      region,
      result,
      page,
      size,
      most = COUNTED_ROWS_MAX,
      ...asked
    }: AuctionChoice & {
      result?: AuctionResult | undefined;
      page: number;
      size: number;
      most?: number;
    }) {
      const { since, before } = figurePeriod(asked, nowMs());
      const { rows, total } = await repository.page(
        { since, before, categoryId: category, regionId: region, result },
        { limit: size, offset: (page - 1) * size, most },
      );
      return { items: rows.map(endedAuctionOf), total, page, size };
    },
  };
}

const NONE: Figures = {
  auctions: 0,
  sold: 0,
  participants: 0,
  riseBp: null,
  averagePriceTiyin: null,
  paid: 0,
  medianPaymentMs: null,
};

const figuresOf = (row: CountedAuctions, payments: CountedPayments | undefined): Figures => ({
  auctions: row.auctions,
  sold: row.sold,
  participants: row.participants,
  riseBp: row.rise_bp,
  averagePriceTiyin: row.average_price_tiyin,
  paid: payments?.paid ?? 0,
  medianPaymentMs: payments?.median_ms ?? null,
});

const endedAuctionOf = (row: EndedAuctionRow): EndedAuction => ({
  lotId: row.id,
  title: row.title,
  category: row.category,
  region: row.region,
  endedAtMs: row.ended_at.getTime(),
  startPriceTiyin: row.start_price_tiyin,
  priceTiyin: row.outcome === 'sold' ? row.room_price_tiyin : null,
  participants: row.participants ?? 0,
  outcome: row.outcome,
  sale:
    row.sale_state === null
      ? null
      : {
          state: row.sale_state,
          soldAtMs: row.sold_at!.getTime(),
          paidAtMs: row.sale_state === 'paid' ? row.decided_at!.getTime() : null,
        },
});
