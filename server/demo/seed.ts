import {
  createDemoPeople,
  createPersonalIdHash,
  type AccountsService,
  type Person,
} from '#server/domains/people/accounts/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import { createLotsRepository, type LotsRepository } from '#server/domains/trade/lots/index.ts';
import {
  createSanctionsRepository,
  createSanctionsService,
} from '#server/domains/people/debarments/index.ts';
import { openDirectory } from '#server/identity/index.ts';
import type { Database } from '#server/platform/database/index.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import { DEMO_LOTS, FIXED_PRICE_LOTS, ORDERS, PRACTICE_LOT, type DemoLot } from './content/index.ts';
import { demoLots, orderedBy, type DemoLots, type DemoWorld } from './demo-lots.ts';
import { FIXED_PRICE_SALES } from './bots/lot-supply.ts';
import { barredPeople } from './barred-people.ts';
import { giveMoney } from './deposits.ts';
import { FEATURED, FEATURED_DAYS } from './featured.ts';
import { publishNews } from './publish-news.ts';
import { DEMO_BOTS, DEMO_SIGN_INS, demoPassword } from './people.ts';
import { inPastTransaction } from './scenarios/past-session.repository.ts';
import { fitsTrails } from './scenarios/play-scenarios.ts';
import { comingTrade, fixedPriceSale, liveLengthMs, liveRoom, type TradePlan } from './trade-plans.ts';
import { randomOf } from './pictures/random.ts';

export { demoLots, type DemoLots, type DemoWorld } from './demo-lots.ts';

export interface DemoDeps {
  database: Pick<Database, 'db' | 'pool'>;
  accounts: AccountsService;
  /** Local twins may run here. */
  sandboxesAllowed: boolean;
  /** The installation's own secret, from which the password of the demo's people is made. */
  secret: string;
  /** Key of the hashes under which barred people are found. */
  personalIdSecret: string;
  publicUrl: string;
  /** Signs the offer in force with a test key under the password, unless it is signed already. */
  signOffer: (personId: string, password: string) => Promise<void>;
}

const LIVE_AT_ONCE = 7;
const SOON = 5;
const KINDS_OF_TRAILS = 12;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** People of the demo have had their money for so long. */
const MONEY_DAYS = 80;

/** Mixed, so that each kind of property is found in each state; the same at every installation. */
const shuffled = (lots: readonly DemoLot[]): DemoLot[] =>
  [...lots].sort((a, b) => randomOf(a.key)() - randomOf(b.key)());

async function makePeople({ database, accounts, sandboxesAllowed, secret }: DemoDeps): Promise<DemoWorld> {
  const password = demoPassword(secret);
  const everyone = [...DEMO_SIGN_INS.map(({ person }) => person), ...DEMO_BOTS.map(({ person }) => person)];
  const made = await createDemoPeople(everyone, password, {
    accounts,
    directory: openDirectory(database),
    sandboxesAllowed,
  });
  const idOf = (at: number): string => (made[at] as Person).id;
  const idOfPart = (name: string): string => idOf(DEMO_SIGN_INS.findIndex(({ part }) => part === name));
  return {
    password,
    signIns: DEMO_SIGN_INS.map(({ part, person, unfunded }) => ({
      part,
      name: person.name,
      login: person.phone,
      note: unfunded ? 'profile complete, offer signed, no money yet' : '',
    })),
    bots: DEMO_BOTS.map((bot, i) => ({ ...bot, personId: idOf(DEMO_SIGN_INS.length + i) })),
    customerPersonId: idOfPart('customer'),
    operatorPersonId: idOfPart('operator'),
    secondOperatorPersonId: idOfPart('second operator'),
    administratorPersonId: idOfPart('administrator'),
    moderatorPersonId: idOfPart('moderator'),
    buyerPersonIds: DEMO_SIGN_INS.flatMap(({ person, unfunded, paysByParts }, i) =>
      person.roles.includes('buyer') && !unfunded && !paysByParts ? [idOf(i)] : [],
    ),
    partsBuyerPersonId: idOfPart('buyer by parts'),
    unfundedPersonIds: DEMO_SIGN_INS.flatMap(({ unfunded }, i) => (unfunded ? [idOf(i)] : [])),
    toSuspend: null,
  };
}

async function publishPractice(demo: DemoLots, world: DemoWorld): Promise<void> {
  const now = Date.now();
  const plan: TradePlan = {
    ruleSet: 'practice',
    publishedAt: new Date(now),
    opensAt: new Date(now + 5_000),
    closesAt: new Date(now + 5_000 + 5 * MINUTE_MS),
  };
  await demo.publish(PRACTICE_LOT, plan, world.customerPersonId);
}

