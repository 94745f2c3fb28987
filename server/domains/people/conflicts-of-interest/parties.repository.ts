import { sql, type RawBuilder } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { SubjectKind } from '#shared/api/contract.ts';
import { OPEN_HAND_OVERS } from '#shared/lifecycles/hand-over.ts';
import { OVER_STATUSES } from '#shared/lifecycles/lot.ts';
import { OPEN_OFFERS } from '#shared/lifecycles/offer.ts';
import { WAITING_PAYOUTS } from '#shared/lifecycles/payout.ts';
import { OPEN_PROTESTS } from '#shared/lifecycles/protest.ts';
import { PENDING_PURCHASES } from '#shared/lifecycles/purchase.ts';
import type { PurchaseState } from '#shared/lifecycles/purchase-states.ts';
import { OPEN_SETTLEMENTS } from '#shared/lifecycles/settlement.ts';
import { TAKING_PART } from '#shared/lifecycles/trade-application.ts';

type Ids = readonly string[];
/** Number of the subject; of a person, the account. */
export type SubjectId = number | string;

/** Purchases in which money of the buyer is, or was. */
const LIVING_PURCHASES = [...PENDING_PURCHASES, 'bought'] as const satisfies readonly PurchaseState[];

/** Seller, applicants, winner and buyers of a lot. Rehearsals have none: no money is involved, and staff use them too. */
const partsInLot = (lotId: RawBuilder<unknown>, ids: Ids) => sql<{ id: string }>`
  select lot.customer_person_id as id from lot
    where lot.id = ${lotId} and not lot.practice and lot.customer_person_id = any(${ids})
  union select a.person_id from trade_application a join lot on lot.id = a.lot_id
    where a.lot_id = ${lotId} and not lot.practice and a.person_id = any(${ids})
  union select lot.winner_person_id from lot
    where lot.id = ${lotId} and not lot.practice and lot.winner_person_id = any(${ids})
  union select p.person_id from purchase p
    where p.lot_id = ${lotId} and p.person_id = any(${ids}) and p.state = any(${LIVING_PURCHASES})`;

/** The account itself, and the parties of every unfinished lot in which it takes part: shutting it changes the outcome there. */
const partsInAccount = (personId: RawBuilder<unknown>, ids: Ids) => sql<{ id: string }>`
  select person.id from (select ${personId} as id) person where person.id = any(${ids})
  union ${partsInLot(
    sql`any(array(
      select a.lot_id from trade_application a join lot on lot.id = a.lot_id
        where a.person_id = ${personId} and a.status = any(${TAKING_PART}) and lot.status <> all(${OVER_STATUSES})
      union select lot_id from purchase where person_id = ${personId} and state = any(${PENDING_PURCHASES})
      union select lot_id from settlement where person_id = ${personId} and state = any(${OPEN_SETTLEMENTS})
      union select id from lot where customer_person_id = ${personId} and status <> all(${OVER_STATUSES})
    ))`,
    ids,
  )}`;

const partInRefund = (id: SubjectId, ids: Ids) =>
  sql<{ id: string }>`select person_id as id from refund where id = ${id} and person_id = any(${ids})`;

