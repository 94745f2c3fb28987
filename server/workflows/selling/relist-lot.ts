import type { AccountsService } from '#server/domains/people/accounts/index.ts';
import type { FavouritesRepository } from '#server/domains/trade/favourites/index.ts';
import {
  lockSales,
  photosOfLot,
  type LotPhotos,
  type LotsRepository,
  type OrderLots,
} from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { createSecondOffersRepository } from '#server/domains/trade/second-offers/index.ts';
import type { OrderMoves, OrderOnTrade, OrderTrade } from '#server/domains/trade/orders/index.ts';
import { createProtestsRepository } from '#server/domains/trade/protests/index.ts';
import {
  createRelistingsRepository,
  repeatedFields,
  type Repeat,
} from '#server/domains/trade/relistings/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import { postponedProtestUntil } from '#server/domains/trade/trade-applications/index.ts';
import type { StaffTasksService } from '#server/domains/staff/tasks/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { LOT } from '#shared/lifecycles/lot.ts';
import { ORDER } from '#shared/lifecycles/order.ts';
import { isOpenRepeat, PASSING_OBSTACLES, type RepeatObstacle } from '#shared/lifecycles/repeat.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import { createFreezeOrder, type FreezeOrderDeps } from './freeze-order.ts';
import type { RepeatBases } from './relisting-basis.ts';
import { sellerObstacle, type SellerObstacle, type SellerObstacleDeps } from './seller-obstacle.ts';
import { createRound, type RoundError } from '../retrying-sweep.ts';

const BATCH = 100;
/** An obstacle is looked at again after this time. */
const LOOK_AGAIN_MS = 60 * 60_000;
/** A repeat that fails for this long becomes a task for staff. */
const LASTING_MS = 5 * 60_000;
/** Until when staff should have looked at it. */
const LOOK_WITHIN_MS = 60 * 60_000;

export interface RepeatLotDeps extends FreezeOrderDeps, SellerObstacleDeps {
  db: AnyDb;
  bases: RepeatBases;
  lots: Pick<LotsRepository, 'placeNames' | 'insert' | 'get' | 'move'>;
  orderLots: Pick<OrderLots, 'lockOnTrade'>;
  orders: Pick<OrderTrade, 'find' | 'lock'>;
  moves: Pick<OrderMoves, 'move'>;
  accounts: Pick<AccountsService, 'byId'>;
  photos: Pick<LotPhotos, 'takeOver'>;
  favourites: Pick<FavouritesRepository, 'moveTo'>;
  notifications: Pick<Notifications, 'notify'>;
  /** Opens a task for staff, once for its occasion. */
  openTask: StaffTasksService['open'];
  crashAt: WorkflowCrashPoint;
  /** ms of a clock that only rises; given by tests. */
  now?: () => number;
}

export type Repeated =
  | { outcome: 'published'; lotId: number }
  /** Looked at again later. */
  | { outcome: 'blocked'; obstacle: RepeatObstacle }
  /** Its order is over. */
  | { outcome: 'stopped' }
  /** Not due, repeated or stopped before, or changed at this moment. */
  | { outcome: 'nothing' };

type StoredRow = Parameters<LotsRepository['insert']>[0];

const NOTHING = { outcome: 'nothing' } as const;
const BY_SYSTEM = { kind: 'system' } as const;

const OBSTACLES = {
  shut: 'shut',
  role: 'role',
  profile: 'profile',
  'under-age': 'profile',
  offer: 'consent',
  barred: 'barred',
  owes: 'owes',
} as const satisfies Record<SellerObstacle['reason'], RepeatObstacle>;

/**
 * Puts a lot that was not sold on trade again when its repeat is due: as another lot of the same order, by the rule set in
 * force and the base amount of the day, with the texts, photos and documents of the first one, which is archived. The new
 * lot, the archived one, the order, the favourites that follow and the messages are one transaction; a crash at any point
 * leaves a repeat that is still due, and the next round publishes it, once.
 */
