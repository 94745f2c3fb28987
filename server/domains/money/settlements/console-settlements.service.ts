import { createTurningDown, mustStillDecide } from '#server/domains/people/accounts/index.ts';
import { lockSales, type LotsRepository } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import {
  deadlineAfter,
  type ReferenceService,
  type WorkingCalendar,
} from '#server/domains/content/reference/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { StaffSettlement } from '#shared/api/cabinet/winlots.ts';
import { COUNTED_ROWS_MAX } from '#shared/limits/counted-rows.ts';
import { OPEN_SETTLEMENTS, type SettlementState } from '#shared/lifecycles/settlement.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import { followedSales, type AfterSaleReads } from './followed-sales.ts';
import { createExtensionsRepository } from './extensions.repository.ts';
import { schedulesOf } from './part-schedules.ts';
import { createPartsRepository } from './parts.repository.ts';
import type { Settlement, SettlementRow } from './settlement-tables.ts';
import { afterDeadline, lateParts, nextLook, partTerms, statementUntil } from './settlement-terms.ts';
import { isOpen, staffSettlementView } from './settlement-views.ts';
import { createSettlementsRepository } from './settlements.repository.ts';

/** The farthest day a deadline can be moved to. */
const EXTENSION_DAYS_MAX = 90;

export interface ConsoleSettlementsDeps {
  db: AnyDb;
  reference: Pick<ReferenceService, 'workingCalendar'>;
  lots: Pick<LotsRepository, 'setPayUntil'>;
  /** Working days of grace by the rule set of a lot. */
  graceDaysOf(lotId: number): Promise<number>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Lots whose buyers this person must not see: those they sell or take part in, under any account. */
  rivalLots(personId: string): Promise<readonly number[]>;
  afterSale: AfterSaleReads;
  notifications: Pick<Notifications, 'notify'>;
  tasks: Pick<StaffTasksService, 'finishOccasion'>;
  /** Do both accounts belong to one person? Reads on the given connection. */
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  now?: () => number;
}

interface Viewer {
  personId: string;
  extends: boolean;
  cancels: boolean;
}

export type ExtensionOutcome =
  | { outcome: 'done'; settlementId: number }
  | {
      outcome:
        | 'none'
        | 'over'
        | 'paused'
        | 'extension-asked'
        | 'extension-day'
        | 'extension-changed'
        | 'second-person';
    };

export type ConsoleSettlements = ReturnType<typeof createConsoleSettlements>;

/** 18:00 of a chosen working day; null: the day is off. @param day `YYYY-MM-DD` in Tashkent */
function deadlineOn(calendar: WorkingCalendar, day: string): Date | null {
  const noon = new Date(`${day}T12:00:00+05:00`);
  return calendar.isWorkingDay(noon) ? deadlineAfter(calendar, noon, 0) : null;
}