/** Which of these people are parties to the subject of this kind and number. */
const PARTS: Record<SubjectKind, (id: SubjectId, ids: Ids) => RawBuilder<{ id: string }>> = {
  lot: (id, ids) => partsInLot(sql`${id}::bigint`, ids),
  application: (id, ids) => sql`
    select person_id as id from trade_application where id = ${id} and person_id = any(${ids})
    union ${partsInLot(sql`(select lot_id from trade_application where id = ${id})`, ids)}`,
  'room-request': (id, ids) => partsInLot(sql`(select lot_id from room_request where id = ${id})`, ids),
  // Of a transfer who has it, and whose it is.
  'staff-task': (id, ids) => sql`
    ${partsInLot(sql`(select lot_id from staff_task where id = ${id})`, ids)}
    union select l.person_id from staff_task t join bank_statement_line l on l.id = t.bank_line_id
      where t.id = ${id} and l.person_id = any(${ids})
    union select d.payload->>'personId' from staff_task t join decision d on d.kind = 'correct-credit'
      and d.payload->>'lineId' = t.bank_line_id::text where t.id = ${id} and d.payload->>'personId' = any(${ids})`,
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
  order: (id, ids) => sql`
    select person_id as id from customer_order where id = ${id} and person_id = any(${ids})
    union ${partsInLot(sql`any(array(select id from lot where order_id = ${id}))`, ids)}`,
  person: (id, ids) =>
    sql`select person.id from (select ${id}::text as id) person where person.id = any(${ids})`,
  settlement: (id, ids) => sql`
    select person_id as id from settlement where id = ${id} and person_id = any(${ids})
    union ${partsInLot(sql`(select lot_id from settlement where id = ${id})`, ids)}`,
  'result-cancellation': (id, ids) =>
    partsInLot(sql`(select lot_id from result_cancellation where id = ${id})`, ids),
  payout: (id, ids) =>
    partsInLot(
      sql`(select s.lot_id from payout p join settlement s on s.id = p.settlement_id where p.id = ${id})`,
      ids,
    ),
  protocol: (id, ids) => partsInLot(sql`(select lot_id from protocol where id = ${id})`, ids),
  protest: (id, ids) => sql`
    select person_id as id from protest where id = ${id} and person_id = any(${ids})
    union ${partsInLot(sql`(select lot_id from protest where id = ${id})`, ids)}`,
  bar: (id, ids) => sql`
    select person_id as id from barred_person where id = ${id} and person_id = any(${ids})
    union ${partsInLot(sql`(select lot_id from barred_person where id = ${id})`, ids)}`,
  'bar-proposal': (id, ids) => sql`
    ${partsInAccount(sql`(select person_id from bar_proposal where id = ${id})`, ids)}
    union ${partsInLot(sql`(select lot_id from bar_proposal where id = ${id})`, ids)}`,
  // Whose money it is said to be, was meant to be by its purpose, or is by the payer's number; of a sale everybody with a part in its lot.
  'bank-line': (id, ids) => sql`
    select person_id as id from bank_statement_line where id = ${id} and person_id = any(${ids})
    union select s.person_id from bank_statement_line l join settlement s on s.id in (l.names_settlement_id, l.settlement_id)
      where l.id = ${id} and s.person_id = any(${ids})
    union ${partsInLot(
      sql`any(array(
        select s.lot_id from bank_statement_line l join settlement s on s.id in (l.names_settlement_id, l.settlement_id)
        where l.id = ${id}))`,
      ids,
    )}
    union select p.id::text from bank_statement_line l join person p on p.stir = l.party_stir or p.pinfl = l.party_stir
      where l.id = ${id} and p.id::text = any(${ids})`,
  account: (id, ids) => partsInAccount(sql`${id}::text`, ids),
  // The claimant, and everybody who has the number or had it when the grant was proposed.
  'number-claim': (id, ids) => sql`
    select claimant_id::text as id from number_claim where id = ${id} and claimant_id::text = any(${ids})
    union select p.id::text from number_claim c
      join person p on case c.field when 'pinfl' then p.pinfl else p.stir end = c.number or p.id = any(c.holder_ids)
      where c.id = ${id} and p.id::text = any(${ids})`,
  // Who asked; who sells the lot, and who takes part in it.
  'lot-question': (id, ids) => sql`
    select person_id as id from lot_question where id = ${id} and person_id = any(${ids})
    union ${partsInLot(sql`(select lot_id from lot_question where id = ${id})`, ids)}`,
  'order-import': (id, ids) => sql`
    select person_id as id from order_import where id = ${id} and person_id = any(${ids})`,
  'account-change': (id, ids) =>
    partsInAccount(sql`(select person_id::text from account_change where id = ${id})`, ids),
  decision: (id, ids) => sql`
    select person_id as id from decision, unnest(person_ids) person_id
      where decision.id = ${id} and person_id = any(${ids})
    union ${partsInLot(sql`(select lot_id from decision where id = ${id})`, ids)}`,
  // Who has the phone or e-mail it is for.
  'staff-invitation': (id, ids) => sql`
    select p.id::text as id from staff_invitation i join person p on p.phone = i.phone or p.email = i.email
    where i.id = ${id} and p.id::text = any(${ids})`,
  // Everybody in its evidence, and who takes part in one of its auctions.
  'anomaly-flag': (id, ids) => sql`
    select person_id as id from anomaly_evidence where flag_id = ${id} and person_id = any(${ids})
    union ${partsInLot(
      sql`any(array(
        select lot_id from anomaly_flag where id = ${id}
        union select lot_id from anomaly_evidence where flag_id = ${id}))`,
      ids,
    )}`,
};

