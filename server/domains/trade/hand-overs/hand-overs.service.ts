import { deadlineAfter, type WorkingCalendar } from '#server/domains/content/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { HandOverOfSale } from '#shared/api/cabinet/hand-over-of-sale.ts';
import type { StaffHandOver } from '#shared/api/cabinet/hand-overs.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import {
  HAND_OVER,
  HAND_OVER_DAYS,
  HAND_OVER_STATES,
  OPEN_HAND_OVERS,
  type HandOverState,
} from '#shared/lifecycles/hand-over.ts';
import { statesFrom } from '#shared/lifecycles/lifecycle.ts';
import type { ActFile } from './act-facts.repository.ts';
import { createActs } from './acts.service.ts';
import type { HandOver, HandOverRow } from './hand-over-tables.ts';
import { handOverOfSale, staffHandOverView, type HandOverViewer } from './hand-over-views.ts';
import { createHandOversRepository, type HandOverFilter } from './hand-overs.repository.ts';

export interface HandOversDeps {
  db: AnyDb;
  /** Working days, read in the given transaction. */
  calendarIn(tx: AnyDb): Promise<WorkingCalendar>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Lots whose participants this person must not see: those they sell or take part in, under any account. */
  rivalLots(personId: string): Promise<readonly number[]>;
  publicUrl: () => string;
  now?: () => number;
}

type ListedState = 'open' | 'late' | 'all' | HandOverState;

const filterOf = (state: ListedState): HandOverFilter => {
  if (state === 'open') return { states: OPEN_HAND_OVERS };
  if (state === 'late') return { states: statesFrom(HAND_OVER, 'confirm-by-staff'), late: true };
  return { states: state === 'all' ? HAND_OVER_STATES : [state] };
};

/** The property of paid sales on its way to the buyers: opened, shown to both sides and to staff. */
export function createHandOvers({
  db,
  calendarIn,
  namesOf,
  rivalLots,
  publicUrl,
  now = Date.now,
}: HandOversDeps) {
  const repository = createHandOversRepository(db);
  const acts = createActs({ db, publicUrl });

  async function shown(rows: readonly HandOverRow[], viewer: HandOverViewer): Promise<StaffHandOver[]> {
    const people = rows.flatMap((row) =>
      [row.buyer_id, row.seller_id, row.confirmed_by].filter((id) => id !== null),
    );
    const [names, hidden] = await Promise.all([namesOf([...new Set(people)]), rivalLots(viewer.personId)]);
    return rows.map((row) => staffHandOverView(row, { names, hidden, viewer, nowMs: now() }));
  }

  return {
    /**
     * Opens the hand-over of a paid sale, once, in the caller's transaction: the buyer confirms it until 18:00 of the tenth
     * working day. A rehearsal has none.
     */
    async open(tx: AnyDb, settlementId: number): Promise<void> {
      const handOvers = createHandOversRepository(tx);
      const sale = await handOvers.saleOf(settlementId);
      if (!sale) return;
      const calendar = await calendarIn(tx);
      await handOvers.open(
        settlementId,
        sale,
        deadlineAfter(calendar, await handOvers.now(), HAND_OVER_DAYS),
      );
    },

    /** By settlement; sales that are not paid are missing. */
    async ofSettlements(ids: readonly number[]): Promise<ReadonlyMap<number, HandOverOfSale>> {
      const found = await repository.ofSettlements(ids);
      return new Map(found.map((row) => [row.settlement_id, handOverOfSale(row)]));
    },

    /** The person's own, as buyer; null: they have bought no such lot, or not paid it. */
    ofBuyer: (lotId: number, personId: string): Promise<HandOver | null> =>
      repository.ofBuyer(lotId, personId),

    async list(
      viewer: HandOverViewer,
      query: { state: ListedState; lotId?: number; page: number; size: number },
    ) {
      const { state, lotId, page, size } = query;
      const filter = { ...filterOf(state), ...(lotId === undefined ? {} : { lotId }) };
      const order = state === 'open' || state === 'late' ? 'deadline' : 'newest';
      const [found, open, late, disputed] = await Promise.all([
        repository.page(filter, { limit: size, offset: (page - 1) * size, order }),
        repository.count(filterOf('open')),
        repository.count(filterOf('late')),
        repository.count(filterOf('disputed')),
      ]);
      const items = await shown(found.items, viewer);
      return { items, counts: { open, late, disputed }, total: found.total, page, size };
    },

    /** The acceptance act, for the buyer, the seller, and staff who see names and ids and have no part in the lot; null for others, and before it is confirmed. */
    async act(id: number, viewer: { personId: string; roles: readonly string[] }): Promise<ActFile | null> {
      const row = await repository.byId(id);
      if (!row) return null;
      const mine = viewer.personId === row.buyer_id || viewer.personId === row.seller_id;
      if (mine) return acts.of(row);
      if (!hasRight(viewer.roles, 'readHandOvers')) return null;
      return (await rivalLots(viewer.personId)).includes(row.lot_id) ? null : acts.of(row);
    },
  };
}
export type HandOvers = ReturnType<typeof createHandOvers>;
