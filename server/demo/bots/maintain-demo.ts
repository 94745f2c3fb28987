import type { LotRow } from '#server/domains/trade/lots/index.ts';
import { LOT_STATUS, type LotStatus } from '#shared/lifecycles/lot-status.ts';
import { CURRENT_STATUSES } from '#shared/lifecycles/lot-tabs.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import { AUCTION_LOTS, FIXED_PRICE_LOTS, UNIT_LOTS, type DemoLot } from '../content/index.ts';
import { FEATURED, FEATURED_DAYS } from '../featured.ts';
import { orderedBy } from '../demo-lots.ts';
import { botsOf } from '../assign-bots.ts';
import { customersText } from '../order-fields.ts';
import { showsShippedPictures } from '../pictures/store-photos.ts';
import type { DemoLots, DemoWorld } from '../seed.ts';
import type { UnitsLeft } from './unit-shopping.ts';
import { comingTrade, fixedPriceSale, liveRoom } from '../trade-plans.ts';
import { FIXED_PRICE_SALES, missingOpenings, nextLot, UNIT_SALES, type OnTrade } from './lot-supply.ts';

const MINUTE_MS = 60_000;
/** Bots enter this long before a room opens. */
const JOIN_BEFORE_MS = 20 * MINUTE_MS;
/** A socket may join 20 rooms. */
const ROOMS_PER_BOT = 15;
const DAYS_LISTED_MS = 30 * DAY_MS;
const UPKEEP_EVERY_MS = MINUTE_MS;
/** The first sale of several lasts so many days, each further one a week longer. */
const FIXED_PRICE_DAYS = 20;
const ALL = 1_000;
const TO_BE_PAID: ReadonlySet<LotStatus> = new Set([LOT_STATUS.awaitingPayment, LOT_STATUS.paymentOverdue]);

const onTrade = (row: LotRow): OnTrade => ({
  opensAtMs: row.opens_at.getTime(),
  deadlineMs: row.room_deadline_us / 1_000,
  paused: row.status === LOT_STATUS.suspended,
  depositTiyin: row.deposit_tiyin,
});

const KEY_OF_TITLE: ReadonlyMap<string, string> = new Map(
  [...AUCTION_LOTS, ...FIXED_PRICE_LOTS, ...UNIT_LOTS].flatMap(
    ({ title: { uz }, key }): [string, string][] => [
      [uz, key],
      [customersText(uz), key],
    ],
  ),
);
/** Which lot of the content a row was made from; empty: one of an older release. */
const keyOf = (row: LotRow): string => KEY_OF_TITLE.get(row.title.uz) ?? '';
const UNIT_KEYS: ReadonlySet<string> = new Set(UNIT_LOTS.map(({ key }) => key));
const isByUnits = (row: LotRow): boolean => UNIT_KEYS.has(keyOf(row));
const patternOf = (key: string): string => key.split('~')[0] ?? key;

export interface RoomAssignment {
  /** Rooms of each bot by its person id. */
  rooms: Map<string, { lotId: number; practice: boolean }[]>;
  /** A listed lot whose pictures are not stored as files yet. */
  toStore: LotRow | null;
  /** Lots sold by units, and what is left of them. */
  units: UnitsLeft[];
}

/**
 * Keeps the demo going: applications and rooms of bots, new lots in place of those that ended.
 * One round looks at what is there and adds what is missing, so it may be repeated and interrupted anywhere.
 */
