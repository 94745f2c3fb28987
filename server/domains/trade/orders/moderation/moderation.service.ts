import { createTurningDown, hasLeft, namedBy } from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import type { ReasonList } from '#shared/api/list-names.ts';
import type { ChosenReason } from '#shared/api/chosen-reason.ts';
import { allows, stateAfter } from '#shared/lifecycles/lifecycle.ts';
import {
  EDITABLE_ORDERS,
  ORDER,
  UNPUBLISHED_ORDERS,
  WAITING_ORDERS,
  type OrderState,
} from '#shared/lifecycles/order.ts';
import type { OrderFieldName } from '#shared/orders/order-fields.ts';
import type { ModeratedRow } from '../flows/moderated-order-tables.ts';
import { createOrderFlowsRepository } from '../flows/order-flows.repository.ts';
import type { OrderMove } from '../flows/order-move.ts';
import type { OrderMoves } from '../flows/order-moves.ts';
import { needsSecondModerator, preventsApproval, type OrderChecks } from './order-checks.ts';
import { createOrderQueueRepository } from './order-queue.repository.ts';

export interface ModerationDeps {
  db: AnyDb;
  moves: OrderMoves;
  checks: OrderChecks;
  /** Base calculation amount in force, in tiyin. */
  baseAmountAt(at: Date): Promise<{ amountTiyin: number }>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  actions: Pick<ActionLog, 'record'>;
  /** A reason that is offered. 422 `lists.not-offered`. */
  chosenReason(list: ReasonList, code: string): Promise<ChosenReason>;
  /** Who of the staff let the account sell for state benefit; null: no one did. */
  sellerMarkedBy(personId: string): Promise<string | null>;
  /** Do both accounts belong to one person, who cannot be the second one? */
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
}

export interface Moderator {
  personId: string;
  address: string;
}

/** What a moderator decides about, in the version they examined. */
export interface Examined {
  orderId: number;
  version: number;
}

/** Nothing is left to approve: a repeat, or a colleague was faster. */
const APPROVED: readonly OrderState[] = [stateAfter(ORDER, 'approve'), stateAfter(ORDER, 'publish')];

/** Terms can still change. */
const BEFORE_TRADE: readonly OrderState[] = [...EDITABLE_ORDERS, ...WAITING_ORDERS, ...UNPUBLISHED_ORDERS];

export type Approved = { verdict: 'approved' | 'awaits-second'; version: number };

/**
 * Decisions about orders. Each is one transaction with its history and message; see the contracts for the refusals. An
 * order without a claim can be decided at once; one that a colleague examines cannot.
 */
