import type { AccountsService } from '#server/domains/people/accounts/index.ts';
import type { LotPhotos, LotsRepository } from '#server/domains/trade/lots/index.ts';
import {
  filesOf,
  type OrderMove,
  type OrderMoves,
  type OrderTrade,
} from '#server/domains/trade/orders/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { inTransaction, isUniqueViolation, type AnyDb } from '#server/platform/database/index.ts';
import type { Texts } from '#server/platform/language/index.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { ORDER } from '#shared/lifecycles/order.ts';
import { formatMoney } from '#shared/money/money.ts';
import type { OrderProblem } from '#shared/orders/problem-codes.ts';
import { dayText } from '#shared/time/tashkent.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import { createFreezeOrder, type FreezeOrderDeps } from './freeze-order.ts';
import { createRound, type RoundError } from '../retrying-sweep.ts';
import { sellerObstacle, type SellerObstacle, type SellerObstacleDeps } from './seller-obstacle.ts';

/** Orders looked at in one query of a round. */
const BATCH = 100;
/** An order that could not be published for this long becomes a task for staff. */
const LASTING_MS = 5 * 60_000;
/** Until when staff should have looked at it. */
const LOOK_WITHIN_MS = 60 * 60_000;

export interface ListLotDeps extends FreezeOrderDeps, SellerObstacleDeps {
  db: AnyDb;
  orders: OrderTrade;
  moves: Pick<OrderMoves, 'move'>;
  accounts: Pick<AccountsService, 'byId'>;
  lots: Pick<LotsRepository, 'placeNames' | 'insert'>;
  photos: Pick<LotPhotos, 'takeOver'>;
  texts: Pick<Texts, 'text'>;
  /** Opens a task for staff, once for its occasion. */
  openTask: StaffTasksService['open'];
  crashAt: WorkflowCrashPoint;
  /** ms of a clock that only rises; given by tests. */
  now?: () => number;
}

type Remarks = Extract<OrderMove, { event: 'refuse-terms' }>['remarks'];

export type Listed =
  | { outcome: 'published'; lotId: number }
  /** Its terms cannot be traded any more, or its customer may not sell: they have it back, with remarks. */
  | { outcome: 'returned' }
  /** The account of its customer is shut, by one person for `STANDSTILL_DAYS` at most: looked at again by the next round. */
  | { outcome: 'waits' }
  /** It is not approved: published before, taken back, or none at all. */
  | { outcome: 'not-approved' };

/**
 * Puts an approved order on trade: terms frozen from the rule set and the base amount of the day, files, the state of the
 * order and its history in one transaction. A crash at any point leaves an approved order, and the next round publishes it,
 * once.
 */
export function createListLotFromOrder(deps: ListLotDeps) {
  const { db, orders, moves, accounts, lots, photos, texts, crashAt } = deps;
  const freeze = createFreezeOrder(deps);
  const round = createRound(deps.now);

  const remarksOf = (problems: readonly OrderProblem[], language: Language): Remarks =>
    problems.map(({ field, problem, details }) => ({
      field,
      text: texts.text(language, `order-problems:${problem}`, details ?? {}),
    }));

  /** In the words in which sending is refused. */
  const sellerRemark = ({ reason, ...facts }: SellerObstacle, language: Language): Remarks => {
    const values = {
      ...('until' in facts && { until: dayText(facts.until) }),
      ...('owedTiyin' in facts && { amount: formatMoney(facts.owedTiyin) }),
    };
    return [{ field: 'ownerType', text: texts.text(language, `order-actions:refused.${reason}`, values) }];
  };

  async function giveBack(orderId: number, remarks: Remarks) {
    const moved = await inTransaction(db, (tx) =>
      moves.move(tx, { event: 'refuse-terms', orderId, by: { kind: 'system' }, remarks }),
    );
    return moved.outcome === 'moved' ? ({ outcome: 'returned' } as const) : NOT_APPROVED;
  }

  /** Safe to repeat and to do twice at once. */
  async function list(orderId: number): Promise<Listed> {
    crashAt('list-lot-begun');
    const order = await orders.find(orderId);
    if (!order || !allows(ORDER, order.status, 'publish')) return NOT_APPROVED;
    const person = await accounts.byId(order.personId);
    if (!person) throw new Error(`order ${orderId} is of an unknown person`);
    const obstacle = await sellerObstacle(person, order.changedAt, deps);
    if (obstacle?.reason === 'shut') return { outcome: 'waits' };
    if (obstacle) return giveBack(orderId, sellerRemark(obstacle, person.language));
    const at = new Date();
    const made = await freeze(order, person, at);
    if ('problems' in made) return giveBack(orderId, remarksOf(made.problems, person.language));
    try {
      const lotId = await inTransaction(db, async (tx) => {
        const locked = await orders.lock(tx, orderId);
        // Of another version than the one that was read: the next round publishes what it says now.
        if (!locked || locked.version !== order.version) return null;
        const id = await lots.insert(made.row, tx);
        crashAt('list-lot-inserted');
        await photos.takeOver(tx, filesOf(orderId), { id, title: made.title });
        crashAt('list-lot-files-taken');
        const moved = await moves.move(tx, {
          event: 'publish',
          orderId,
          lotId: id,
          by: { kind: 'system' },
        });
        if (moved.outcome !== 'moved') throw new Error(`order ${orderId} was locked and changed`);
        crashAt('list-lot-moved');
        return id;
      });
      if (lotId === null) return NOT_APPROVED;
      crashAt('list-lot-committed');
      return { outcome: 'published', lotId };
    } catch (error) {
      // Not retried: the order has a lot on trade already.
      if (isUniqueViolation(error, 'lot_one_of_order')) return NOT_APPROVED;
      throw error;
    }
  }

  /** Once for each version that was approved; the order is tried again all the same. */
  async function reportLasting(orderId: number): Promise<void> {
    const order = await orders.find(orderId);
    if (!order || !allows(ORDER, order.status, 'publish')) return;
    await deps.openTask({
      occasion: `publish-order:${orderId}:${order.version}`,
      kind: 'publish-order',
      orderId,
      dueAt: new Date(Date.now() + LOOK_WITHIN_MS),
    });
  }

  return {
    list,

    /**
     * Publishes every approved order; one that fails does not hold up the others, and is tried again after a pause that
     * grows; one that fails for long becomes a task for staff. One at a time: several at once would be sooner done and make bids wait (`npm run bench -- publish`). Returns how
     * many were published.
     */
    async listAll(onError: RoundError): Promise<number> {
      let published = 0;
      await round.run({
        page: (after) => orders.unpublished(after, BATCH),
        work: async (orderId) => {
          if ((await list(orderId)).outcome === 'published') published += 1;
        },
        onError: async (error, orderId, failingMs) => {
          onError(error, orderId, failingMs);
          if (failingMs >= LASTING_MS) await reportLasting(orderId);
        },
      });
      return published;
    },
  };
}

const NOT_APPROVED = { outcome: 'not-approved' } as const;
