import type { LotRow } from '#server/domains/lots/index.ts';
import { LOT_STATUS } from '#shared/states/lot-status.ts';
import { DEMO_LOTS, PRACTICE_KEY, type DemoLot } from '../content/index.ts';
import { pick, whole } from '../pictures/random.ts';
import { botsOf } from '../seats.ts';
import type { DemoLotsDoor, DemoWorld } from '../seed.ts';
import { comingTrade, liveLengthMs, liveRoom } from '../trade-plans.ts';

const MINUTE_MS = 60_000;
/** Rooms that run or start within two minutes: never fewer than this. */
const LIVE_ROOMS = 6;
/** Lots whose trade lies further ahead: never fewer than this. */
const COMING_LOTS = 12;
/** Finished demo lots that stay in the lists; older ones are archived. */
const FINISHED_SHOWN = 60;
/** Bots take their seats this long before a room opens. */
const SEATED_BEFORE_MS = 20 * MINUTE_MS;
/** A socket may sit in 20 rooms. */
const ROOMS_PER_BOT = 15;
const DAYS_LISTED_MS = 30 * 86_400_000;
const ARCHIVE_EVERY_MS = MINUTE_MS;
const LONGER_WHEN_UNWATCHED = 8;
const ALL = 500;

const FINISHED = [
  LOT_STATUS.priceFormed,
  LOT_STATUS.notHeld,
  LOT_STATUS.withdrawn,
  LOT_STATUS.noPriceGiven,
] as const;

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
  let archivedAt = 0;
  const isDemo = (row: LotRow): boolean => row.customer_person_id === world.customerPersonId;
  const keyOf = (row: LotRow): string => row.photos[0]?.url.split('/')[3] ?? '';

  async function apply(row: LotRow): Promise<void> {
    if (row.practice || applied.has(row.id)) return;
    await door.seatBots(row, world.bots);
    applied.add(row.id);
  }

  /** A lot that is not on trade now, and from then on is. */
  function nextLot(used: Set<string>): DemoLot {
    const free = DEMO_LOTS.filter(({ key }) => key !== PRACTICE_KEY && !used.has(key));
    const lot = pick(
      Math.random,
      free.length > 0 ? free : DEMO_LOTS.filter(({ key }) => key !== PRACTICE_KEY),
    );
    used.add(lot.key);
    return lot;
  }

  async function refill(rows: LotRow[], now: number, watched: boolean): Promise<void> {
    const used = new Set(rows.map(keyOf));
    const auctions = rows.filter((row) => !row.practice);
    const soon = (row: LotRow): boolean => row.opens_at.getTime() < now + 2 * MINUTE_MS;
    const live = auctions.filter(soon).length;
    const coming = auctions.length - live;
    for (let missing = live; missing < LIVE_ROOMS; missing += 1) {
      const lot = nextLot(used);
      const plan = liveRoom(
        `${lot.key}:${now}:${missing}`,
        lot.price * 100,
        now,
        whole(Math.random, 20, 60) * 1_000,
        liveLengthMs(Math.random) * (watched ? 1 : LONGER_WHEN_UNWATCHED),
      );
      await door.publishWithBots(lot, plan, world);
    }
    for (let missing = coming; missing < COMING_LOTS; missing += 1) {
      const lot = nextLot(used);
      const plan = comingTrade(`${lot.key}:${now}:${missing}`, lot.orderType, lot.price * 100, now);
      await door.publish(lot, plan, world.customerPersonId);
    }
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
     * @param watched somebody besides bots was in a room lately; otherwise rooms run long and practice rests, so that
     *   an installation nobody looks at hardly grows
     */
    async round(watched: boolean = true, now: number = Date.now()): Promise<Seating> {
      const rows = (await door.search.active(ALL, null)).filter(isDemo);
      await refill(rows, now, watched);
      if (now - archivedAt > ARCHIVE_EVERY_MS) {
        archivedAt = now;
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
