import { lockSales, type LotsRepository } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { OrderFlows } from '#server/domains/trade/orders/index.ts';
import {
  createProtestsRepository,
  type ProtestRow,
  type ProtestsRepository,
} from '#server/domains/trade/protests/index.ts';
import {
  deadlineAfter,
  type ReferenceService,
  type WorkingCalendar,
} from '#server/domains/content/reference/index.ts';
import { createSettlementsRepository } from '#server/domains/money/settlements/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { PROTEST_DECISION_DAYS } from '#shared/limits/protests.ts';
import type { NotificationContent } from '#shared/notifications/templates.ts';
import { taskOf } from './close-protests.ts';
import type { ClockRules, SalesClock } from '../selling/sales-clock.ts';

type Lot = NonNullable<Awaited<ReturnType<LotsRepository['get']>>>;

export interface ProtestStepsDeps {
  db: AnyDb;
  lots: Pick<LotsRepository, 'get'>;
  reference: Pick<ReferenceService, 'workingCalendar'>;
  graceDaysOf(lotId: number): Promise<number>;
  clock: Pick<SalesClock, 'pause' | 'resume'>;
  flows: Pick<OrderFlows, 'note'>;
  notifications: Pick<Notifications, 'notify'>;
  tasks: Pick<StaffTasksService, 'open' | 'finishOccasion'>;
}

/** A protest under the lock of its lot's sales, in one transaction. */
export interface ProtestInHand {
  tx: AnyDb;
  protests: ProtestsRepository;
  /** As it is under its lock. */
  row: ProtestRow;
  rules: ClockRules;
}

export type ProtestSteps = ReturnType<typeof createProtestSteps>;

/** What the workflows of protests have in common. */
export function createProtestSteps(deps: ProtestStepsDeps) {
  const { db, lots, reference, clock, flows, notifications, tasks } = deps;

  async function rulesOf(lotId: number): Promise<ClockRules> {
    const [calendar, graceDays] = await Promise.all([reference.workingCalendar(), deps.graceDaysOf(lotId)]);
    return { calendar, graceDays };
  }

  async function lotOf(tx: AnyDb, lotId: number): Promise<Lot> {
    const lot = await lots.get(lotId, tx);
    if (!lot) throw new Error(`there is no lot ${lotId}`);
    return lot;
  }

  const about = ({ lot_id: lotId, lot_title: lotTitle }: ProtestRow) => ({ lotId, lotTitle });

  const say = (
    tx: AnyDb,
    { id }: Pick<ProtestRow, 'id'>,
    personId: string | null,
    what: string,
    message: NotificationContent,
  ): Promise<unknown> =>
    personId === null
      ? Promise.resolve()
      : notifications.notify(tx, { personId, key: `protest:${id}:${what}`, ...message });

  async function tellPaidBuyer(
    tx: AnyDb,
    row: ProtestRow,
    template: 'paid-sale-paused' | 'paid-sale-resumed',
  ): Promise<void> {
    const sale = await createSettlementsRepository(tx).lastOfLot(row.lot_id);
    if (sale?.state === 'paid')
      await say(tx, row, sale.person_id, template, { template, params: about(row) });
  }

  return {
    rulesOf,
    lotOf,
    say,
    about,

    /** An entry in the history of the lot's order; false: the lot has none here. */
    note: async (
      tx: AnyDb,
      { order_id: orderId }: Pick<ProtestRow, 'order_id'>,
      note: Omit<Parameters<OrderFlows['note']>[1], 'orderId'>,
    ): Promise<boolean> => orderId !== null && flows.note(tx, { ...note, orderId }),

    /** Work on one protest, with the lot's sales locked before anything else; null: there is none of this number. */
    async inHand<Result>(
      protestId: number,
      work: (hand: ProtestInHand) => Promise<Result>,
    ): Promise<Result | null> {
      const seen = await createProtestsRepository(db).rowOf(protestId);
      if (!seen) return null;
      const rules = await rulesOf(seen.lot_id);
      return inTransaction(db, async (tx) => {
        await lockSales(tx, seen.lot_id);
        const protests = createProtestsRepository(tx);
        await protests.lock(protestId);
        const row = await protests.rowOf(protestId);
        return work({ tx, protests, row: row!, rules });
      });
    },

    /** Staff have to decide about it. */
    toDecide: (tx: AnyDb, row: ProtestRow, calendar: WorkingCalendar, now: Date): Promise<void> =>
      tasks.open(
        {
          occasion: taskOf(row.id),
          kind: 'decide-protest',
          lotId: row.lot_id,
          bidderNumber: row.bidder_number,
          dueAt: deadlineAfter(calendar, now, PROTEST_DECISION_DAYS),
        },
        tx,
      ),

    /** The task about it is done, where there is one. */
    decided: (
      tx: AnyDb,
      { id }: Pick<ProtestRow, 'id'>,
      by: { personId: string; name: string },
      note: string,
    ) => tasks.finishOccasion(taskOf(id), by, note, tx),

    /** What follows the payment of a sale waits for the first protest, and goes on after the last one: its buyer learns of both. */
    tellPaidBuyer,

    /** A protest has ended and the result stays: payment goes on once no other one stops it, the rest once none is open. */
    async goOn({ tx, protests, row, rules }: ProtestInHand): Promise<void> {
      if (!(await protests.hasPausing(row.lot_id)))
        await clock.resume(tx, await lotOf(tx, row.lot_id), rules, `protest:${row.id}`);
      if (await protests.hasOpen([row.lot_id])) return;
      await tellPaidBuyer(tx, row, 'paid-sale-resumed');
      await protests.over(row.lot_id);
    },
  };
}