const sharedOrderOf = (lot: DemoLot): number | null =>
  Number(Object.entries(ORDERS).find(([, keys]) => keys.includes(lot.key))?.[0] ?? 0) || null;

/** Lots come from orders of the customer, each from its own, but for those of the few orders with several lots. */
function ordersOf(world: DemoWorld) {
  const order = orderedBy(world);
  return (lot: DemoLot) => {
    const orderId = sharedOrderOf(lot);
    return orderId === null ? { order } : { orderId };
  };
}

async function publishEverything(deps: DemoDeps, world: DemoWorld): Promise<void> {
  const { db } = deps.database;
  const demo = demoLots(db);
  // What visitors see first is created first: a crash in between leaves live rooms, and the next start adds nothing twice.
  await publishPractice(demo, world);
  const all = shuffled(DEMO_LOTS);
  // Some kinds of property are left for the lots that come with their whole trail.
  const left = new Set(
    all.filter((lot) => fitsTrails(lot) && sharedOrderOf(lot) === null).slice(0, KINDS_OF_TRAILS),
  );
  const lots = all.filter((lot) => !left.has(lot));
  const live = lots.splice(0, LIVE_AT_ONCE);
  const soon = lots.splice(0, SOON);
  const fixed = shuffled(FIXED_PRICE_LOTS).slice(0, FIXED_PRICE_SALES);
  const now = Date.now();
  const current: number[] = [];
  const from = ordersOf(world);
  for (const [i, lot] of live.entries()) {
    const length = liveLengthMs(randomOf(`length:${lot.key}`)) * 0.6 + i * 1.5 * MINUTE_MS;
    const plan = liveRoom(lot.key, lot.price * 100, now, 3_000 + i * 700, length);
    current.push(await demo.publishWithBots(lot, { ...plan, ...from(lot) }, world));
  }
  for (const [i, lot] of soon.entries()) {
    const plan = liveRoom(lot.key, lot.price * 100, now, (4 + i * 9) * MINUTE_MS, 12 * MINUTE_MS);
    current.push(await demo.publishWithBots(lot, { ...plan, ...from(lot) }, world));
  }
  for (const [i, lot] of fixed.entries()) {
    const plan = fixedPriceSale(now, 20 + i * 7);
    await demo.publish(lot, { ...plan, ...from(lot) }, world.customerPersonId);
  }
  for (const [i, lot] of lots.entries()) {
    const published = now - (i % 12) * 18 * HOUR_MS;
    const plan = comingTrade(lot.key, lot.orderType, lot.price * 100, now);
    // A window of working days begins with the publication: earlier it would be over.
    const publishedAt = plan.ruleSet === 'state-shop' ? plan.publishedAt : new Date(published);
    const times = { ...plan, publishedAt, ...from(lot) };
    current.unshift(await demo.publish(lot, times, world.customerPersonId));
  }
  for (const [position, lotId] of current.slice(0, FEATURED).entries())
    await demo.card.feature({
      lotId,
      position,
      by: world.operatorPersonId,
      from: new Date(now),
      until: new Date(now + FEATURED_DAYS * DAY_MS),
    });
  const sanctions = createSanctionsService({
    sanctions: createSanctionsRepository(db),
    hash: createPersonalIdHash(deps.personalIdSecret),
    // Barred people of the demo have no accounts.
    personsOf: () => Promise.resolve([]),
    accountsOfEach: (personIds) => Promise.resolve(new Map(personIds.map((id) => [id, [id]]))),
    numbersOf: () => Promise.resolve(new Map()),
    chosenReason: createReferenceService(createReferenceRepository(db)).chosenReason,
    notify: () => Promise.reject(new Error('a barred person of the demo has no account')),
  });
  for (const bar of barredPeople(now, null)) await sanctions.bar(bar);
}

/**
 * The demo's people, at every start; its lots, on a database without any. Safe to repeat.
 * @throws where local twins are refused
 */
export async function seedDemo(deps: DemoDeps): Promise<DemoWorld> {
  const world = await makePeople(deps);
  const { db } = deps.database;
  // Before the first of the lots that show how lots end.
  await inPastTransaction(deps.database.pool, async (past, set) => {
    await set(new Date(Date.now() - MONEY_DAYS * DAY_MS));
    await giveMoney(past, { people: world.buyerPersonIds, bots: world.bots.map(({ personId }) => personId) });
  });
  const operator = world.signIns.find(({ part }) => part === 'operator');
  await publishNews(db, { personId: world.operatorPersonId, name: operator?.name ?? '' });
  // The customer may sell, and the newcomers may apply.
  for (const personId of [world.customerPersonId, ...world.unfundedPersonIds])
    await deps.signOffer(personId, world.password);
  const lots: LotsRepository = createLotsRepository(db);
  if ((await lots.count()) === 0) await publishEverything(deps, world);
  return world;
}
