import { sql, type RawBuilder } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { SubjectKind } from '#shared/api/contract.ts';
import { LOT_STATUS } from '#shared/states/lot-status.ts';

type Ids = readonly string[];

/** Seller, applicants and winner of a lot. Rehearsals have none: nothing is at stake there, and staff try them too. */
const partsInLot = (lotId: RawBuilder<unknown>, ids: Ids) => sql<{ id: string }>`
  select lot.customer_person_id as id from lot
    where lot.id = ${lotId} and not lot.practice and lot.customer_person_id = any(${ids})
  union select a.person_id from trade_application a join lot on lot.id = a.lot_id
    where a.lot_id = ${lotId} and not lot.practice and a.person_id = any(${ids})
  union select lot.winner_person_id from lot
    where lot.id = ${lotId} and not lot.practice and lot.winner_person_id = any(${ids})`;

const partInRefund = (id: number, ids: Ids) =>
  sql<{ id: string }>`select person_id as id from refund where id = ${id} and person_id = any(${ids})`;

/** Which of these people have a part in the thing of this kind and number. */
const PARTS: Record<SubjectKind, (id: number, ids: Ids) => RawBuilder<{ id: string }>> = {
  lot: (id, ids) => partsInLot(sql`${id}::bigint`, ids),
  application: (id, ids) => sql`
    select person_id as id from trade_application where id = ${id} and person_id = any(${ids})
    union ${partsInLot(sql`(select lot_id from trade_application where id = ${id})`, ids)}`,
  'room-request': (id, ids) => partsInLot(sql`(select lot_id from room_request where id = ${id})`, ids),
  'staff-task': (id, ids) => partsInLot(sql`(select lot_id from staff_task where id = ${id})`, ids),
  refund: partInRefund,
  'refund-return': partInRefund,
  'payment-difference': (id, ids) => sql`
    select t.person_id as id from payment_mismatch m join top_up t on t.id = m.top_up_id
      where m.id = ${id} and t.person_id = any(${ids})
    union select p.person_id from payment_mismatch m
      join provider_transaction p on p.provider = m.provider and p.provider_id = m.provider_id
      where m.id = ${id} and p.person_id = any(${ids})`,
  'edit-request': (id, ids) => sql`
    select person_id::text as id from person_edit_request
    where id = ${id} and person_id::text = any(${ids})`,
  'contact-message': (id, ids) => sql`
    select person_id as id from contact_message where number = ${id} and person_id = any(${ids})`,
};

/** Colleagues whose request or approval a decision carries out. */
const COLLEAGUES: Partial<Record<SubjectKind, (id: number) => RawBuilder<{ id: string }>>> = {
  'room-request': (id) => sql`select requested_by as id from room_request where id = ${id}`,
  refund: (id) => sql`
    select distinct actor as id from refund_step where refund_id = ${id} and action = 'approved'`,
  'refund-return': (id) => sql`
    select r.asked_by as id from refund join refund_return r on r.id = refund.return_id where refund.id = ${id}`,
};

const idsOf = async (db: AnyDb, query: RawBuilder<{ id: string }>): Promise<string[]> =>
  (await query.execute(db)).rows.map(({ id }) => id);

const { soldAndPaid, notHeld, withdrawn, noPriceGiven, priceNotConfirmed, archived, resultCancelled } =
  LOT_STATUS;
/** Nothing more follows from a lot in one of these. */
const OVER = [soldAndPaid, notHeld, withdrawn, noPriceGiven, priceNotConfirmed, archived, resultCancelled];

/** Who has a part in what. Reads tables of many domains and writes none. */
export function createPartsRepository(db: AnyDb) {
  return {
    partsIn: (kind: SubjectKind, id: number, ids: Ids): Promise<string[]> => idsOf(db, PARTS[kind](id, ids)),

    async colleaguesIn(kind: SubjectKind, id: number): Promise<string[]> {
      const query = COLLEAGUES[kind];
      return query ? idsOf(db, query(id)) : [];
    },

    /** Lots that any of these people sells or applied for; rehearsals left out. */
    async lotsOf(ids: Ids): Promise<number[]> {
      const { rows } = await sql<{ id: number }>`
        select id from lot where not practice and customer_person_id = any(${ids})
        union select a.lot_id from trade_application a join lot on lot.id = a.lot_id
          where not lot.practice and a.person_id = any(${ids})`.execute(db);
      return rows.map(({ id }) => id);
    },

    /** Bidder or winner of an auction, or seller of a lot, from which something may still follow? */
    async takesPart(personId: string): Promise<boolean> {
      const { rows } = await sql`
        select from lot where customer_person_id = ${personId} and not practice and status <> all(${OVER})
        union all select from trade_application a join lot on lot.id = a.lot_id
          where a.person_id = ${personId} and not lot.practice and lot.status <> all(${OVER})
            and a.status in ('requested', 'admitted', 'cancelling', 'won')
        limit 1`.execute(db);
      return rows.length > 0;
    },
  };
}
