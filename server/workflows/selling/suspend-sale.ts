import {
  deadlineAfter,
  deadlineAfterTime,
  workingTime,
  type ReferenceService,
  type WorkingCalendar,
} from '#server/domains/content/reference/index.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { createStaffTasksRepository, type StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import {
  hasSuspended,
  lockSales,
  saleSuspensions,
  suspendedSales,
  type LotsRepository,
  type SaleSuspension,
} from '#server/domains/trade/lots/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { LOT } from '#shared/lifecycles/lot.ts';
import type { LotStatus } from '#shared/lifecycles/lot-status.ts';
import { LONG_PAUSE_MINUTES, REPEATED_PAUSE_HOURS } from '#shared/limits/room-actions.ts';
import { SUSPENDED_DAYS, SUSPENSION_REVIEW_DAYS } from '#shared/limits/suspended-sales.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/tashkent.ts';
import { createRound, type RoundError } from '../retrying-sweep.ts';

const BATCH = 200;
const RULES = { personId: 'rules', name: '' } as const;

export interface SuspendSaleDeps {
  db: AnyDb;
  lots: Pick<LotsRepository, 'get' | 'move' | 'resumeSale'>;
  reference: Pick<ReferenceService, 'workingCalendar'>;
  tasks: Pick<StaffTasksService, 'finishOccasion' | 'open'>;
  /** Of one member of staff, the given one among them. */
  accountsOf(on: AnyDb, personId: string): Promise<readonly string[]>;
}

export type SuspendOutcome =
  | { outcome: 'done'; already: boolean; status: LotStatus }
  | {
      outcome: 'refused';
      reason: 'not-fixed-price' | 'over' | 'used-up' | 'second-person';
      status: LotStatus;
    };

export type SuspendSale = ReturnType<typeof createSuspendSale>;

const taskOf = ({ id }: SaleSuspension): string => `suspended-sale:${id}`;

/** A suspended sale has ended: staff are asked about it no more. In the caller's transaction, which holds the lock of the lot's sales. */
export async function endSuspensionTask(tx: AnyDb, lotId: number): Promise<void> {
  const last = (await saleSuspensions(tx, lotId)).at(-1);
  if (last) await createStaffTasksRepository(tx).finishOccasion(taskOf(last), RULES, '', tx);
}

/** Working time for which a sale may still be suspended after these suspensions, ms; 0: no longer. */
const suspensionLeftMs = (calendar: WorkingCalendar, before: readonly SaleSuspension[]): number =>
  before.reduce(
    (left, { from, to }) => Math.max(0, left - (to === null ? 0 : workingTime(calendar, from, to))),
    SUSPENDED_DAYS * DAY_MS,
  );

/**
 * One member of staff suspends a sale at a fixed price, so that no purchase begins, and one resumes it with the time that was left; the
 * reason is in the lot's history. A second one is asked about it at once, and is the one who resumes it once it was suspended for long: who
 * chooses that instant chooses who buys. After `SUSPENDED_DAYS` it is resumed by itself: for longer it is
 * withdrawn by two.
 */