/** Colleagues whose request or approval a decision carries out. */
const COLLEAGUES: Partial<Record<SubjectKind, (id: SubjectId) => RawBuilder<{ id: string }>>> = {
  'room-request': (id) => sql`select requested_by as id from room_request where id = ${id}`,
  refund: (id) => sql`
    select distinct actor as id from refund_step where refund_id = ${id} and action = 'approved'`,
  order: (id) => sql`
    select first_approved_by as id from customer_order where id = ${id} and first_approved_by is not null`,
  'refund-return': (id) => sql`
    select r.asked_by as id from refund join refund_return r on r.id = refund.return_id where refund.id = ${id}`,
  settlement: (id) => sql`
    select asked_by as id from settlement_extension where settlement_id = ${id} and decision is null`,
  'result-cancellation': (id) => sql`select proposed_by as id from result_cancellation where id = ${id}`,
  'bank-line': (id) => sql`
    select asked_by as id from bank_statement_line where id = ${id} and asked_by is not null`,
  payout: (id) => sql`
    select s.actor as id from payout p join payout_step s on s.payout_id = p.id and s.round = p.round
    where p.id = ${id} and s.action = 'approved'`,
  protest: (id) => sql`select actor as id from protest_step where protest_id = ${id} and action = 'agreed'`,
  'bar-proposal': (id) => sql`select proposed_by as id from bar_proposal where id = ${id}`,
  'account-change': (id) => sql`
    select asked_by::text as id from account_change where id = ${id} and asked_by is not null`,
  'number-claim': (id) => sql`
    select proposed_by::text as id from number_claim where id = ${id} and proposed_by is not null`,
  decision: (id) => sql`select proposed_by as id from decision where id = ${id}`,
  'staff-invitation': (id) => sql`select asked_by::text as id from staff_invitation where id = ${id}`,
};

const idsOf = async (db: AnyDb, query: RawBuilder<{ id: string }>): Promise<string[]> =>
  (await query.execute(db)).rows.map(({ id }) => id);

/** Parties to lots, applications, money and requests. Reads tables of many domains and writes none. */
export function createPartsRepository(db: AnyDb) {
  return {
    partsIn: (kind: SubjectKind, id: SubjectId, ids: Ids): Promise<string[]> =>
      idsOf(db, PARTS[kind](id, ids)),

    async colleaguesIn(kind: SubjectKind, id: SubjectId): Promise<string[]> {
      const query = COLLEAGUES[kind];
      return query ? idsOf(db, query(id)) : [];
    },

    /** Which of these people are concerned by a decision that is not proposed yet. */
    async amongConcerned(
      { personIds, lotId }: { personIds: readonly string[]; lotId: number | null },
      ids: Ids,
    ): Promise<string[]> {
      const named = personIds.filter((id) => ids.includes(id));
      return lotId === null
        ? named
        : [...named, ...(await idsOf(db, partsInLot(sql`${lotId}::bigint`, ids)))];
    },

    /** Lots that any of these people sells, applied for, or buys units of; without rehearsals. */
    async lotsOf(ids: Ids): Promise<number[]> {
      const { rows } = await sql<{ id: number }>`
        select id from lot where not practice and customer_person_id = any(${ids})
        union select a.lot_id from trade_application a join lot on lot.id = a.lot_id
          where not lot.practice and a.person_id = any(${ids})
        union select lot_id from purchase where person_id = any(${ids}) and state = any(${LIVING_PURCHASES})`.execute(
        db,
      );
      return rows.map(({ id }) => id);
    },

    /** Of these lots, those whose rooms are open, or open within so many minutes, and have no result. */
    async stoppedByBreak(lotIds: readonly number[], minutes: number): Promise<number[]> {
      const { rows } = await sql<{ id: number }>`
        select id from lot where id = any(${lotIds}) and room_opened_at is not null and outcome is null
          and opens_at <= clock_timestamp() + make_interval(mins => ${minutes}) order by id`.execute(db);
      return rows.map(({ id }) => id);
    },

    /** Is the person bidder, winner, buyer or seller of a lot that is not finished, or paid out? */
    async takesPart(personId: string): Promise<boolean> {
      const { rows } = await sql`
        select from lot where customer_person_id = ${personId} and not practice and status <> all(${OVER_STATUSES})
        union all select from trade_application a join lot on lot.id = a.lot_id
          where a.person_id = ${personId} and not lot.practice and lot.status <> all(${OVER_STATUSES})
            and a.status = any(${TAKING_PART})
        union all select from settlement where person_id = ${personId} and state = any(${OPEN_SETTLEMENTS})
        union all select from purchase where person_id = ${personId} and state = any(${PENDING_PURCHASES})
        union all select from offer where person_id = ${personId} and state = any(${OPEN_OFFERS})
        union all select from protest where person_id = ${personId} and state = any(${OPEN_PROTESTS})
        union all select from payout where seller_id = ${personId} and state = any(${WAITING_PAYOUTS})
        union all select from hand_over where buyer_id = ${personId} and state = any(${OPEN_HAND_OVERS})
        union all select from hand_over where seller_id = ${personId} and state = any(${OPEN_HAND_OVERS})
        limit 1`.execute(db);
      return rows.length > 0;
    },
  };
}