export function createDemoMaintenance(
  demo: DemoLots,
  world: DemoWorld,
  /** The lots that come with their whole trail are made, or will not be. */
  withScenarios: () => boolean = () => true,
) {
  const applied = new Set<number>();
  let upkeepAt = Number.NEGATIVE_INFINITY;
  /** Sales and ended lots whose pictures are not stored yet, as the last upkeep found them; each is handed out once. */
  let withoutRoom: LotRow[] = [];
  /** Lots come from orders of the customer, each from its own. */
  const order = orderedBy(world);
  const isDemo = (row: LotRow): boolean => row.customer_person_id === world.customerPersonId;

  async function apply(row: LotRow): Promise<void> {
    if (row.practice || applied.has(row.id)) return;
    await demo.applyForBots(row, world.bots);
    applied.add(row.id);
  }

  async function publishOne(
    lot: DemoLot,
    opening: ReturnType<typeof missingOpenings>[number],
    now: number,
  ): Promise<void> {
    const seed = `${lot.key}:${now}`;
    const startPriceTiyin = lot.price * 100;
    if (opening.kind === 'room')
      await demo.publishWithBots(
        lot,
        { ...liveRoom(seed, startPriceTiyin, now, opening.inMs, opening.lengthMs), order },
        world,
      );
    else
      await demo.publish(
        lot,
        { ...comingTrade(seed, lot.orderType, startPriceTiyin, now), order },
        world.customerPersonId,
      );
  }

  async function refill(rows: LotRow[], now: number, watched: boolean): Promise<void> {
    const auctions = rows.filter((row) => !row.practice);
    const openings = missingOpenings(auctions.map(onTrade), now, watched);
    if (openings.length === 0) return;
    const lately = (await demo.search.endedSince(new Date(now - DAY_MS), ALL)).filter(isDemo);
    const used = new Set([...auctions, ...lately].map(keyOf));
    const patterns = new Set(auctions.map(keyOf).map(patternOf));
    for (const opening of openings) {
      const lot = nextLot(AUCTION_LOTS, used, patterns);
      if (!lot) return;
      used.add(lot.key);
      patterns.add(lot.pattern);
      await publishOne(lot, opening, now);
    }
  }

  const onSale = async (now: number): Promise<LotRow[]> =>
    (await demo.search.atFixedPrice(new Date(now), ALL)).filter(isDemo);

  /** Replaces sales at a fixed price that have expired or sold out: whole lots, and those by units. */
  async function refillSales(now: number): Promise<void> {
    const sales = await onSale(now);
    const missingUnits = withScenarios() ? UNIT_SALES - sales.filter(isByUnits).length : 0;
    const missingWhole = FIXED_PRICE_SALES - sales.filter((row) => !isByUnits(row)).length;
    if (missingUnits <= 0 && missingWhole <= 0) return;
    const lately = (await demo.search.endedSince(new Date(now - DAY_MS), ALL)).filter(isDemo);
    const used = new Set([...sales, ...lately].map(keyOf));
    const patterns = new Set(sales.map(keyOf).map(patternOf));
    const add = async (lots: readonly DemoLot[], missing: number): Promise<void> => {
      for (let i = 0; i < missing; i += 1) {
        const lot = nextLot(lots, used, patterns);
        if (!lot) return;
        used.add(lot.key);
        patterns.add(lot.pattern);
        const plan = { ...fixedPriceSale(now, FIXED_PRICE_DAYS + i * 7), order };
        await demo.publish(lot, plan, world.customerPersonId);
      }
    };
    await add(FIXED_PRICE_LOTS, missingWhole);
    await add(UNIT_LOTS, missingUnits);
  }

  /** Featured lots end like all others: later ones take their places. */
  async function renewFeatured(rows: LotRow[], now: number): Promise<void> {
    const shown = new Set(await demo.card.featured(new Date(now), CURRENT_STATUSES, ALL));
    const missing = FEATURED - shown.size;
    if (missing <= 0) return;
    const candidates = rows.filter(
      (row) => !row.practice && !shown.has(row.id) && row.opens_at.getTime() > now,
    );
    for (const [i, row] of candidates.slice(-missing).entries())
      await demo.card.feature({
        lotId: row.id,
        position: shown.size + i,
        by: world.operatorPersonId,
        from: new Date(now),
        until: new Date(now + FEATURED_DAYS * DAY_MS),
      });
  }

  /** Bots that have won pay within minutes. */
  async function giveToWinners(ended: readonly LotRow[]): Promise<void> {
    for (const { id: lotId, status, winner_person_id: personId, room_price_tiyin: priceTiyin } of ended)
      if (TO_BE_PAID.has(status) && priceTiyin && world.bots.some((bot) => bot.personId === personId))
        await demo.giveForLot({ lotId, personId: personId!, priceTiyin });
  }

  const endedLately = async (now: number): Promise<LotRow[]> =>
    (await demo.search.endedSince(new Date(now - DAYS_LISTED_MS), ALL)).filter(isDemo);

  return {
    /**
     * One round; returns which rooms each bot should be in, and whose pictures to store.
     * @param watched a visitor came lately; otherwise rooms run long and practice rests, so that an unvisited
     *   installation hardly grows
     */
    async round(watched: boolean = true, now: number = Date.now()): Promise<RoomAssignment> {
      const rows = (await demo.search.active(ALL, null)).filter(isDemo);
      await refill(rows, now, watched);
      if (now - upkeepAt > UPKEEP_EVERY_MS) {
        upkeepAt = now;
        // A lot published in this round may be featured already.
        await renewFeatured((await demo.search.active(ALL, null)).filter(isDemo), now);
        await refillSales(now);
        const ended = await endedLately(now);
        await giveToWinners(ended);
        const sales = await onSale(now);
        withoutRoom = [...sales, ...ended].filter(showsShippedPictures);
      }
      const rooms: RoomAssignment['rooms'] = new Map(world.bots.map((bot) => [bot.personId, []]));
      for (const row of rows) {
        if (row.opens_at.getTime() - now > JOIN_BEFORE_MS) continue;
        // Later the lot is closed to applications.
        if (row.applications_until.getTime() > now) await apply(row);
        for (const bot of botsOf(row, world.bots)) {
          // Without bots a practice round has no participants, and the next one lasts an hour.
          const admission = row.practice && watched;
          const assigned = rooms.get(bot.personId);
          if (assigned && assigned.length < ROOMS_PER_BOT)
            assigned.push({ lotId: row.id, practice: admission });
        }
      }
      const toStore = rows.find(showsShippedPictures) ?? withoutRoom.shift() ?? null;
      const units = (await demo.stocks((await onSale(now)).filter(isByUnits).map(({ id }) => id))).map(
        ({ lotId, units: all, reserved, sold }) => ({ lotId, free: all - reserved - sold }),
      );
      return { rooms, toStore, units };
    },
  };
}
