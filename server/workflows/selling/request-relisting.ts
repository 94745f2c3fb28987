import type { LotsRepository, OrderLots } from '#server/domains/trade/lots/index.ts';
import type {
  OrderMoves,
  OrderTrade,
  PreparedWish,
  RelistingRequests,
} from '#server/domains/trade/orders/index.ts';
import {
  chosenCut,
  createRelistingsRepository,
  isCutAllowed,
  planRelisting,
  type Repeat,
} from '#server/domains/trade/relistings/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { basisPoints } from '#shared/auction/amounts.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { ORDER, type OrderState } from '#shared/lifecycles/order.ts';
import { isOpenRepeat } from '#shared/lifecycles/repeat.ts';
import type { RepeatBases, RepeatRules } from './relisting-basis.ts';

export interface RequestRelisting extends RelistingRequests {
  /** What the customer may wish about an order in this state now. */
  possible(order: { orderId: number; personId: string; state: OrderState }): Promise<{
    repeat: boolean;
    stopRepeats: boolean;
    /** Of the first price, in basis points; null: they cannot choose. */
    cut: { minBp: number; maxBp: number; usualBp: number } | null;
  }>;
}

export interface WishRepeatDeps {
  db: AnyDb;
  bases: RepeatBases;
  lots: Pick<LotsRepository, 'get'>;
  orderLots: Pick<OrderLots, 'idsOf'>;
  orders: Pick<OrderTrade, 'find'>;
  moves: Pick<OrderMoves, 'move'>;
}

type Wish = Parameters<RelistingRequests['prepare']>[0];
type Refused = Extract<PreparedWish, { outcome: 'refused' }>['reason'];

const refused = (reason: Refused): PreparedWish => ({ outcome: 'refused', reason });

/** What a customer wishes about the last lot of an order: to be repeated though it is not by itself, or not any more. */
export function createWishRepeat({
  db,
  bases,
  lots,
  orderLots,
  orders,
  moves,
}: WishRepeatDeps): RequestRelisting {
  const mayAsk = (repeat: Repeat | null): Refused | null => {
    if (!repeat) return 'repeat-impossible';
    if (isOpenRepeat(repeat.state)) return 'repeat-planned';
    return repeat.stopped_by_kind === 'staff' ? 'repeat-by-staff' : null;
  };

  async function terms(tx: AnyDb, lotId: number, wish: Wish, { figures, calendar }: RepeatRules) {
    const [lot, order] = [await lots.get(lotId, tx), await orders.find(wish.orderId)];
    if (!lot || !order || !figures) return 'repeat-impossible';
    const cutBp = wish.cutBp ?? chosenCut(figures, order.fields.choices?.repeatCutPercent);
    if (!isCutAllowed(figures, cutBp)) return 'repeat-cut';
    const plan = planRelisting(await bases.of(tx, lot, { figures, calendar }), cutBp, true);
    return plan.publishAt === null ? 'repeat-too-late' : plan;
  }

  async function ask(lotId: number, wish: Wish, rules: RepeatRules): Promise<PreparedWish> {
    const against = mayAsk(await createRelistingsRepository(db).find(lotId));
    if (against) return refused(against);
    const plan = await terms(db, lotId, wish, rules);
    if (typeof plan === 'string') return refused(plan);
    const { publishAt, startPriceTiyin, cutBp } = plan;
    return {
      outcome: 'ready',
      terms: { publishAtMs: publishAt.getTime(), startPriceTiyin, cutBp },
      async perform(tx) {
        const repeats = createRelistingsRepository(tx);
        const refusal = mayAsk(await repeats.lock(lotId));
        if (refusal) return refusal;
        await repeats.ask(lotId, plan);
        const moved = await moves.move(tx, {
          event: 'plan-repeat',
          orderId: wish.orderId,
          lotId,
          by: { kind: 'customer', personId: wish.personId },
          priceTiyin: startPriceTiyin,
          publishAtMs: publishAt.getTime(),
        });
        return moved.outcome === 'moved' ? moved.order : 'repeat-impossible';
      },
    };
  }

  async function stop(
    lotId: number,
    { orderId, personId }: Wish,
    { figures }: RepeatRules,
  ): Promise<PreparedWish> {
    const seen = await createRelistingsRepository(db).find(lotId);
    if (!seen || !isOpenRepeat(seen.state)) return refused('repeat-none');
    if (figures?.by === 'rules') return refused('repeat-by-rules');
    return {
      outcome: 'ready',
      terms: null,
      async perform(tx) {
        const repeats = createRelistingsRepository(tx);
        const plan = await repeats.lock(lotId);
        if (!plan || !isOpenRepeat(plan.state)) return 'repeat-none';
        await repeats.stop(lotId, { by: personId, kind: 'customer' });
        const by = { kind: 'customer', personId } as const;
        const moved = await moves.move(tx, { event: 'stop-repeat', orderId, lotId, by });
        return moved.outcome === 'moved' ? moved.order : 'repeat-none';
      },
    };
  }

  async function prepare(wish: Wish): Promise<PreparedWish> {
    const [lotId] = await orderLots.idsOf(wish.orderId);
    const rules = lotId === undefined ? null : await bases.rulesOf(lotId);
    if (lotId === undefined || !rules)
      return refused(wish.action === 'repeat' ? 'repeat-impossible' : 'repeat-none');
    return wish.action === 'repeat' ? ask(lotId, wish, rules) : stop(lotId, wish, rules);
  }

  return {
    prepare,

    async possible({ orderId, personId, state }) {
      if (!allows(ORDER, state, 'plan-repeat')) return { repeat: false, stopRepeats: false, cut: null };
      const wish = { orderId, personId, cutBp: null };
      const [asked, stopped] = [
        await prepare({ ...wish, action: 'repeat' }),
        await prepare({ ...wish, action: 'stop-repeats' }),
      ];
      const [lotId] = await orderLots.idsOf(orderId);
      const figures = lotId === undefined ? null : (await bases.rulesOf(lotId))?.figures;
      const cut = figures && figures.cut.minPercent < figures.cut.maxPercent ? figures.cut : null;
      return {
        repeat: asked.outcome === 'ready',
        stopRepeats: stopped.outcome === 'ready',
        cut: cut && {
          minBp: basisPoints(cut.minPercent),
          maxBp: basisPoints(cut.maxPercent),
          usualBp: basisPoints(cut.usualPercent),
        },
      };
    },
  };
}