export function createRepeatLot(deps: RepeatLotDeps) {
  const { db, bases, lots, orderLots, orders, moves, accounts, photos, crashAt } = deps;
  const freeze = createFreezeOrder(deps);
  const round = createRound(deps.now);

  /** The row of the repeat by what is in force now, or the obstacle. Reads outside of transactions. */
  async function prepare(
    order: OrderOnTrade,
    {
      lot_id: lotId,
      start_price_tiyin: startPriceTiyin,
      cut_bp: cutBp,
      round: number,
      publish_at: dueAt,
    }: Repeat,
  ): Promise<{ row: StoredRow } | { obstacle: RepeatObstacle; byRules: boolean }> {
    const [person, lot, rules] = await Promise.all([
      accounts.byId(order.personId),
      lots.get(lotId),
      bases.rulesOf(lotId),
    ]);
    if (!person || !lot || !rules?.figures) throw new Error(`lot ${lotId} is repeated without what it needs`);
    const stopped = await sellerObstacle(person, dueAt!, deps);
    const { figures, calendar } = rules;
    const byRules = figures.by === 'rules';
    if (stopped) return { obstacle: OBSTACLES[stopped.reason], byRules };
    const at = new Date();
    const last = { opensAt: lot.opens_at, closesAt: lot.closes_at };
    const fields = repeatedFields(order.fields, { figures, calendar, last, startPriceTiyin, at });
    const made = await freeze({ ...order, fields }, person, at);
    if ('problems' in made)
      return {
        obstacle: made.problems.some(({ field }) => field === 'categoryId') ? 'category' : 'terms',
        byRules,
      };
    return {
      row: {
        ...made.row,
        repeats_lot_id: lotId,
        repeat_round: number,
        repeat_cut_bp: cutBp,
        // As staff corrected them.
        title: JSON.stringify(lot.title),
        description: JSON.stringify(lot.description),
        search_form: lot.search_form,
        watchable: lot.watchable,
        photos: JSON.stringify(lot.photos),
        hidden_photos: JSON.stringify(lot.hidden_photos),
      },
    };
  }

  /** @param byRules the rules put it on trade again, whatever its customer wishes */
  async function block(
    tx: AnyDb,
    plan: Repeat,
    obstacle: RepeatObstacle,
    byRules = false,
  ): Promise<Repeated> {
    const repeats = createRelistingsRepository(tx);
    const again = new Date((await repeats.now()).getTime() + LOOK_AGAIN_MS);
    await repeats.block(plan.lot_id, obstacle, again);
    const passes = (PASSING_OBSTACLES as readonly RepeatObstacle[]).includes(obstacle);
    // Said once, and nothing of what ends by itself.
    if (!passes && plan.obstacle !== obstacle)
      await moves.move(tx, {
        event: 'block-repeat',
        orderId: plan.order_id,
        lotId: plan.lot_id,
        by: BY_SYSTEM,
        obstacle,
      });
    // By giving up the role or refusing the offer its customer would keep it off trade without end, and no one would know.
    if (!passes && byRules) {
      const lotId = plan.lot_id;
      await deps.openTask(
        { occasion: `repeat-blocked:${lotId}`, kind: 'repeat-lot', lotId, dueAt: again },
        tx,
      );
    }
    return { outcome: 'blocked', obstacle };
  }

  async function waitsFor(tx: AnyDb, lotId: number): Promise<RepeatObstacle | null> {
    const protests = createProtestsRepository(tx);
    if (await protests.hasOpen([lotId])) return 'protest';
    const now = await protests.now();
    const calendar = await createReferenceService(createReferenceRepository(tx)).workingCalendar();
    const until = await postponedProtestUntil(tx, (await lots.get(lotId, tx))!, { calendar, now });
    if (until !== null && until > now) return 'protest-window';
    const offer = await createSecondOffersRepository(tx).ofLot(lotId);
    return offer?.state === 'open' ? 'offer' : null;
  }

  /** The people who marked the lot find its repeat in its place, and are notified. */
  async function takeFavourites(
    tx: AnyDb,
    fromId: number,
    to: { id: number; row: StoredRow },
  ): Promise<void> {
    const lotTitle = JSON.parse(to.row.title);
    // Same lock order for all who notify several people in one transaction.
    for (const personId of await deps.favourites.moveTo(tx, fromId, to.id))
      await deps.notifications.notify(tx, {
        personId,
        key: `lot-repeated:${to.id}`,
        template: 'lot-repeated',
        params: { lotId: to.id, lotTitle, oldLotId: fromId, priceTiyin: to.row.start_price_tiyin },
      });
  }

  async function publish(lotId: number): Promise<Repeated> {
    crashAt('repeat-begun');
    const seen = await createRelistingsRepository(db).find(lotId);
    if (!seen || !isOpenRepeat(seen.state)) return NOTHING;
    const order = await orders.find(seen.order_id);
    if (!order) throw new Error(`lot ${lotId} is of an unknown order`);
    const prepared = allows(ORDER, order.status, 'trade-again') ? await prepare(order, seen) : null;
    const done = await inTransaction(db, async (tx): Promise<Repeated> => {
      const repeats = createRelistingsRepository(tx);
      // Who protests against the result waits for this lock, and finds the lot archived.
      await lockSales(tx, lotId);
      const lot = await orderLots.lockOnTrade(lotId, tx);
      const locked = await orders.lock(tx, order.id);
      const plan = await repeats.lock(lotId);
      if (!lot || !locked || !plan || !isOpenRepeat(plan.state)) return NOTHING;
      if (plan.look_at! > (await repeats.now())) return NOTHING;
      if (!allows(ORDER, locked.status, 'trade-again')) {
        await repeats.stop(lotId, { by: 'rules', kind: 'system' });
        return { outcome: 'stopped' };
      }
      if (!allows(LOT, lot.status, 'publish-repeat'))
        throw new Error(`lot ${lotId} has a status in which it cannot be repeated`);
      const obstacle = await waitsFor(tx, lotId);
      if (obstacle) return block(tx, plan, obstacle);
      // Of another version than the one that was read: the next round publishes what it says now.
      if (!prepared || locked.version !== order.version) return NOTHING;
      if ('obstacle' in prepared) return block(tx, plan, prepared.obstacle, prepared.byRules);
      const { row } = prepared;
      const id = await lots.insert(row, tx);
      crashAt('repeat-inserted');
      await photos.takeOver(tx, photosOfLot(lotId), { id, title: lot.title });
      crashAt('repeat-files-taken');
      await lots.move(lotId, 'publish-repeat', { by: 'system' }, tx);
      await repeats.published(lotId, id);
      crashAt('repeat-archived');
      const moved = await moves.move(tx, {
        event: 'trade-again',
        orderId: order.id,
        lotId: id,
        by: BY_SYSTEM,
        priceTiyin: row.start_price_tiyin,
      });
      if (moved.outcome !== 'moved') throw new Error(`order ${order.id} was locked and changed`);
      await takeFavourites(tx, lotId, { id, row });
      crashAt('repeat-moved');
      return { outcome: 'published', lotId: id };
    });
    crashAt('repeat-committed');
    return done;
  }

  return {
    /** Safe to repeat and to do twice at once. */
    publish,

    /**
     * Every repeat that is due, one at a time; one that fails does not hold up the others, is tried again after a pause that
     * grows, and becomes a task for staff when that lasts. Returns how many were published.
     */
    async publishDue(onError: RoundError): Promise<number> {
      let published = 0;
      await round.run({
        page: (after) => createRelistingsRepository(db).due(after, BATCH),
        work: async (lotId) => {
          if ((await publish(lotId)).outcome === 'published') published += 1;
        },
        onError: async (error, lotId, failingMs) => {
          onError(error, lotId, failingMs);
          if (failingMs < LASTING_MS) return;
          const dueAt = new Date(Date.now() + LOOK_WITHIN_MS);
          await deps.openTask({ occasion: `repeat-due:${lotId}`, kind: 'repeat-lot', lotId, dueAt });
        },
      });
      return published;
    },
  };
}
