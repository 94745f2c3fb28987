import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { isApproachable } from '#server/domains/trade/lots/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { notFound, ruleForbids } from '#server/platform/errors/index.ts';
import type { SellerViewing } from '#shared/api/site/viewings.ts';
import { hasAccountDigits } from '#shared/content/account-digits.ts';
import { contactDataIn } from '#shared/content/contact-data.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { VIEWING, type OfferRefusal } from '#shared/lifecycles/viewing.ts';
import { VIEWING_AHEAD_MS, VIEWING_REMINDER_MS, VIEWINGS_PER_LOT } from '#shared/limits/viewings.ts';
import type { ViewingRow } from './viewing-tables.ts';
import { sellerView } from './viewing-views.ts';
import { createViewingsRepository } from './viewings.repository.ts';

const MINUTE_MS = 60_000;
const BATCH = 100;

export interface OfferViewingsDeps {
  db: AnyDb;
  notify: Notifications['notify'];
}

interface Offer {
  lotId: number;
  startsAtMs: number;
  minutes: number;
  places: number;
}
type Offered =
  | { verdict: 'offered'; already: boolean; viewing: SellerViewing }
  | { verdict: 'refused'; reason: OfferRefusal };

export type OfferViewings = ReturnType<typeof createOfferViewings>;

/** Times at which sellers show their lots; what happens to them by the clock. */
export function createOfferViewings({ db, notify }: OfferViewingsDeps) {
  const shown = async (on: AnyDb, row: ViewingRow): Promise<SellerViewing> => {
    const viewings = createViewingsRepository(on);
    return sellerView(row, await viewings.bookingsOf([row.id]), await viewings.now());
  };

  /** Everybody who had a place is notified. The viewing is locked. */
  async function callOff(
    tx: AnyDb,
    row: ViewingRow,
    event: 'call-off' | 'end-with-trade',
    reason: string | null,
  ): Promise<void> {
    const viewings = createViewingsRepository(tx);
    await viewings.callOff(row.id, event, reason);
    const taken = await viewings.bookingsOf([row.id]);
    const ended = await viewings.end(
      taken.map(({ id }) => id),
      'call-off',
    );
    for (const { id, person_id: personId } of ended)
      await notify(tx, {
        personId,
        key: `viewing-called-off:${id}`,
        template: 'viewing-called-off',
        params: {
          lotId: row.lot_id,
          lotTitle: row.lot_title,
          startsAtMs: row.starts_at.getTime(),
          reason: reason ?? '',
        },
      });
  }

  /** One transaction for each: what one of them meets does not hold up the others. */
  const each = async (ids: readonly number[], work: (tx: AnyDb, row: ViewingRow) => Promise<void>) => {
    for (const id of ids)
      await inTransaction(db, async (tx) => {
        const viewings = createViewingsRepository(tx);
        const locked = await viewings.lock(id);
        const row = await viewings.rowOf(id);
        if (locked && row && allows(VIEWING, row.state, 'call-off')) await work(tx, row);
      });
    return ids.length;
  };

  return {
    /** @throws 404 for lots of others */
    offer: (seller: string, { lotId, startsAtMs, minutes, places }: Offer): Promise<Offered> =>
      inTransaction(db, async (tx): Promise<Offered> => {
        const viewings = createViewingsRepository(tx);
        const lot = await viewings.lot(lotId);
        if (lot?.seller !== seller) throw notFound();
        await viewings.lockOffering(lotId);
        const startsAt = new Date(startsAtMs);
        const toCome = await viewings.toCome(lotId);
        const same = toCome.find((each) => each.starts_at.getTime() === startsAtMs);
        if (same) {
          const row = await viewings.rowOf(same.id);
          if (row) return { verdict: 'offered', already: true, viewing: await shown(tx, row) };
        }
        const refused = (reason: OfferRefusal): Offered => ({ verdict: 'refused', reason });
        if (!isApproachable(lot)) return refused('not-on-trade');
        const aheadMs = startsAtMs - (await viewings.now()).getTime();
        if (aheadMs < VIEWING_AHEAD_MS.min) return refused('too-soon');
        if (aheadMs > VIEWING_AHEAD_MS.max) return refused('too-far');
        if (lot.trade_type === 'auction' && startsAt >= lot.closes_at) return refused('after-close');
        if (toCome.length >= VIEWINGS_PER_LOT) return refused('too-many');
        const endsAt = new Date(startsAtMs + minutes * MINUTE_MS);
        const row = await viewings.rowOf(await viewings.offer({ lotId, startsAt, endsAt, places }));
        if (!row) throw new Error(`the viewing offered for lot ${lotId} is not there`);
        return { verdict: 'offered', already: false, viewing: await shown(tx, row) };
      }),

    /** @throws 404 for viewings of others' lots */
    callOff: (
      viewingId: number,
      seller: string,
      reason: string,
    ): Promise<{ verdict: 'called-off' | 'over'; viewing: SellerViewing }> =>
      inTransaction(db, async (tx) => {
        const viewings = createViewingsRepository(tx);
        await viewings.lock(viewingId);
        const row = await viewings.rowOf(viewingId);
        if (row?.seller !== seller) throw notFound();
        // Everybody who has a place reads it, as a message of ours.
        if (contactDataIn(reason).length > 0 || hasAccountDigits(reason))
          throw ruleForbids('viewings.contact-data');
        const { state } = row;
        if (!allows(VIEWING, state, 'call-off') || row.starts_at <= (await viewings.now()))
          return { verdict: state === 'called-off' ? state : 'over', viewing: await shown(tx, row) };
        await callOff(tx, row, 'call-off', reason);
        const after = await viewings.rowOf(viewingId);
        return { verdict: 'called-off', viewing: await shown(tx, after ?? row) };
      }),

    /** The job's round. @returns how many were looked at */
    async endWithTrade(): Promise<number> {
      const ids = await createViewingsRepository(db).ofEndedLots(BATCH);
      return each(ids, (tx, row) => callOff(tx, row, 'end-with-trade', null));
    },

    /** The job's round: reminds the seller and everybody who comes, once. @returns how many viewings were looked at */
    async remind(): Promise<number> {
      const ids = await createViewingsRepository(db).toRemind(VIEWING_REMINDER_MS, BATCH);
      return each(ids, async (tx, row) => {
        // Another worker was faster.
        if (row.reminded_at !== null) return;
        const viewings = createViewingsRepository(tx);
        await viewings.markReminded(row.id);
        const taken = await viewings.bookingsOf([row.id]);
        if (taken.length === 0 || row.starts_at <= (await viewings.now())) return;
        const params = {
          lotId: row.lot_id,
          lotTitle: row.lot_title,
          startsAtMs: row.starts_at.getTime(),
        };
        for (const { id, person_id: personId } of taken)
          await notify(tx, { personId, key: `viewing-soon:${id}`, template: 'viewing-soon', params });
        if (row.seller !== null)
          await notify(tx, {
            personId: row.seller,
            key: `own-viewing-soon:${row.id}`,
            template: 'own-viewing-soon',
            params: { ...params, count: taken.length },
          });
      });
    },
  };
}
