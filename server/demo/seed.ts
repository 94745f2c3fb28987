import { createDemoPeople, type AccountsService, type Person } from '#server/domains/accounts/index.ts';
import {
  createLotSearchRepository,
  createLotsRepository,
  publishLot,
  type LotsRepository,
} from '#server/domains/lots/index.ts';
import { createReferenceRepository, createReferenceService } from '#server/domains/reference/index.ts';
import { createTradeApplicationsRepository } from '#server/domains/trade-applications/index.ts';
import { openDirectory } from '#server/integrations/sign-in/index.ts';
import type { AnyDb, Database } from '#server/platform/database/index.ts';
import { termsOf } from '#server/workflows/index.ts';
import { DEMO_LOTS, PRACTICE_KEY, type DemoLot } from './content/index.ts';
import { describeLot } from './describe-lot.ts';
import { pastAuction, type PastOutcome } from './past-auction.ts';
import { commitPastAuction } from './past-auctions.repository.ts';
import { DEMO_BOTS, DEMO_SIGN_INS, demoPassword } from './people.ts';
import { liveLengthMs, liveRoom, comingTrade, pastTrade, type TradePlan } from './trade-plans.ts';
import { randomOf, whole } from './pictures/random.ts';
import { botsOf, type SeatedBot } from './seats.ts';

export interface DemoDeps {
  database: Pick<Database<unknown>, 'db'>;
  accounts: AccountsService;
  /** Local twins may run here. */
  twinsAllowed: boolean;
  /** The installation's own secret, from which the password of the demo's people is made. */
  secret: string;
}

export interface DemoWorld {
  password: string;
  /** People a newcomer may sign in as. */
  signIns: { part: string; name: string; login: string }[];
  bots: SeatedBot[];
  customerPersonId: string;
}

/** Where each demo lot starts on an empty database: its place in the list below decides. */
const PAST: readonly PastOutcome[] = [
  'sold',
  'sold',
  'not-held',
  'sold',
  'no-price-given',
  'sold',
  'withdrawn',
  'sold',
  'not-held',
];
const LIVE_AT_ONCE = 7;
const SOON = 5;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Mixed, so that each kind of property is found in each state; the same at every installation. */
const shuffled = (lots: readonly DemoLot[]): DemoLot[] =>
  [...lots].sort((a, b) => randomOf(a.key)() - randomOf(b.key)());

export const demoLots = (db: AnyDb) => {
  const reference = createReferenceService(createReferenceRepository(db));
  const lots = createLotsRepository(db);
  const applications = createTradeApplicationsRepository(db);

  /** Publishes one demo lot by a plan. Returns its id. */
  async function publish(
    lot: DemoLot,
    plan: TradePlan & { roomOpenedAt?: Date },
    customerPersonId: string,
  ): Promise<number> {
    const categoryIds = new Map((await reference.categories()).map(({ code, id }) => [code, id]));
    return publishLot(lots, reference, { ...describeLot(lot, categoryIds, customerPersonId), ...plan });
  }

  return {
    lots,
    search: createLotSearchRepository(db),
    applications,
    publish,
    /** The same for a room that opens at once: its bots apply now, before applications close. */
    async publishWithBots(
      lot: DemoLot,
      plan: TradePlan,
      world: Pick<DemoWorld, 'bots' | 'customerPersonId'>,
    ) {
      const id = await publish(lot, plan, world.customerPersonId);
      for (const bot of botsOf({ id, practice: false }, world.bots))
        await applications.request(id, bot.personId, null);
    },
  };
};
export type DemoLotsDoor = ReturnType<typeof demoLots>;

async function makePeople({ database, accounts, twinsAllowed, secret }: DemoDeps): Promise<DemoWorld> {
  const password = demoPassword(secret);
  const everyone = [...DEMO_SIGN_INS.map(({ person }) => person), ...DEMO_BOTS.map(({ person }) => person)];
  const made = await createDemoPeople(everyone, password, {
    accounts,
    directory: openDirectory(database),
    twinsAllowed,
  });
  const idOf = (at: number): string => (made[at] as Person).id;
  return {
    password,
    signIns: DEMO_SIGN_INS.map(({ part, person }) => ({ part, name: person.name, login: person.phone })),
    bots: DEMO_BOTS.map((bot, i) => ({ ...bot, personId: idOf(DEMO_SIGN_INS.length + i) })),
    customerPersonId: idOf(DEMO_SIGN_INS.findIndex(({ part }) => part === 'customer')),
  };
}

