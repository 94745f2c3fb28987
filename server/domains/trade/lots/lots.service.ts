import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import type { LotCard, LotDetails, LotFilter, LotListQuery, LotResult } from '#shared/api/site/lots.ts';
import { LOT_STATUS, OPEN_STATUSES } from '#shared/lifecycles/lot-status.ts';
import {
  LOT_TAB,
  LOT_TAB_NAMES,
  type LotStage,
  type LotTab,
  type LotTabName,
} from '#shared/lifecycles/lot-tabs.ts';
import { LotJson, type ReadyJson } from './catalogue/lot-json.ts';
import { Catalogue } from './catalogue/catalogue.ts';
import type { EndedFilter, LotSearchRepository } from './lot-search.repository.ts';
import { lotCard, lotDetails, lotResult } from './lot-views.ts';
import { publishLot, type NewLot } from './lots.publish.ts';
import type { LotsRepository } from './lots.repository.ts';

/** Who looks; by default not staff. */
interface SeenBy {
  staff: boolean;
}

export interface LotsService {
  /** A page as serialised JSON, with its ETag. */
  list(query: LotListQuery): Promise<ReadyJson>;
  counters(filter: LotFilter): Promise<Record<LotTabName | LotStage, number>>;
  /** An array of cards. */
  active(limit: number, except?: number): Promise<ReadyJson>;
  cards(ids: readonly number[]): Promise<LotCard[]>;
  /** Last published first; practice lots are none. */
  newest(filter: LotFilter, limit: number): Promise<LotCard[]>;
  /** Auctions that ended, the last one first, with their results; practice lots are none. */
  ended(filter: EndedFilter, limit: number): Promise<{ lot: LotCard; result: LotResult }[]>;
  /** As the row is now; null: no such lot, or a rehearsal, which staff alone may see. */
  details(id: number, seen?: SeenBy): Promise<LotDetails | null>;
  /** The same as serialised JSON, with the staleness of lists; rehearsals have none. */
  detailsJson(id: number): Promise<ReadyJson | null>;
  result(id: number, seen?: SeenBy): Promise<{ lot: LotCard; result: LotResult | null } | null>;
  countByCategory(): Promise<ReadonlyMap<number, number>>;
  /** Returns the id of the published lot. */
  publish(lot: NewLot): Promise<number>;
  /** Loads the lists and the cards of the newest lots on trade ahead of requests. May be called again after a rejection. */
  prepare(): Promise<void>;
  /**
   * Loads more lots that ended last, then cards of the other lots on trade and of those that have ended, the newest first, a few at
   * each step; what is there already is passed over. Lots that memory does not hold are counted by their traits.
   */
  prepareRest(): AsyncIterable<void>;
}

/** Pages that are looked through for lots that are not for practice. */
const NEWEST_PAGES = 10;

export interface LotsDeps {
  lots: LotsRepository;
  search: LotSearchRepository;
  reference: ReferenceService;
  /** Maximum age of lists and counters, ms. Default 0: they include everything committed before the query. */
  staleMs?: number;
  /** So many lots that ended last are held in memory; PostgreSQL finds those that ended before them. */
  endedHeld?: number;
  /** So many are read before the process is ready; then as many at a time, beside the requests. */
  endedAtOnce?: number;
  /** So many cards of lots on trade are written before the process is ready. */
  cardsAtStart?: number;
}

/** Five weeks of a market with 800 lots a day, in some 25 MB. */
const ENDED_HELD = 30_000;
/** A tenth of a second of work. */
const ENDED_AT_ONCE = 2_000;
/** Their writing takes half a second; thirty thousand would keep a process from its work for seven. */
const CARDS_AT_START = 2_000;

export function createLotsService({
  lots,
  search,
  reference,
  staleMs = 0,
  endedHeld = ENDED_HELD,
  endedAtOnce = ENDED_AT_ONCE,
  cardsAtStart = CARDS_AT_START,
}: LotsDeps): LotsService {
  const cards = new LotJson(search.catalogue);
  const catalogue = new Catalogue(search.catalogue.source, {
    staleMs,
    endedHeld,
    endedAtOnce,
    onChanged: (ids) => cards.forget(ids),
  });
  const newestOnTrade = (): number[] => catalogue.currentIds(Date.now()).toReversed();
  const one = async (id: number, seen: SeenBy = { staff: false }) => {
    const row = await search.catalogue.lot(id);
    if (row === null || (row.rehearsal && !seen.staff)) return null;
    return { row: await cards.named(row), nextLotId: row.next_lot_id };
  };
  return {
    async list(query) {
      const { ids, total } = await catalogue.page(query, Date.now());
      const rest = `,"total":${total},"page":${query.page},"size":${query.size}}`;
      return cards.array(ids, catalogue, '{"items":', rest);
    },
    async counters(filter) {
      const { tabs, stages } = await catalogue.counts(filter, Date.now());
      const named = LOT_TAB_NAMES.map((name, tab) => [name, tabs[tab as LotTab]]);
      return { ...(Object.fromEntries(named) as Record<LotTabName, number>), ...stages };
    },
    async active(limit, except) {
      return cards.array(await catalogue.active(limit, except ?? null, OPEN_STATUSES), catalogue);
    },
    async cards(ids) {
      return (await search.byIds(ids)).map(lotCard);
    },
    async newest(filter, limit) {
      const found: LotCard[] = [];
      for (let page = 1; found.length < limit && page <= NEWEST_PAGES; page += 1) {
        const query = { ...filter, i: LOT_TAB.searchResults, page, size: limit, sort: 'newest' } as const;
        const { ids } = await catalogue.page(query, Date.now());
        const cardOf = new Map((await search.byIds(ids)).map((row) => [row.id, lotCard(row)]));
        found.push(...ids.flatMap((id) => cardOf.get(id) ?? []).filter(({ practice }) => !practice));
        if (ids.length < limit) break;
      }
      return found.slice(0, limit);
    },
    async ended(filter, limit) {
      return (await search.ended(filter, limit)).flatMap((row) => {
        const result = lotResult(row);
        return result ? [{ lot: lotCard(row), result }] : [];
      });
    },
    async details(id, seen) {
      const found = await one(id, seen);
      return found && lotDetails(found.row, found.nextLotId);
    },
    async detailsJson(id) {
      await catalogue.fresh();
      return cards.details(id, catalogue);
    },
    async result(id, seen) {
      const found = await one(id, seen);
      if (!found) return null;
      const { row } = found;
      const before = row.status === LOT_STATUS.archived ? await lots.statusBeforeArchive(id) : null;
      return { lot: lotCard(row), result: lotResult(row, before ?? row.status) };
    },
    countByCategory: () => catalogue.countByCategory(Date.now()),
    async prepare() {
      await catalogue.fresh();
      for await (const _ of cards.prepare(newestOnTrade().slice(0, cardsAtStart), catalogue));
    },
    async *prepareRest() {
      while (await catalogue.holdMore()) yield;
      await catalogue.prepareOlder();
      yield* cards.prepare(newestOnTrade(), catalogue);
      yield* cards.prepareEnded(catalogue.ids.toReversed(), catalogue);
    },
    publish: (lot) => publishLot(lots, reference, lot),
  };
}
