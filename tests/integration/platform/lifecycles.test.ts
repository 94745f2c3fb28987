import { LOT_TAB, TAB_STATUSES } from '#shared/lifecycles/lot-tabs.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrateToLatest } from '#server/platform/database/index.ts';
import { BAR_PROPOSAL } from '#shared/lifecycles/bar-proposal.ts';
import { BANK_LINE, WAITING_BANK_LINES } from '#shared/lifecycles/bank-line.ts';
import { WAITING_ACCOUNT_CHANGES } from '#shared/lifecycles/account-change.ts';
import { DECISION } from '#shared/lifecycles/decision.ts';
import { DEPOSIT } from '#shared/lifecycles/deposit.ts';
import { LIFECYCLES } from '#shared/lifecycles/index.ts';
import { stateAfter, statesFrom, type State } from '#shared/lifecycles/lifecycle.ts';
import { LOT, NOT_OPENED_STATUSES } from '#shared/lifecycles/lot.ts';
import { OPEN_PROTESTS, PROTEST } from '#shared/lifecycles/protest.ts';
import { PENDING_PURCHASES, PURCHASE } from '#shared/lifecycles/purchase.ts';
import { REPEAT } from '#shared/lifecycles/repeat.ts';
import { PROTOCOL } from '#shared/lifecycles/protocol.ts';
import { RESULT_CANCELLATION } from '#shared/lifecycles/result-cancellation.ts';
import { DONE_HAND_OVERS, HAND_OVER } from '#shared/lifecycles/hand-over.ts';
import { OFFER } from '#shared/lifecycles/offer.ts';
import {
  LOST_SETTLEMENTS,
  SETTLEMENT,
  SETTLEMENT_STATES,
  type SettlementState,
} from '#shared/lifecycles/settlement.ts';
import { OPEN_EDIT_REQUESTS } from '#shared/lifecycles/edit-request.ts';
import { UNPUBLISHED_ORDERS, UNSOLD_ORDERS, WAITING_ORDERS } from '#shared/lifecycles/order.ts';
import {
  LIVE_TRANSACTIONS,
  PAID_STATUSES,
  PAYMENT,
  PROVIDER_TRANSACTION,
} from '#shared/lifecycles/payment.ts';
import { WORKED_IMPORTS } from '#shared/lifecycles/order-import.ts';
import { OPEN_REFERENCE_PROPOSALS } from '#shared/lifecycles/reference-proposal.ts';
import { ERASURE, OPEN_ERASURES } from '#shared/lifecycles/erasure.ts';
import { UNFINISHED_CLAIMS, WAITING_CLAIMS } from '#shared/lifecycles/number-claim.ts';
import {
  QUESTIONS_TO_APPROVE,
  UNFINISHED_QUESTIONS,
  UNSHOWN_QUESTIONS,
} from '#shared/lifecycles/lot-question.ts';
import { STAFF_INVITATION } from '#shared/lifecycles/staff-invitation.ts';
import { LIVING, TRADE_APPLICATION } from '#shared/lifecycles/trade-application.ts';
import { constraintStates, predicateStates } from '../../architecture/lifecycles/schema.ts';
import { VIEWING, VIEWING_BOOKING } from '#shared/lifecycles/viewing.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('empty');
  await migrateToLatest(database);
});
afterAll(() => database.close());