/** Settlements for staff, and their deadlines, which two persons together can move. */
export function createConsoleSettlements(deps: ConsoleSettlementsDeps) {
  const { db, now = Date.now } = deps;
  const turning = createTurningDown(deps.isSamePerson);

  async function shown(rows: readonly SettlementRow[], viewer: Viewer): Promise<StaffSettlement[]> {
    const ids = rows.map(({ id }) => id);
    const [waiting, followed, hidden] = await Promise.all([
      createExtensionsRepository(db).waiting(ids),
      followedSales(deps.afterSale, ids),
      deps.rivalLots(viewer.personId),
    ]);
    const people = [...rows.map((row) => row.person_id), ...waiting.map(({ asked_by }) => asked_by)];
    const names = await deps.namesOf([...new Set(people)]);
    const calendar = () => deps.reference.workingCalendar();
    const scheduleOf = await schedulesOf(db, rows, { calendar, now: new Date(now()) });
    return rows.map((row) =>
      staffSettlementView(row, {
        names,
        hidden,
        viewer,
        nowMs: now(),
        extension: waiting.find(({ settlement_id }) => settlement_id === row.id) ?? null,
        followed: followed(row.id),
        parts: scheduleOf(row.id),
      }),
    );
  }

  /** Work on a locked settlement that is still to be paid. */
  const onOpen = (
    settlementId: number,
    work: (tx: AnyDb, settlement: Settlement) => Promise<ExtensionOutcome>,
  ): Promise<ExtensionOutcome> =>
    inTransaction(db, async (tx) => {
      const seen = await createSettlementsRepository(tx).byId(settlementId);
      if (!seen) return { outcome: 'none' };
      await lockSales(tx, seen.lot_id);
      const settlement = await createSettlementsRepository(tx).lock(settlementId);
      if (!settlement) return { outcome: 'none' };
      if (settlement.paused_at) return { outcome: 'paused' };
      return isOpen(settlement.state) ? work(tx, settlement) : { outcome: 'over' };
    });

  return {
    async list(
      viewer: Viewer,
      query: {
        state: 'open' | 'all' | SettlementState;
        lotId?: number;
        page: number;
        size: number;
        most?: number;
      },
    ) {
      const { state, lotId, page, size, most = COUNTED_ROWS_MAX } = query;
      const states = state === 'open' ? OPEN_SETTLEMENTS : state === 'all' ? null : ([state] as const);
      const filter = { ...(states && { states }), ...(lotId === undefined ? {} : { lotId }) };
      const repository = createSettlementsRepository(db);
      const order = state === 'open' ? 'deadline' : 'newest';
      const [found, open] = await Promise.all([
        repository.page(filter, { limit: size, offset: (page - 1) * size, order, most }),
        repository.count({ states: OPEN_SETTLEMENTS }),
      ]);
      return { ...found, items: await shown(found.items, viewer), open, page, size };
    },

    async one(settlementId: number, viewer: Viewer): Promise<StaffSettlement> {
      const row = await createSettlementsRepository(db).rowOf(settlementId);
      if (!row) throw new Error(`there is no settlement ${settlementId}`);
      const [view] = await shown([row], viewer);
      return view!;
    },

    /** @param day `YYYY-MM-DD`: the deadline is 18:00 of it */
    async ask(
      settlementId: number,
      { day, reason, by }: { day: string; reason: string; by: string },
    ): Promise<ExtensionOutcome> {
      const until = deadlineOn(await deps.reference.workingCalendar(), day);
      return onOpen(settlementId, async (tx, settlement) => {
        const at = await createSettlementsRepository(tx).now();
        const latest = at.getTime() + EXTENSION_DAYS_MAX * DAY_MS;
        if (!until || until <= settlement.due_at || until <= at || until.getTime() > latest)
          return { outcome: 'extension-day' };
        await turning.mustMayAsk(tx, `settlement-extension:${settlementId}`, by);
        const asked = await createExtensionsRepository(tx).ask({ settlementId, until, reason, by });
        return asked ? { outcome: 'done', settlementId } : { outcome: 'extension-asked' };
      });
    },

    /** A second person moves the deadline; the buyer gets a message. */
    async approve(
      settlementId: number,
      { extensionId, by }: { extensionId: number; by: string },
    ): Promise<ExtensionOutcome> {
      const calendar = await deps.reference.workingCalendar();
      const row = await createSettlementsRepository(db).rowOf(settlementId);
      if (!row) return { outcome: 'none' };
      const graceDays = await deps.graceDaysOf(row.lot_id);
      return onOpen(settlementId, async (tx, settlement) => {
        const [waiting] = await createExtensionsRepository(tx).waiting([settlementId]);
        if (waiting?.id !== extensionId) return { outcome: 'extension-changed' };
        // The call was judged before the lock: both accounts of one person may have passed at the same instant.
        if (await deps.isSamePerson(tx, waiting.asked_by, by)) return { outcome: 'second-person' };
        await mustStillDecide(tx, waiting.asked_by, 'extendSettlements');
        const settlements = createSettlementsRepository(tx);
        const at = await settlements.now();
        // Later by now, after a protest or with a part that was paid: who agrees gives the buyer more time and never takes any.
        if (waiting.until <= at || waiting.until <= settlement.due_at) return { outcome: 'extension-day' };
        await createExtensionsRepository(tx).decide(extensionId, 'approved', by);
        const parts = createPartsRepository(tx);
        const rules = settlement.parts_begun_at
          ? (await parts.rulesOf([settlementId])).get(settlementId)
          : null;
        if (rules) {
          await parts.postpone(settlementId, waiting.until);
          // What staff were asked to decide about these parts is decided.
          await deps.tasks.finishOccasion(
            lateParts(settlement),
            { personId: by, name: '' },
            waiting.reason,
            tx,
          );
        }
        const terms = rules
          ? partTerms(waiting.until, rules.patienceDays)
          : afterDeadline(calendar, waiting.until, graceDays);
        const look = nextLook({ due_at: terms.dueAt, default_at: terms.defaultAt }, at);
        await settlements.extend(settlementId, terms, look, statementUntil(calendar, terms));
        // Of a lot at a fixed price each buyer has a deadline.
        if (settlement.sale !== 'purchase') await deps.lots.setPayUntil(row.lot_id, terms.dueAt, tx);
        await deps.notifications.notify(tx, {
          personId: settlement.person_id,
          key: `settlement:${settlementId}:extended:${extensionId}`,
          template: 'payment-extended',
          params: { lotId: row.lot_id, lotTitle: row.lot_title, payByMs: terms.dueAt.getTime() },
        });
        return { outcome: 'done', settlementId };
      });
    },

    reject: (
      settlementId: number,
      { extensionId, by }: { extensionId: number; by: string },
    ): Promise<ExtensionOutcome> =>
      onOpen(settlementId, async (tx) => {
        const [waiting] = await createExtensionsRepository(tx).waiting([settlementId]);
        if (waiting?.id !== extensionId) return { outcome: 'extension-changed' };
        const askedBy = waiting.asked_by;
        await turning.turnDown(tx, `settlement-extension:${settlementId}`, { by, askedBy });
        await createExtensionsRepository(tx).decide(extensionId, 'rejected', by);
        return { outcome: 'done', settlementId };
      }),
  };
}
