import { sql, type RawBuilder } from 'kysely';
import type { RecordKind } from '#shared/api/console/record-kinds.ts';

/** How records of two kinds name one another: rows `a` and `b`, the numbers of both. Written once, read in both directions. */
export interface RecordTie {
  a: RecordKind;
  b: RecordKind;
  rows: RawBuilder<unknown>;
  /** What comes before the number in `b`, as in `settlement:12`. */
  prefix?: string;
  /** What narrows the rows by an index where `b` is known. */
  narrowed?: (b: string) => RawBuilder<unknown>;
}

const tie = (a: RecordKind, b: RecordKind, rows: RawBuilder<unknown>): RecordTie => ({ a, b, rows });

/** What a decision is about, by its subject. */
const decisionAbout = (b: RecordKind): RecordTie => ({
  a: 'decision',
  b,
  rows: sql`select id as a, subject as b from decision`,
  prefix: `${b}:`,
});

export const RECORD_TIES: readonly RecordTie[] = [
  tie('order', 'person', sql`select id as a, person_id as b from customer_order`),
  tie('lot', 'order', sql`select id as a, order_id as b from lot where order_id is not null`),
  tie(
    'lot',
    'person',
    sql`select id as a, customer_person_id as b from lot where customer_person_id is not null`,
  ),
  tie('lot', 'lot', sql`select id as a, repeats_lot_id as b from lot where repeats_lot_id is not null`),
  tie('application', 'lot', sql`select id as a, lot_id as b from trade_application`),
  tie('application', 'person', sql`select id as a, person_id as b from trade_application`),
  tie(
    'application',
    'hold',
    sql`select id as a, hold_id as b from trade_application where hold_id is not null`,
  ),
  tie('purchase', 'lot', sql`select id as a, lot_id as b from purchase`),
  tie('purchase', 'person', sql`select id as a, person_id as b from purchase`),
  tie('purchase', 'hold', sql`select id as a, hold_id as b from purchase where hold_id is not null`),
  tie(
    'purchase',
    'settlement',
    sql`select id as a, settlement_id as b from purchase where settlement_id is not null`,
  ),
  tie('settlement', 'lot', sql`select id as a, lot_id as b from settlement`),
  tie('settlement', 'person', sql`select id as a, person_id as b from settlement`),
  tie('settlement', 'hold', sql`select id as a, hold_id as b from settlement where hold_id is not null`),
  tie('settlement', 'payment', sql`select settlement_id as a, payment_id as b from settlement_payment`),
  tie('offer', 'lot', sql`select id as a, lot_id as b from offer`),
  tie('offer', 'person', sql`select id as a, person_id as b from offer`),
  tie(
    'offer',
    'settlement',
    sql`select id as a, settlement_id as b from offer where settlement_id is not null`,
  ),
  // Of the buyer against the seller of a cancelled sale.
  tie('claim', 'settlement', sql`select id as a, settlement_id as b from sale_claim`),
  tie('claim', 'lot', sql`select id as a, lot_id as b from sale_claim`),
  tie(
    'claim',
    'person',
    sql`select id as a, seller_id as b from sale_claim
      union all select id, buyer_id from sale_claim where buyer_id is not null`,
  ),
  tie('payment', 'person', sql`select id as a, person_id as b from top_up`),
  tie(
    'payment-difference',
    'payment',
    sql`select id as a, top_up_id as b from payment_mismatch where top_up_id is not null`,
  ),
  tie('hold', 'person', sql`select id as a, person_id as b from ledger_journal where kind = 'hold'`),
  tie('refund', 'person', sql`select id as a, person_id as b from refund`),
  tie('refund', 'hold', sql`select id as a, hold_id as b from refund where hold_id is not null`),
  tie('payout', 'settlement', sql`select id as a, settlement_id as b from payout`),
  tie('payout', 'person', sql`select id as a, seller_id as b from payout`),
  tie(
    'payout',
    'lot',
    sql`select p.id as a, s.lot_id as b from payout p join settlement s on s.id = p.settlement_id`,
  ),
  tie(
    'bank-line',
    'person',
    sql`select id as a, person_id as b from bank_statement_line where person_id is not null`,
  ),
  tie(
    'bank-line',
    'settlement',
    sql`select id as a, settlement_id as b from bank_statement_line where settlement_id is not null`,
  ),
  tie(
    'bank-line',
    'payout',
    sql`select id as a, payout_id as b from bank_statement_line where payout_id is not null`,
  ),
  tie(
    'bank-line',
    'refund',
    sql`select id as a, refund_id as b from bank_statement_line where refund_id is not null`,
  ),
  tie('protocol', 'lot', sql`select number as a, lot_id as b from protocol`),
  tie(
    'protocol',
    'settlement',
    sql`select number as a, settlement_id as b from protocol where settlement_id is not null`,
  ),
  tie(
    'protocol',
    'person',
    sql`select number as a, winner_person_id as b from protocol where winner_person_id is not null`,
  ),
  tie('protest', 'lot', sql`select id as a, lot_id as b from protest`),
  tie('protest', 'person', sql`select id as a, person_id as b from protest`),
  tie('hand-over', 'settlement', sql`select id as a, settlement_id as b from hand_over`),
  tie('hand-over', 'lot', sql`select id as a, lot_id as b from hand_over`),
  tie(
    'hand-over',
    'person',
    sql`select id as a, buyer_id as b from hand_over union all select id, seller_id from hand_over`,
  ),
  tie('bar', 'person', sql`select id as a, person_id as b from barred_person where person_id is not null`),
  tie('bar', 'lot', sql`select id as a, lot_id as b from barred_person where lot_id is not null`),
  tie('decision', 'lot', sql`select id as a, lot_id as b from decision where lot_id is not null`),
  {
    a: 'decision',
    b: 'person',
    rows: sql`select id as a, person_id as b, person_ids from decision, unnest(person_ids) as person_id`,
    narrowed: (personId) => sql`tie.person_ids @> array[${personId}::text]`,
  },
  decisionAbout('settlement'),
  decisionAbout('payout'),
  decisionAbout('bank-line'),
  decisionAbout('hand-over'),
  decisionAbout('claim'),
  tie(
    'decision',
    'incident',
    sql`select id as a, (payload ->> 'incidentId')::bigint as b from decision where kind = 'incident-message'`,
  ),
  tie('staff-task', 'lot', sql`select id as a, lot_id as b from staff_task where lot_id is not null`),
  tie('staff-task', 'order', sql`select id as a, order_id as b from staff_task where order_id is not null`),
  tie(
    'staff-task',
    'bank-line',
    sql`select id as a, bank_line_id as b from staff_task where bank_line_id is not null`,
  ),
  // Rooms that a technical break stopped, and the incident that gathers it.
  tie(
    'incident',
    'lot',
    sql`select i.id as a, r.lot_id as b from incident i join technical_break_room r on r.break_id = i.break_id`,
  ),
  tie(
    'anomaly-flag',
    'lot',
    sql`select flag_id as a, lot_id as b from anomaly_evidence union select id, lot_id from anomaly_flag`,
  ),
  tie(
    'anomaly-flag',
    'person',
    sql`select distinct flag_id as a, person_id as b from anomaly_evidence where person_id <> ''`,
  ),
];
