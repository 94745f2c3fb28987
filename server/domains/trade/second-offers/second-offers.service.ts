import type { AnyDb } from '#server/platform/database/index.ts';
import type { MyOffer, StaffOffer } from '#shared/api/cabinet/second-offers.ts';
import { OFFER_STATES } from '#shared/lifecycles/offer.ts';
import type { OfferState } from '#shared/lifecycles/offer.ts';
import type { OfferRow } from './second-offer-tables.ts';
import { createSecondOffersRepository } from './second-offers.repository.ts';

export interface OffersDeps {
  db: AnyDb;
  /** What a person can spend, in tiyin. */
  balanceOf(personId: string): Promise<number>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Lots whose participants this person must not see: those they sell or take part in, under any account. */
  rivalLots(personId: string): Promise<readonly number[]>;
  now?: () => number;
}

interface Page {
  page: number;
  size: number;
}

const WAITING = ['open'] as const satisfies readonly OfferState[];

export type Offers = ReturnType<typeof createOffers>;

/** Offers as their participants and staff see them. */
export function createOffers({ db, balanceOf, namesOf, rivalLots, now = Date.now }: OffersDeps) {
  const offers = createSecondOffersRepository(db);

  const shared = (row: OfferRow) => ({
    offerId: row.id,
    lotId: row.lot_id,
    title: row.lot_title,
    lotStatus: row.lot_status,
    kind: row.kind,
    priceTiyin: row.price_tiyin,
    depositTiyin: row.deposit_tiyin,
    state: row.state,
    madeAtMs: row.made_at.getTime(),
    answerByMs: row.answer_by.getTime(),
    pausedAtMs: row.state === 'open' ? (row.paused_at?.getTime() ?? null) : null,
    decidedAtMs: row.decided_at?.getTime() ?? null,
  });

  function mine(row: OfferRow, balanceTiyin: number): MyOffer {
    const canAnswer = row.state === 'open' && row.paused_at === null && row.answer_by.getTime() > now();
    return {
      ...shared(row),
      // Offers that were never made are shown to no one but staff.
      state: row.state === 'void' ? 'lapsed' : row.state,
      lotNumber: String(row.lot_id),
      photo: row.lot_photos[0] ?? null,
      bidderNumber: row.bidder_number,
      paymentWorkingDays: Math.max(1, row.payment_working_days),
      missingTiyin: canAnswer ? Math.max(0, row.deposit_tiyin - balanceTiyin) : 0,
      canAnswer,
    };
  }

  return {
    /** Of a person, those to be answered first; `open`: how many are. */
    async list(personId: string, query: { state: 'open' | 'all' } & Page) {
      const { state, page, size } = query;
      const states = state === 'open' ? WAITING : OFFER_STATES.filter((each) => each !== 'void');
      const [found, open, balanceTiyin] = await Promise.all([
        offers.page({ personId, states }, { limit: size, offset: (page - 1) * size }),
        offers.count({ personId, states: WAITING }),
        balanceOf(personId),
      ]);
      return {
        items: found.items.map((row) => mine(row, balanceTiyin)),
        open,
        total: found.total,
        page,
        size,
      };
    },

    /** The person's own offer; null: it is not theirs, or was never made. */
    async find(offerId: number, personId: string): Promise<OfferRow | null> {
      const row = await offers.rowOf(offerId);
      return row?.person_id === personId && row.state !== 'void' ? row : null;
    },

    async shown(offerId: number): Promise<MyOffer> {
      const row = await offers.rowOf(offerId);
      if (!row) throw new Error(`there is no offer ${offerId}`);
      return mine(row, await balanceOf(row.person_id));
    },

    async forStaff(viewerId: string, query: { state: 'all' | OfferState; lotId?: number } & Page) {
      const { state, lotId, page, size } = query;
      const filter = {
        states: state === 'all' ? OFFER_STATES : [state],
        ...(lotId === undefined ? {} : { lotId }),
      };
      const [found, open, hidden] = await Promise.all([
        offers.page(filter, { limit: size, offset: (page - 1) * size }),
        offers.count({ states: WAITING }),
        rivalLots(viewerId),
      ]);
      const names = await namesOf([...new Set(found.items.map(({ person_id }) => person_id))]);
      const items = found.items.map((row): StaffOffer => ({
        ...shared(row),
        obstacle: row.obstacle,
        participant: hidden.includes(row.lot_id)
          ? null
          : { id: row.person_id, name: names.get(row.person_id) ?? '', number: row.bidder_number },
      }));
      return { items, open, total: found.total, page, size };
    },
  };
}