export function createSuspendSale({ db, lots, reference, tasks, accountsOf }: SuspendSaleDeps) {
  const round = createRound();

  /** Of a lot whose sales are locked. */
  async function lastSuspension(tx: AnyDb, lotId: number): Promise<SaleSuspension> {
    const last = (await saleSuspensions(tx, lotId)).at(-1);
    if (!last) throw new Error(`lot ${lotId} was never suspended`);
    return last;
  }

  /** Does a colleague resume what this person has suspended? Short suspensions that follow one another are one long one. */
  async function takesAnother(tx: AnyDb, lotId: number, personId: string): Promise<boolean> {
    const suspensions = await saleSuspensions(tx, lotId);
    const last = suspensions.at(-1);
    const first = suspensions.find(
      ({ from, to }) => to === null || Date.now() - from.getTime() < REPEATED_PAUSE_HOURS * 60 * MINUTE_MS,
    );
    if (!last || !first || Date.now() - first.from.getTime() <= LONG_PAUSE_MINUTES * MINUTE_MS) return false;
    return hasSuspended(tx, { lotId, accounts: await accountsOf(tx, personId), since: last.from });
  }

  const ask = (
    tx: AnyDb,
    { lotId, suspension, reason }: { lotId: number; suspension: SaleSuspension; reason: string | null },
    calendar: WorkingCalendar,
  ): Promise<void> =>
    tasks.open(
      {
        occasion: taskOf(suspension),
        kind: 'suspended-sale',
        lotId,
        reason,
        dueAt: deadlineAfter(calendar, suspension.from, SUSPENSION_REVIEW_DAYS),
      },
      tx,
    );

  /** A sale that a release before suspended is asked about too. */
  async function resumeOverlong(lotId: number, calendar: WorkingCalendar): Promise<void> {
    await inTransaction(db, async (tx) => {
      await lockSales(tx, lotId);
      const lot = await lots.get(lotId, tx);
      if (lot?.status !== stateAfter(LOT, 'suspend-sale')) return;
      const suspensions = await saleSuspensions(tx, lotId);
      const suspension = await lastSuspension(tx, lotId);
      const leftMs = suspensionLeftMs(calendar, suspensions.slice(0, -1));
      if (deadlineAfterTime(calendar, suspension.from, leftMs).getTime() > Date.now()) {
        await ask(tx, { lotId, suspension, reason: null }, calendar);
        return;
      }
      if (await lots.resumeSale(lotId, { by: 'system' }, tx))
        await tasks.finishOccasion(taskOf(suspension), RULES, '', tx);
    });
  }

  return {
    /** null: no such lot. */
    async change(
      lotId: number,
      event: 'suspend-sale' | 'resume-sale',
      by: { personId: string; name: string; reason: string },
    ): Promise<SuspendOutcome | null> {
      const calendar = await reference.workingCalendar();
      return inTransaction(db, async (tx): Promise<SuspendOutcome | null> => {
        await lockSales(tx, lotId);
        const lot = await lots.get(lotId, tx);
        if (!lot) return null;
        const { status } = lot;
        if (lot.trade_type !== 'fixed-price')
          return { outcome: 'refused', reason: 'not-fixed-price', status };
        const wanted = stateAfter(LOT, event);
        if (status === wanted) return { outcome: 'done', already: true, status };
        const cause = { by: 'staff', reason: by.reason } as const;
        if (event === 'suspend-sale') {
          if (suspensionLeftMs(calendar, await saleSuspensions(tx, lotId)) === 0)
            return { outcome: 'refused', reason: 'used-up', status };
          if (!(await lots.move(lotId, event, cause, tx)))
            return { outcome: 'refused', reason: 'over', status };
          const suspension = await lastSuspension(tx, lotId);
          await ask(tx, { lotId, suspension, reason: by.reason }, calendar);
        } else {
          if (await takesAnother(tx, lotId, by.personId))
            return { outcome: 'refused', reason: 'second-person', status };
          if (!(await lots.resumeSale(lotId, cause, tx)))
            return { outcome: 'refused', reason: 'over', status };
          const suspension = await lastSuspension(tx, lotId);
          await tasks.finishOccasion(taskOf(suspension), by, by.reason, tx);
        }
        await createActionLog(tx).record({
          personId: by.personId,
          type: 'sale',
          action: event,
          result: 'done',
          reason: `lot:${lotId}`,
        });
        return { outcome: 'done', already: false, status: wanted };
      });
    },

    /** Resumes those that were suspended for as long as one person may. */
    async resumeAllOverlong(onError: RoundError): Promise<void> {
      const calendar = await reference.workingCalendar();
      await round.run({
        page: (after) => suspendedSales(db, after, BATCH),
        work: (lotId) => resumeOverlong(lotId, calendar),
        onError,
      });
    },
  };
}
