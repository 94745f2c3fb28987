import { createTurningDown, type IsSamePerson } from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { LotsRepository, RelistedLots } from '#server/domains/trade/lots/index.ts';
import type { OrderMove, OrderMoves, OrderTrade } from '#server/domains/trade/orders/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { isOpenRepeat } from '#shared/lifecycles/repeat.ts';
import { announcedDay } from '#shared/orders/trade-rules.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time/tashkent.ts';
import type { Repeat } from './relisting-tables.ts';
import { createRelistingsRepository, type RepeatsRepository } from './relistings.repository.ts';

export interface DecideRepeatsDeps {
  db: AnyDb;
  lots: Pick<LotsRepository, 'get'>;
  repeatedLots: Pick<RelistedLots, 'firstOf'>;
  orders: Pick<OrderTrade, 'lock'>;
  moves: Pick<OrderMoves, 'move'>;
  reference: Pick<ReferenceService, 'ruleSetOf'>;
  actions: Pick<ActionLog, 'record'>;
  isSamePerson: IsSamePerson;
}

export type RepeatOutcome = { outcome: 'done' | 'none' | 'over' | 'day' };

interface Staff {
  personId: string;
  address: string;
}

type Change = (tx: AnyDb, at: { plan: Repeat; repeats: RepeatsRepository }) => Promise<OrderMove | 'day'>;

export type DecideRelistings = ReturnType<typeof createDecideRelistings>;

/** Staff postpone a repeat that is to come, with a reason that its customer reads. One person is enough, twice in 30 days. */
export function createDecideRelistings(deps: DecideRepeatsDeps) {
  const { db, lots, repeatedLots, orders, moves, reference, actions } = deps;
  const turning = createTurningDown(deps.isSamePerson);

  async function decide(
    lotId: number,
    { personId, address }: Staff,
    { action, reason }: { action: string; reason: string },
    change: Change,
  ): Promise<RepeatOutcome> {
    const seen = await createRelistingsRepository(db).find(lotId);
    if (!seen) return { outcome: 'none' };
    return inTransaction(db, async (tx): Promise<RepeatOutcome> => {
      const repeats = createRelistingsRepository(tx);
      // Locked in the order in which a repeat is published.
      await orders.lock(tx, seen.order_id);
      const plan = await repeats.lock(lotId);
      if (!plan || !isOpenRepeat(plan.state)) return { outcome: 'over' };
      const move = await change(tx, { plan, repeats });
      if (move === 'day') return { outcome: 'day' };
      await turning.turnDown(tx, `repeat:${plan.order_id}`, { by: personId });
      const moved = await moves.move(tx, move);
      if (moved.outcome !== 'moved')
        throw new Error(`order ${plan.order_id} has an open repeat and no place for it`);
      const done = { type: 'order', action, result: 'done', reason: `lot:${lotId}: ${reason}` } as const;
      await actions.record({ personId, address, ...done }, tx);
      return { outcome: 'done' };
    });
  }

  return {
    /** @param day `YYYY-MM-DD` in Tashkent; published at the minute of the lot's rule set */
    async postpone(
      lotId: number,
      { day, reason }: { day: string; reason: string },
      staff: Staff,
    ): Promise<RepeatOutcome> {
      const lot = await lots.get(lotId);
      const midnight = announcedDay(day);
      const figures = lot && (await reference.ruleSetOf(lot)).figures.repeat;
      if (!figures) return { outcome: 'none' };
      if (midnight === null) return { outcome: 'day' };
      const publishAt = new Date(midnight + figures.publishMinute * MINUTE_MS);
      return decide(lotId, staff, { action: 'repeat-postponed', reason }, async (tx, { plan, repeats }) => {
        const first = await repeatedLots.firstOf(tx, plan.order_id);
        const last = first.publishedAt.getTime() + figures.withinDays * DAY_MS;
        const tooLate = publishAt.getTime() > last;
        if (publishAt <= plan.publish_at! || publishAt <= (await repeats.now()) || tooLate) return 'day';
        await repeats.postpone(lotId, publishAt, reason);
        return {
          event: 'postpone-repeat',
          orderId: plan.order_id,
          lotId,
          why: reason,
          by: { kind: 'staff', personId: staff.personId },
          publishAtMs: publishAt.getTime(),
          priceTiyin: plan.start_price_tiyin,
        };
      });
    },
  };
}
