import type { LotRow } from '#server/domains/lots/index.ts';
import { LOT_STATUS } from '#shared/states/lot-status.ts';
import { TAB_STATUSES } from '#shared/states/lot-tabs.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import { AUCTION_LOTS, type DemoLot } from '../content/index.ts';
import { FEATURED, FEATURED_DAYS } from '../featured.ts';
import { botsOf } from '../seats.ts';
import type { DemoLotsDoor, DemoWorld } from '../seed.ts';
import { comingTrade, liveRoom } from '../trade-plans.ts';
import { missingOpenings, nextLot, type OnTrade } from './supply.ts';

const MINUTE_MS = 60_000;
/** Finished demo lots that stay in the lists; older ones are archived. */
const FINISHED_SHOWN = 60;
/** Bots take their seats this long before a room opens. */
const SEATED_BEFORE_MS = 20 * MINUTE_MS;
/** A socket may sit in 20 rooms. */
const ROOMS_PER_BOT = 15;
const DAYS_LISTED_MS = 30 * DAY_MS;
const UPKEEP_EVERY_MS = MINUTE_MS;
const ALL = 1_000;

const FINISHED = [
  LOT_STATUS.priceFormed,
  LOT_STATUS.notHeld,
  LOT_STATUS.withdrawn,
  LOT_STATUS.noPriceGiven,
] as const;

const onTrade = (row: LotRow): OnTrade => ({
  opensAtMs: row.opens_at.getTime(),
  deadlineMs: row.room_deadline_us / 1_000,
  paused: row.status === LOT_STATUS.suspended,
  depositTiyin: row.deposit_tiyin,
});

/** Which lot of the content a row was made from: its photos are named after it. */
const keyOf = (row: LotRow): string => decodeURIComponent(row.photos[0]?.url.split('/')[3] ?? '');
const patternOf = (key: string): string => key.split('~')[0] ?? key;

export interface Seating {
  /** Rooms of each bot by its person id. */
  rooms: Map<string, { lotId: number; practice: boolean }[]>;
}

/**
 * Keeps the demo going: applications and seats of bots, new lots in place of those that ended, old ones archived.
 * One round looks at what is there and adds what is missing, so it may be repeated and interrupted anywhere.
 */
export function createDirector(door: DemoLotsDoor, world: DemoWorld) {
  const applied = new Set<number>();
  let upkeepAt = Number.NEGATIVE_INFINITY;
  const isDemo = (row: LotRow): boolean => row.customer_person_id === world.customerPersonId;

  async function apply(row: LotRow): Promise<void> {
    if (row.practice || applied.has(row.id)) return;
    await door.seatBots(row, world.bots);
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
      await door.publishWithBots(
        lot,
        liveRoom(seed, startPriceTiyin, now, opening.inMs, opening.lengthMs),
        world,
      );
    else
      await door.publish(lot, comingTrade(seed, lot.orderType, startPriceTiyin, now), world.customerPersonId);
  }

  async function refill(rows: LotRow[], now: number, watched: boolean): Promise<void> {
    const auctions = rows.filter((row) => !row.practice);
    const openings = missingOpenings(auctions.map(onTrade), now, watched);
    if (openings.length === 0) return;
    const lately = (await door.search.endedSince(new Date(now - DAY_MS), ALL)).filter(isDemo);
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

  /** Lots put forward on the first pages end like all others: later ones take their places. */
  async function renewFeatured(rows: LotRow[], now: number): Promise<void> {
    const shown = new Set(await door.card.featured(new Date(now), TAB_STATUSES[4] ?? [], ALL));
    const missing = FEATURED - shown.size;
    if (missing <= 0) return;
    const candidates = rows.filter(
      (row) => !row.practice && !shown.has(row.id) && row.opens_at.getTime() > now,
    );
    for (const [i, row] of candidates.slice(-missing).entries())
      await door.card.feature({
        ...{ lotId: row.id, position: shown.size + i, by: world.operatorPersonId },
        from: new Date(now),
        until: new Date(now + FEATURED_DAYS * DAY_MS),
      });
  }

  async function archive(now: number): Promise<void> {
    const ended = await door.search.endedSince(new Date(now - DAYS_LISTED_MS), ALL);
    const listed = ended.filter((row) => isDemo(row) && row.status !== LOT_STATUS.archived);
    for (const row of listed.slice(FINISHED_SHOWN)) {
      // Whoever won is taken to have paid by then.
      if (row.winner_person_id) await door.spendDeposit(row.id, row.winner_person_id);
      await door.lots.setStatus(row.id, FINISHED, LOT_STATUS.archived);
    }
  }

  return {
    /**
     * One round; returns where each bot should sit now.
     * @param watched a visitor came lately; otherwise rooms run long and practice rests, so that an unvisited
     *   installation hardly grows
     */
    async round(watched: boolean = true, now: number = Date.now()): Promise<Seating> {
      const rows = (await door.search.active(ALL, null)).filter(isDemo);
      await refill(rows, now, watched);
      if (now - upkeepAt > UPKEEP_EVERY_MS) {
        upkeepAt = now;
        // What was published a moment ago may be put forward already.
        await renewFeatured((await door.search.active(ALL, null)).filter(isDemo), now);
        await archive(now);
      }
      const rooms: Seating['rooms'] = new Map(world.bots.map((bot) => [bot.personId, []]));
      for (const row of rows) {
        if (row.opens_at.getTime() - now > SEATED_BEFORE_MS) continue;
        // Not admitted in time: closed to applications, so the room has whom it has.
        if (row.applications_until.getTime() > now) await apply(row);
        for (const bot of botsOf(row, world.bots)) {
          // Without bots a practice round has no participants, and the next one lasts an hour.
          const admission = row.practice && watched;
          const seats = rooms.get(bot.personId);
          if (seats && seats.length < ROOMS_PER_BOT) seats.push({ lotId: row.id, practice: admission });
        }
      }
      return { rooms };
    },
  };
}