const checksOf = async (table: string): Promise<string[]> => {
  const { rows } = await database.pool.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = $1::regclass and contype = 'c'`,
    [table],
  );
  return rows.map(({ definition }) => definition);
};

const sorted = (states: readonly State[]) => [...states].map(String).sort();

describe('the schema', () => {
  test.each(LIFECYCLES.filter(({ column }) => column !== null))(
    'allows exactly the states of $name in $column',
    async ({ column, states }) => {
      const [table = '', name = ''] = column!.split('.');
      const allowed = (await checksOf(table)).flatMap((check) => constraintStates(check, name) ?? []);
      expect(sorted(allowed)).toEqual(sorted(states));
    },
  );

  /** Partial indexes by a state, with the states that the queries they serve ask for. */
  const isLost = (state: SettlementState) => (LOST_SETTLEMENTS as readonly SettlementState[]).includes(state);
  const INDEXES: readonly [index: string, column: string, states: readonly State[]][] = [
    ['lot_to_open', 'status', NOT_OPENED_STATUSES],
    ['lot_applications_end', 'status', statesFrom(LOT, 'close-applications')],
    ['lot_on_sale', 'status', statesFrom(LOT, 'end-sale')],
    ['lot_not_held_by_last_price', 'status', TAB_STATUSES[LOT_TAB.notHeld] ?? []],
    ['trade_application_waiting', 'status', statesFrom(TRADE_APPLICATION, 'admit')],
    ['trade_application_cancelling', 'status', statesFrom(TRADE_APPLICATION, 'cancel')],
    ['trade_application_open', 'status', LIVING],
    ['trade_application_open', 'deposit_state', statesFrom(DEPOSIT, 'release')],
    ['top_up_open', 'status', [...statesFrom(PAYMENT, 'expire'), ...statesFrom(PAYMENT, 'time-out')]],
    ['provider_transaction_one_live', 'state', LIVE_TRANSACTIONS],
    ['provider_transaction_created', 'state', statesFrom(PROVIDER_TRANSACTION, 'perform')],
    ['person_edit_request_open', 'status', OPEN_EDIT_REQUESTS],
    ['decision_open', 'state', statesFrom(DECISION, 'decide')],
    ['decision_decided', 'state', [stateAfter(DECISION, 'decide')]],
    ['decision_of_hand_over', 'state', [stateAfter(DECISION, 'decide')]],
    ['decision_expires', 'state', statesFrom(DECISION, 'lapse')],
    ['result_cancellation_open', 'state', statesFrom(RESULT_CANCELLATION, 'approve')],
    ['result_cancellation_prepared', 'state', statesFrom(RESULT_CANCELLATION, 'propose')],
    ['account_change_waiting', 'state', WAITING_ACCOUNT_CHANGES],
    ['number_claim_unfinished', 'state', UNFINISHED_CLAIMS],
    ['number_claim_waiting', 'state', WAITING_CLAIMS],
    ['viewing_once', 'state', statesFrom(VIEWING, 'call-off')],
    ['viewing_to_remind', 'state', statesFrom(VIEWING, 'call-off')],
    ['viewing_booking_one', 'state', statesFrom(VIEWING_BOOKING, 'cancel')],
    ['lot_question_to_approve', 'state', QUESTIONS_TO_APPROVE],
    ['lot_question_unfinished', 'state', UNFINISHED_QUESTIONS],
    ['lot_question_unshown', 'state', UNSHOWN_QUESTIONS],
    ['erasure_open', 'state', OPEN_ERASURES],
    ['erasure_due', 'state', statesFrom(ERASURE, 'erase')],
    ['settlement_of_lot', 'state', SETTLEMENT_STATES.filter((state) => !isLost(state))],
    ['bank_statement_line_waiting', 'state', WAITING_BANK_LINES],
    ['bank_statement_line_payout_id_key', 'state', [stateAfter(BANK_LINE, 'match')]],
    ['bank_statement_line_refund_id_key', 'state', [stateAfter(BANK_LINE, 'match')]],
    ['purchase_pending', 'state', PENDING_PURCHASES],
    ['purchase_expiring', 'state', statesFrom(PURCHASE, 'expire')],
    ['offer_unanswered', 'state', statesFrom(OFFER, 'lapse')],
    ['repeat_plan_due', 'state', statesFrom(REPEAT, 'publish')],
    ['lot_repeat_not_judged', 'status', statesFrom(LOT, 'publish-repeat')],
    ['lot_sale_suspended', 'status', statesFrom(LOT, 'resume-sale')],
    ['protest_open', 'state', OPEN_PROTESTS],
    ['protest_to_admit', 'state', statesFrom(PROTEST, 'admit-in-silence')],
    ['protest_to_answer', 'state', statesFrom(PROTEST, 'fall-unanswered')],
    ['hand_over_awaiting', 'state', statesFrom(HAND_OVER, 'confirm-by-staff')],
    ['hand_over_to_follow', 'state', DONE_HAND_OVERS],
    ['customer_order_unsold', 'status', UNSOLD_ORDERS],
    ['protocol_in_force', 'status', statesFrom(PROTOCOL, 'cancel')],
    ['customer_order_waiting', 'status', WAITING_ORDERS],
    ['customer_order_unpublished', 'status', UNPUBLISHED_ORDERS],
    ['settlement_paid_of_lot', 'state', [stateAfter(SETTLEMENT, 'pay')]],
    ['settlement_paid_by_time', 'state', [stateAfter(SETTLEMENT, 'pay')]],
    ['bar_proposal_one_add', 'state', statesFrom(BAR_PROPOSAL, 'approve')],
    ['bar_proposal_one_lift', 'state', statesFrom(BAR_PROPOSAL, 'approve')],
    ['bar_proposal_draft_add', 'state', statesFrom(BAR_PROPOSAL, 'submit')],
    ['bar_proposal_draft_lift', 'state', statesFrom(BAR_PROPOSAL, 'submit')],
    ['bar_proposal_unfinished', 'state', statesFrom(BAR_PROPOSAL, 'expire')],
    ['bar_proposal_of_bar', 'state', [stateAfter(BAR_PROPOSAL, 'approve')]],
    ['order_import_worked', 'state', WORKED_IMPORTS],
    ['reference_proposal_one_open', 'state', OPEN_REFERENCE_PROPOSALS],
    [
      'staff_invitation_open_email',
      'state',
      [...statesFrom(STAFF_INVITATION, 'approve'), ...statesFrom(STAFF_INVITATION, 'accept')],
    ],
    [
      'staff_invitation_open_phone',
      'state',
      [...statesFrom(STAFF_INVITATION, 'approve'), ...statesFrom(STAFF_INVITATION, 'accept')],
    ],
    ['staff_invitation_to_mail', 'state', statesFrom(STAFF_INVITATION, 'accept')],
  ];

  test.each(INDEXES)('%s covers the states of its %s', async (index, column, states) => {
    const { rows } = await database.pool.query<{ indexdef: string }>(
      'select indexdef from pg_indexes where indexname = $1',
      [index],
    );
    expect(sorted(predicateStates(rows[0]?.indexdef ?? '', column) ?? [])).toEqual(sorted(states));
  });

  test('has no partial index by a state that is not compared here', async () => {
    const columns = LIFECYCLES.flatMap(({ column }) => (column === null ? [] : [column.split('.')]));
    const { rows } = await database.pool.query<{ tablename: string; indexname: string; indexdef: string }>(
      `select tablename, indexname, indexdef from pg_indexes where indexdef ~* ' where '`,
    );
    const byState = rows.flatMap(({ tablename, indexname, indexdef }) =>
      columns
        .filter(([table, column]) => table === tablename && predicateStates(indexdef, column!) !== null)
        .map(([, column]) => `${indexname}.${column}`),
    );
    expect(byState.sort()).toEqual(INDEXES.map(([index, column]) => `${index}.${column}`).sort());
  });

  test('that differs is seen', async () => {
    await database.pool.query(`create table door (state text not null check (state in ('open', 'shut')))`);
    await database.pool.query(`create index door_open on door (state) where state = 'open'`);
    const [check = ''] = await checksOf('door');
    expect(constraintStates(check, 'state')).toEqual(['open', 'shut']);
    expect(constraintStates('CHECK (((status >= 1) AND (status <= 3)))', 'status')).toEqual(['1', '2', '3']);
    const { rows } = await database.pool.query(
      `select indexdef from pg_indexes where indexname = 'door_open'`,
    );
    expect(predicateStates(rows[0].indexdef, 'state')).toEqual(['open']);
    expect(predicateStates(rows[0].indexdef, 'status')).toBeNull();
  });

  test('takes a payment back only after it was paid', async () => {
    const checks = (await checksOf('top_up')).filter((check) => check.includes('receipt_number IS NOT NULL'));
    const named = checks.flatMap((check) =>
      [...check.matchAll(/'([a-z-]+)'::text/g)].map(([, state]) => state!),
    );
    expect(sorted(named)).toEqual(sorted(PAID_STATUSES));
  });
});