/** An auction that is over, with its log: nobody has to wait days to see results. */
async function publishPast(
  db: AnyDb,
  door: DemoLotsDoor,
  world: DemoWorld,
  lot: DemoLot,
  outcome: PastOutcome,
) {
  const plan = pastTrade(lot.key, lot.price * 100, Date.now());
  const lotId = await door.publish(lot, { ...plan, roomOpenedAt: plan.publishedAt }, world.customerPersonId);
  const random = randomOf(`bidders:${lot.key}`);
  const people = outcome === 'not-held' ? 1 : whole(random, 3, 6);
  const first = whole(random, 0, world.bots.length - 1);
  const bidders = [];
  for (let i = 0; i < people; i += 1) {
    const bot = world.bots[(first + i) % world.bots.length];
    if (!bot) continue;
    const application = await door.applications.request(lotId, bot.personId, null);
    await door.applications.decide(application.id, 'admitted');
    bidders.push({ person: bot.personId, number: application.number });
  }
  const row = await door.lots.roomToOpen(lotId);
  if (row) await commitPastAuction(db, termsOf(row), pastAuction(termsOf(row), bidders, outcome));
}

async function publishPractice(door: DemoLotsDoor, world: DemoWorld): Promise<void> {
  const lot = DEMO_LOTS.find(({ key }) => key === PRACTICE_KEY);
  if (!lot) throw new RangeError('the demo has no practice lot');
  const now = Date.now();
  const plan: TradePlan = {
    ruleSet: 'practice',
    publishedAt: new Date(now),
    opensAt: new Date(now + 5_000),
    closesAt: new Date(now + 5_000 + 5 * MINUTE_MS),
  };
  await door.publish(lot, plan, world.customerPersonId);
}

async function publishEverything(db: AnyDb, world: DemoWorld): Promise<void> {
  const door = demoLots(db);
  // What people see first comes first: a crash in between leaves live rooms, and the next start adds nothing twice.
  await publishPractice(door, world);
  const lots = shuffled(DEMO_LOTS.filter(({ key }) => key !== PRACTICE_KEY));
  const live = lots.splice(0, LIVE_AT_ONCE);
  const soon = lots.splice(0, SOON);
  const past = lots.splice(0, PAST.length);
  const now = Date.now();
  for (const [i, lot] of live.entries()) {
    const length = liveLengthMs(randomOf(`length:${lot.key}`)) * 0.6 + i * 1.5 * MINUTE_MS;
    await door.publishWithBots(lot, liveRoom(lot.key, lot.price * 100, now, 3_000 + i * 700, length), world);
  }
  for (const [i, lot] of soon.entries()) {
    const plan = liveRoom(lot.key, lot.price * 100, now, (4 + i * 9) * MINUTE_MS, 12 * MINUTE_MS);
    await door.publishWithBots(lot, plan, world);
  }
  for (const [i, lot] of past.entries()) await publishPast(db, door, world, lot, PAST[i] ?? 'sold');
  for (const [i, lot] of lots.entries()) {
    const published = now - (i % 12) * 18 * HOUR_MS;
    const plan = comingTrade(lot.key, lot.orderType, lot.price * 100, now);
    await door.publish(lot, { ...plan, publishedAt: new Date(published) }, world.customerPersonId);
  }
}

/**
 * The demo's people, at every start; its lots, on a database without any. Safe to repeat.
 * @throws where local twins are refused
 */
export async function seedDemo(deps: DemoDeps): Promise<DemoWorld> {
  const world = await makePeople(deps);
  const { db } = deps.database;
  const lots: LotsRepository = createLotsRepository(db);
  if ((await lots.count()) === 0) await publishEverything(db, world);
  return world;
}
