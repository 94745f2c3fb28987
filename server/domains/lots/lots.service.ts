import type { ReferenceService } from '#server/domains/reference/index.ts';
import type { LotCard, LotDetails, LotFilter, LotListQuery, LotResult } from '#shared/api/lots.ts';
import { LOT_TAB_NAMES, type LotTab, type LotTabName } from '#shared/states/lot-tabs.ts';
import type { LotSearchRepository } from './lot-search.repository.ts';
import { lotCard, lotDetails, lotResult } from './lot-views.ts';
import { publishLot, type NewLot } from './lots.publish.ts';
import type { LotsRepository } from './lots.repository.ts';

export interface LotsService {
  list(query: LotListQuery): Promise<{ items: LotCard[]; total: number; page: number; size: number }>;
  counters(filter: LotFilter): Promise<Record<LotTabName, number>>;
  active(limit: number, except?: number): Promise<LotCard[]>;
  cards(ids: readonly number[]): Promise<LotCard[]>;
  /** null: no such lot. */
  details(id: number): Promise<LotDetails | null>;
  result(id: number): Promise<{ lot: LotCard; result: LotResult | null } | null>;
  countByCategory(): Promise<ReadonlyMap<number, number>>;
  /** Returns the id of the published lot. */
  publish(lot: NewLot): Promise<number>;
}

export interface LotsDeps {
  lots: LotsRepository;
  search: LotSearchRepository;
  reference: ReferenceService;
}

export function createLotsService({ lots, search, reference }: LotsDeps): LotsService {
  const one = async (id: number) => (await search.byIds([id]))[0] ?? null;
  return {
    async list(query) {
      const { rows, total } = await search.page(query, new Date());
      return { items: rows.map(lotCard), total, page: query.page, size: query.size };
    },
    async counters(filter) {
      const counts = await search.tabCounts(filter, new Date());
      const named = LOT_TAB_NAMES.map((name, tab) => [name, counts[tab as LotTab]]);
      return Object.fromEntries(named) as Record<LotTabName, number>;
    },
    async active(limit, except) {
      return (await search.active(limit, except ?? null)).map(lotCard);
    },
    async cards(ids) {
      return (await search.byIds(ids)).map(lotCard);
    },
    async details(id) {
      const [row, nextLotId] = await Promise.all([one(id), lots.repeatOf(id)]);
      return row && lotDetails(row, nextLotId);
    },
    async result(id) {
      const row = await one(id);
      return row && { lot: lotCard(row), result: lotResult(row) };
    },
    countByCategory: () => search.countByCategory(),
    publish: (lot) => publishLot(lots, reference, lot),
  };
}