export function createModeration(deps: ModerationDeps) {
  const { db, moves, checks, baseAmountAt, namesOf, actions, isSamePerson, sellerMarkedBy, chosenReason } =
    deps;
  const turning = createTurningDown(isSamePerson);

  const notWaiting = (state: OrderState) =>
    conflict('console-orders.not-waiting', { details: { state }, values: { state } });

  async function claimedBy({ claimed_by: id, claimed_until: until }: ModeratedRow) {
    const by = (await namesOf(id ? [id] : [])).get(id ?? '') ?? '';
    return conflict('console-orders.claimed', { details: { by, untilMs: until?.getTime() }, values: { by } });
  }

  /** Locked, waiting, not claimed by a colleague, in the examined version. */
  async function examined(tx: AnyDb, { orderId, version }: Examined, by: Moderator): Promise<ModeratedRow> {
    const row = await createOrderFlowsRepository(tx).lock(orderId);
    if (!row || row.status === 'gone') throw notFound();
    if (!allows(ORDER, row.status, 'approve')) throw notWaiting(row.status);
    if (row.claimed && row.claimed_by !== by.personId) throw await claimedBy(row);
    if (row.version !== version) throw conflict('orders.changed', { details: { version: row.version } });
    return row;
  }

  const log = (tx: AnyDb, by: Moderator, action: string, orderId: number, about = '') =>
    actions.record(
      {
        personId: by.personId,
        type: 'order-moderation',
        action,
        result: 'done',
        reason: `order:${orderId}${about && `:${about}`}`,
        address: by.address,
      },
      tx,
    );

  async function moved(tx: AnyDb, move: OrderMove): Promise<ModeratedRow> {
    const result = await moves.move(tx, move);
    // The order is locked in a state that allows it.
    if (result.outcome !== 'moved') throw new Error(`order ${move.orderId} was not moved: ${result.outcome}`);
    return result.order;
  }

  /** No one alone lets a friend sell for state benefit and puts what the friend sells on trade. */
  async function hasMarkedSeller(row: ModeratedRow, personId: string): Promise<boolean> {
    if (row.fields.orderType !== 'state') return false;
    const marker = await sellerMarkedBy(row.person_id);
    return marker !== null && isSamePerson(db, marker, personId);
  }

  /** Nor gives a friend the name of somebody whom buyers trust. */
  async function hasNamedSeller(row: ModeratedRow, personId: string): Promise<boolean> {
    const by = await namedBy(db, row.person_id);
    return by !== null && isSamePerson(db, by, personId);
  }

  /** Is it not enough that this person approves the order? */
  const secondNeeded = async (row: ModeratedRow, personId: string): Promise<boolean> =>
    needsSecondModerator(row.fields, (await baseAmountAt(new Date())).amountTiyin) ||
    (await hasMarkedSeller(row, personId)) ||
    hasNamedSeller(row, personId);

  return {
    secondNeeded,

    /** The order itself, or others that are copies of the same one, within 30 days. */
    isRejectedByTwo: async (orderId: number): Promise<boolean> =>
      turning.isTurnedDown(db, `order-rejection:${await createOrderFlowsRepository(db).originOf(orderId)}`),

    /** Until when. A repeat extends the claim, for two hours in all; a colleague may take the order over then. */
    async claim(orderId: number, by: Moderator): Promise<Date> {
      const flows = createOrderFlowsRepository(db);
      const seen = await flows.byId(orderId);
      if (!seen || seen.status === 'gone') throw notFound();
      const before = seen.claims_by;
      const goesOn = before !== null && (await isSamePerson(db, before, by.personId)) ? before : null;
      const until = await createOrderQueueRepository(db).claim(orderId, by.personId, goesOn);
      if (until) return until;
      const row = (await flows.byId(orderId)) ?? seen;
      if (!allows(ORDER, row.status, 'approve')) throw notWaiting(row.status);
      if (!row.claimed) throw conflict('console-orders.claimed-long');
      throw await claimedBy(row);
    },

    async release(orderId: number, by: Moderator): Promise<void> {
      const row = await createOrderFlowsRepository(db).byId(orderId);
      if (!row || row.status === 'gone') throw notFound();
      await createOrderQueueRepository(db).release(orderId, by.personId);
    },

    async approve({ orderId, version }: Examined, by: Moderator): Promise<Approved> {
      const row = await createOrderFlowsRepository(db).byId(orderId);
      if (!row || row.status === 'gone') throw notFound();
      if (!allows(ORDER, row.status, 'approve')) {
        if (APPROVED.includes(row.status)) return { verdict: 'approved', version: row.version };
        throw notWaiting(row.status);
      }
      const failed = (await checks.of(row)).checks.filter(preventsApproval);
      if (failed.length > 0)
        throw ruleForbids('console-orders.checks-failed', {
          details: { checks: failed.map(({ check }) => check) },
        });
      const second = await secondNeeded(row, by.personId);
      return inTransaction(db, async (tx): Promise<Approved> => {
        const before = await createOrderFlowsRepository(tx).lock(orderId);
        if (before && APPROVED.includes(before.status))
          return { verdict: 'approved', version: before.version };
        const order = await examined(tx, { orderId, version }, by);
        // No one alone puts the property of somebody else on trade, at a price of their own.
        for (const importer of await createOrderFlowsRepository(tx).importers(orderId))
          if (await isSamePerson(tx, importer, by.personId)) throw conflict('console-orders.own-import');
        const actor = { kind: 'staff', personId: by.personId } as const;
        const approver = order.first_approved_version === order.version ? order.first_approved_by : null;
        // Asked again under the lock: two accounts of one person may have approved at the same instant.
        if (second && approver !== null && (await isSamePerson(tx, approver, by.personId)))
          throw conflict('console-orders.second-person');
        // Who has left the staff is not one of the two: this person is the first in their place.
        const first = approver !== null && !(await hasLeft(tx, approver, 'moderateOrders')) ? approver : null;
        if (second && first === null) {
          await createOrderQueueRepository(tx).approveFirst(orderId, by.personId);
          const flow = { orderId, event: 'approve-first', from: order.status, by: actor } as const;
          await createOrderFlowsRepository(tx).addFlow(flow);
          await log(tx, by, 'approved-first', orderId);
          return { verdict: 'awaits-second', version: order.version };
        }
        const approved = await moved(tx, { event: 'approve', orderId, by: actor });
        await log(tx, by, 'approved', orderId);
        return { verdict: 'approved', version: approved.version };
      });
    },

    /**
     * Lets trade begin sooner than a day ahead, or ends that, one person twice within 30 days: the order is not switched to and fro without
     * end. Returns whether anything changed.
     */
    allowEarlyStart: (
      orderId: number,
      { allowed, reason }: { allowed: boolean; reason: string },
      by: Moderator,
    ): Promise<boolean> =>
      inTransaction(db, async (tx) => {
        const row = await createOrderFlowsRepository(tx).lock(orderId);
        if (!row || row.status === 'gone') throw notFound();
        if (!BEFORE_TRADE.includes(row.status)) throw notWaiting(row.status);
        if (row.claimed && row.claimed_by !== by.personId) throw await claimedBy(row);
        if (row.early_start_allowed === allowed) return false;
        if (!allowed) await turning.turnDown(tx, `early-start:${orderId}`, { by: by.personId });
        await createOrderQueueRepository(tx).allowEarlyStart(orderId, allowed);
        await log(tx, by, allowed ? 'early-start-allowed' : 'early-start-ended', orderId, reason);
        return true;
      }),

    giveBack: (
      seen: Examined,
      given: { reason: string; remarks: readonly { field: OrderFieldName; text: string }[] },
      by: Moderator,
    ): Promise<number> =>
      inTransaction(db, async (tx) => {
        const reason = await chosenReason('order-returns', given.reason);
        const { id: orderId } = await examined(tx, seen, by);
        const origin = await createOrderFlowsRepository(tx).originOf(orderId);
        await turning.turnDown(tx, `order:${origin}`, { by: by.personId });
        const actor = { kind: 'staff', personId: by.personId } as const;
        const order = await moved(tx, {
          event: 'return',
          orderId,
          by: actor,
          reason,
          remarks: given.remarks,
        });
        await log(tx, by, 'returned', orderId, reason.code);
        return order.version;
      }),

    reject: (seen: Examined, given: { reason: string; text: string }, by: Moderator): Promise<number> =>
      inTransaction(db, async (tx) => {
        const reason = await chosenReason('order-refusals', given.reason);
        const { id: orderId } = await examined(tx, seen, by);
        const origin = await createOrderFlowsRepository(tx).originOf(orderId);
        await turning.turnDown(tx, `order-rejection:${origin}`, { by: by.personId });
        const actor = { kind: 'staff', personId: by.personId } as const;
        const order = await moved(tx, { event: 'reject', orderId, by: actor, reason, why: given.text });
        await log(tx, by, 'rejected', orderId, reason.code);
        return order.version;
      }),
  };
}

export type Moderation = ReturnType<typeof createModeration>;
