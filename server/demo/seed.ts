import { createDemoPeople, type AccountsService, type Person } from '#server/domains/accounts/index.ts';
import { createLotsRepository, type LotsRepository } from '#server/domains/lots/index.ts';
import { createProtocolsRepository, createProtocolsService } from '#server/domains/protocols/index.ts';
import {
  createPersonalIdHash,
  createSanctionsRepository,
  createSanctionsService,
} from '#server/domains/sanctions/index.ts';
import { openDirectory } from '#server/integrations/sign-in/index.ts';
import type { Database } from '#server/platform/database/index.ts';
import { LOT_STATUS } from '#shared/states/lot-status.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import { DEMO_LOTS, FIXED_PRICE_LOTS, ORDERS, PRACTICE_LOT, type DemoLot } from './content/index.ts';
import { demoLots, type DemoLotsDoor, type DemoWorld } from './demo-lots.ts';
import { barredPeople } from './barred-people.ts';
import { giveMoney } from './deposits.ts';
import { FEATURED, FEATURED_DAYS } from './featured.ts';
import { publishNews } from './news.ts';
import { PAST, publishPast } from './past-lots.ts';
import { DEMO_BOTS, DEMO_SIGN_INS, demoPassword } from './people.ts';
import { comingTrade, fixedPriceSale, liveLengthMs, liveRoom, type TradePlan } from './trade-plans.ts';
import { randomOf } from './pictures/random.ts';

export { demoLots, type DemoLotsDoor, type DemoWorld } from './demo-lots.ts';

export interface DemoDeps {
  database: Pick<Database<unknown>, 'db'>;
  accounts: AccountsService;
  /** Local twins may run here. */
  twinsAllowed: boolean;
  /** The installation's own secret, from which the password of the demo's people is made. */
  secret: string;
  /** Key of the hashes under which barred people are found. */
  personalIdSecret: string;
  publicUrl: string;
  /** Signs the offer in force with a test key under the password; nothing happens when it is signed already. */
  signOffer: (personId: string, password: string) => Promise<void>;
}

const LIVE_AT_ONCE = 7;
const SOON = 5;
const FIXED_PRICE = 3;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Mixed, so that each kind of property is found in each state; the same at every installation. */
const shuffled = (lots: readonly DemoLot[]): DemoLot[] =>
  [...lots].sort((a, b) => randomOf(a.key)() - randomOf(b.key)());

async function makePeople({ database, accounts, twinsAllowed, secret }: DemoDeps): Promise<DemoWorld> {
  const password = demoPassword(secret);
  const everyone = [...DEMO_SIGN_INS.map(({ person }) => person), ...DEMO_BOTS.map(({ person }) => person)];
  const made = await createDemoPeople(everyone, password, {
    accounts,
    directory: openDirectory(database),
    twinsAllowed,
  });
  const idOf = (at: number): string => (made[at] as Person).id;
  const idOfPart = (name: string): string => idOf(DEMO_SIGN_INS.findIndex(({ part }) => part === name));
  return {
    password,
    signIns: DEMO_SIGN_INS.map(({ part, person, unfunded }) => ({
      ...{ part, name: person.name, login: person.phone },
      note: unfunded ? 'profile complete, offer signed, no money yet' : '',
    })),
    bots: DEMO_BOTS.map((bot, i) => ({ ...bot, personId: idOf(DEMO_SIGN_INS.length + i) })),
    customerPersonId: idOfPart('customer'),
    operatorPersonId: idOfPart('operator'),
    buyerPersonIds: DEMO_SIGN_INS.flatMap(({ person, unfunded }, i) =>
      person.roles.includes('buyer') && !unfunded ? [idOf(i)] : [],
    ),
    unfundedPersonIds: DEMO_SIGN_INS.flatMap(({ unfunded }, i) => (unfunded ? [idOf(i)] : [])),
    toSuspend: null,
  };
}

async function publishPractice(door: DemoLotsDoor, world: DemoWorld): Promise<void> {
  const now = Date.now();
  const plan: TradePlan = {
    ruleSet: 'practice',
    publishedAt: new Date(now),
    opensAt: new Date(now + 5_000),
    closesAt: new Date(now + 5_000 + 5 * MINUTE_MS),
  };
  await door.publish(PRACTICE_LOT, plan, world.customerPersonId);
}

/** State-income property above 60 base amounts goes to auction only; this is well below them. */
const STATE_FIXED_PRICE_MOST_UZS = 20_000_000;
const mayBeFixed = ({ orderType, price }: DemoLot): boolean =>
  orderType === 'private' || price <= STATE_FIXED_PRICE_MOST_UZS;

const orderOf = (lot: DemoLot): number | null =>
  Number(Object.entries(ORDERS).find(([, keys]) => keys.includes(lot.key))?.[0] ?? 0) || null;

