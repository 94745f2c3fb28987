import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { soldTitle } from '#server/domains/trade/purchases/index.ts';
import type { Db } from '#server/platform/database/index.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { SETTLEMENT } from '#shared/lifecycles/settlement.ts';
import type { ActFacts, ActGround, ActParty, HandOverTables } from './hand-over-tables.ts';

export interface ActFile {
  name: string;
  body: Buffer;
  sha256: string;
}
export type ActKind = HandOverTables['hand_over_act']['kind'];

/** Acceptance acts: what they state, and their bytes. */
export function createActsRepository(db: Db<HandOverTables>) {
  async function personOf(id: string | null): Promise<ActParty | null> {
    if (id === null) return null;
    const row = await db
      .selectFrom('person')
      .select(['name', 'stir', 'pinfl'])
      .where(sql<string>`id::text`, '=', id)
      .executeTakeFirst();
    return row ?? null;
  }

  return {
    /**
     * What the act of a hand-over states, as of now: both sides as the sale's protocol names them; a sale of an earlier
     * release without one takes their names from their accounts.
     */
    async factsOf(
      handOverId: number,
      { ground, note }: { ground: ActGround; note: string | null },
    ): Promise<ActFacts> {
      const row = await db
        .selectFrom('hand_over as h')
        .innerJoin('settlement as s', 's.id', 'h.settlement_id')
        .innerJoin('lot', 'lot.id', 'h.lot_id')
        .leftJoin('protocol as p', (join) =>
          join
            .onRef('p.lot_id', '=', 's.lot_id')
            .onRef('p.cause', '=', 's.sale')
            .on((on) =>
              on.or([on('p.settlement_id', 'is', null), on('p.settlement_id', '=', on.ref('s.id'))]),
            ),
        )
        .select(['h.lot_id', 'h.buyer_id', 'h.seller_id', 'h.opened_at'])
        .select([
          's.quantity as bought',
          's.sale',
          's.bidder_number',
          's.price_tiyin',
          's.decided_at',
          's.state',
        ])
        .select(soldTitle('s.id').as('title'))
        .select(['lot.address', 'lot.quantity', 'lot.customer', 'lot.order_id'])
        .select(['p.number', 'p.winner_name', 'p.winner_stir', 'p.winner_pinfl', 'p.facts'])
        .where('h.id', '=', handOverId)
        .executeTakeFirstOrThrow();
      const buyer =
        row.winner_name === null
          ? await personOf(row.buyer_id)
          : { name: row.winner_name, stir: row.winner_stir, pinfl: row.winner_pinfl };
      const customer = row.facts ? row.facts.customer : await personOf(row.seller_id);
      return {
        v: 1,
        ground,
        lotId: row.lot_id,
        lotTitle: row.title,
        address: row.address,
        // Of a purchase: what was bought of the lot.
        quantity: row.bought ?? row.quantity,
        orderId: row.order_id,
        protocolNumber: row.number,
        sale: row.sale,
        bidderNumber: row.bidder_number,
        priceTiyin: row.price_tiyin,
        paidAtMs:
          row.state === stateAfter(SETTLEMENT, 'pay') ? (row.decided_at ?? row.opened_at).getTime() : null,
        buyer: buyer ?? { name: '', stir: null, pinfl: null },
        seller: customer
          ? { name: customer.name, stir: customer.stir, pinfl: customer.pinfl }
          : { name: row.customer.name, stir: null, pinfl: null },
        note,
      };
    },

    async find(handOverId: number, kind: ActKind): Promise<ActFile | null> {
      const row = await db
        .selectFrom('hand_over_act')
        .select(['name', 'body', 'sha256'])
        .where('hand_over_id', '=', handOverId)
        .where('kind', '=', kind)
        .executeTakeFirst();
      return row ?? null;
    },

    /** The first one stored counts: its bytes never change. */
    async store(handOverId: number, kind: ActKind, name: string, body: Buffer): Promise<void> {
      await db
        .insertInto('hand_over_act')
        .values({
          hand_over_id: handOverId,
          kind,
          name,
          body,
          size_bytes: body.length,
          sha256: createHash('sha256').update(body).digest('hex'),
        })
        .onConflict((conflict) => conflict.columns(['hand_over_id', 'kind']).doNothing())
        .execute();
    },
  };
}