async function publishEverything(deps: DemoDeps, world: DemoWorld): Promise<void> {
  const { db } = deps.database;
  const door = demoLots(db);
  // What people see first comes first: a crash in between leaves live rooms, and the next start adds nothing twice.
  await publishPractice(door, world);
  const lots = shuffled(DEMO_LOTS);
  const live = lots.splice(0, LIVE_AT_ONCE);
  const soon = lots.splice(0, SOON);
  const past = lots.splice(0, PAST.length);
  const fixed = shuffled(FIXED_PRICE_LOTS.filter(mayBeFixed)).slice(0, FIXED_PRICE);
  const now = Date.now();
  const current: number[] = [];
  for (const [i, lot] of live.entries()) {
    const length = liveLengthMs(randomOf(`length:${lot.key}`)) * 0.6 + i * 1.5 * MINUTE_MS;
    const plan = liveRoom(lot.key, lot.price * 100, now, 3_000 + i * 700, length);
    current.push(await door.publishWithBots(lot, { ...plan, orderId: orderOf(lot) }, world));
  }
  for (const [i, lot] of soon.entries()) {
    const plan = liveRoom(lot.key, lot.price * 100, now, (4 + i * 9) * MINUTE_MS, 12 * MINUTE_MS);
    current.push(await door.publishWithBots(lot, { ...plan, orderId: orderOf(lot) }, world));
  }
  for (const [i, lot] of fixed.entries()) {
    const plan = fixedPriceSale(now, 20 + i * 7);
    await door.publish(lot, { ...plan, orderId: orderOf(lot) }, world.customerPersonId);
  }
  // The last of the rooms that run: it stays stopped, as one does after a fault, until staff let it go on.
  world.toSuspend = current[LIVE_AT_ONCE - 1] ?? null;
  const unpaid = await publishPastOnes(deps, door, world, past);
  for (const [i, lot] of lots.entries()) {
    const published = now - (i % 12) * 18 * HOUR_MS;
    const plan = comingTrade(lot.key, lot.orderType, lot.price * 100, now);
    // A window of working days begins with the publication: earlier it would be over.
    const publishedAt = plan.ruleSet === 'state-shop' ? plan.publishedAt : new Date(published);
    const times = { ...plan, publishedAt, orderId: orderOf(lot) };
    current.unshift(await door.publish(lot, times, world.customerPersonId));
  }
  for (const [position, lotId] of current.slice(0, FEATURED).entries())
    await door.card.feature({
      ...{ lotId, position, by: world.operatorPersonId },
      from: new Date(now),
      until: new Date(now + FEATURED_DAYS * DAY_MS),
    });
  const sanctions = createSanctionsService({
    sanctions: createSanctionsRepository(db),
    hash: createPersonalIdHash(deps.personalIdSecret),
    // Barred people of the demo have no accounts.
    personsOf: () => Promise.resolve([]),
  });
  for (const bar of barredPeople(now, unpaid)) await sanctions.bar(bar);
}

/** Returns the lot whose winner did not pay. */
async function publishPastOnes(
  { database: { db }, accounts, publicUrl }: DemoDeps,
  door: DemoLotsDoor,
  world: DemoWorld,
  lots: readonly DemoLot[],
): Promise<number | null> {
  const protocols = createProtocolsService({
    protocols: createProtocolsRepository(db),
    person: (id) => accounts.byId(id),
    // The demo's people have told none.
    addressOf: () => Promise.resolve(null),
    publicUrl: () => publicUrl,
  });
  let unpaid: number | null = null;
  for (const [i, past] of PAST.entries()) {
    const lot = lots[i];
    if (!lot) continue;
    const lotId = await publishPast(db, door, world, protocols, lot, {
      ...past,
      more: { ...past.more, orderId: orderOf(lot) },
    });
    if (past.after?.some(({ to }) => to === LOT_STATUS.paymentOverdue)) unpaid = lotId;
  }
  return unpaid;
}

/**
 * The demo's people, at every start; its lots, on a database without any. Safe to repeat.
 * @throws where local twins are refused
 */
export async function seedDemo(deps: DemoDeps): Promise<DemoWorld> {
  const world = await makePeople(deps);
  const { db } = deps.database;
  await giveMoney(db, { people: world.buyerPersonIds, bots: world.bots.map(({ personId }) => personId) });
  const operator = world.signIns.find(({ part }) => part === 'operator');
  await publishNews(db, { personId: world.operatorPersonId, name: operator?.name ?? '' });
  for (const personId of world.unfundedPersonIds) await deps.signOffer(personId, world.password);
  const lots: LotsRepository = createLotsRepository(db);
  if ((await lots.count()) === 0) await publishEverything(deps, world);
  return world;
}
