import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Role } from '#shared/api/contract.ts';
import { finishAlone } from '../../fixtures/finish-alone.ts';
import { protestAgainst } from '../../fixtures/protest-stub.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { accountChangesIn, NO_SESSIONS } from '../../fixtures/shut-account.ts';
import { soldLots } from '../../fixtures/sold-lots.ts';
import { unsoldLots } from '../../fixtures/unsold-lots.ts';

// One member of staff who shuts the account of a seller must not keep the property off trade.

let database: TestDatabase;
let sold: ReturnType<typeof soldLots>;
let lots: Awaited<ReturnType<typeof unsoldLots>>;
let trade: (typeof lots)['trade'];
let one: Awaited<ReturnType<typeof member>>;
let other: typeof one;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  sold = soldLots(database);
  lots = await unsoldLots(database);
  trade = lots.trade;
  one = await member();
  other = await member();
});
afterAll(async () => {
  await trade.close();
  await database.close();
});
beforeEach(() => {
  trade.obstacles.shut = false;
});

let made = 0;
const somebody = (role: 'buyer' | 'operator' = 'buyer') =>
  sold.registered(`3129990555${String(2600 + (made += 1))}`, role);
async function member() {
  const roles: Role[] = ['operator'];
  return { personId: await somebody('operator'), name: 'Xodim', roles, address: '127.0.0.1' };
}
async function decide(personId: string, kind: 'disable' | 'enable', by: typeof one) {
  const grounds = { role: null, reason: 'False documents', evidence: 'Letter 17' };
  await accountChangesIn(database, NO_SESSIONS).decide(personId, { ...grounds, kind }, by);
  trade.obstacles.shut = kind === 'disable';
}
/** All that has happened to the seller, and to what they sell, was so many days earlier. */
async function daysPass(personId: string, days: number) {
  const earlier = `- make_interval(days => ${days})`;
  for (const change of [
    `account_standstill set since = since ${earlier}`,
    `account_change set decided_at = decided_at ${earlier}`,
    `customer_order set changed_at = changed_at ${earlier}`,
  ])
    await lots.query(`update ${change} where person_id::text = $1`, [personId]);
  await lots.query(
    `update repeat_plan set publish_at = publish_at ${earlier}, look_at = look_at ${earlier}
     where lot_id in (select id from lot where customer_person_id = $1)`,
    [personId],
  );
  await lots.query(`update turned_down set at = at ${earlier} where matter like '%:' || $1`, [personId]);
}
/** Days after which what is done has happened, 60 at most. */
async function daysUntil(personId: string, isDone: () => Promise<boolean>): Promise<number> {
  let days = 0;
  while (!(await isDone()) && days < 60) {
    await daysPass(personId, 1);
    days += 1;
  }
  return days;
}
const tasksOf = (orderId: number) =>
  lots.query('select kind, done_at is not null as done from staff_task where order_id = $1', [orderId]);
const isListed = async (orderId: number) => (await trade.listing.list(orderId)).outcome === 'published';
const isRepeated = async (lotId: number) => (await trade.repeating.publish(lotId)).outcome === 'published';

const approved = (personId: string) => trade.approved({ stayDays: 'until-sold' }, { personId });
/** A lot of the seller that was not sold. */
async function unsold(personId: string) {
  const orderId = await approved(personId);
  const listed = await trade.listing.list(orderId);
  if (listed.outcome !== 'published') throw new Error(listed.outcome);
  await lots.endUnsold(listed.lotId);
  return { orderId, lotId: listed.lotId };
}
/** The same with a repeat, which is due. */
async function toRepeat(personId: string) {
  const made = await unsold(personId);
  await trade.planning.plan(made.lotId);
  await lots.query(
    `update repeat_plan set publish_at = now() - interval '1 second', look_at = now() - interval '1 second' where lot_id = $1`,
    [made.lotId],
  );
  return made;
}
/** The same with a protest that the seller has to answer. */
async function toAnswer(personId: string) {
  const made = await unsold(personId);
  await protestAgainst(database, made.lotId).file();
  await lots.query(
    `update protest set state = 'admitted', answer_by = now() + interval '1 day' where lot_id = $1`,
    [made.lotId],
  );
  return made;
}

test('an approved order waits five working days at most for its seller, whose account one member of staff has shut', async () => {
  const personId = await somebody();
  const orderId = await approved(personId);
  await decide(personId, 'disable', one);
  const days = await daysUntil(personId, () => isListed(orderId));
  expect(days).toBeGreaterThanOrEqual(5);
  // The week ends between them, and the longest holidays.
  expect(days).toBeLessThan(20);
});

test('a repeat waits five working days at most for its seller, whose account one member of staff has shut', async () => {
  const personId = await somebody();
  const { lotId } = await toRepeat(personId);
  await decide(personId, 'disable', one);
  const days = await daysUntil(personId, () => isRepeated(lotId));
  expect(days).toBeGreaterThanOrEqual(5);
  expect(days).toBeLessThan(20);
});

test('an order does not wait longer when one member of staff opens the account and shuts it again', async () => {
  const personId = await somebody();
  const orderId = await approved(personId);
  await decide(personId, 'disable', one);
  const days = await daysUntil(personId, async () => {
    if (await isListed(orderId)) return true;
    await decide(personId, 'enable', one);
    await sold.endStandstill(personId);
    await decide(personId, 'disable', one);
    return false;
  });
  expect(days).toBeLessThan(20);
});

test('an order and a repeat wait for an account that two have shut, however much time passes', async () => {
  const personId = await somebody();
  const [{ lotId }, orderId] = [await toRepeat(personId), await approved(personId)];
  await decide(personId, 'disable', one);
  await decide(personId, 'disable', other);
  await daysPass(personId, 30);
  // Before its end is handled, and afterwards.
  for (const handle of [() => sold.endStandstill(personId), () => daysPass(personId, 30)]) {
    expect(await trade.listing.list(orderId)).toEqual({ outcome: 'waits' });
    expect(await trade.repeating.publish(lotId)).toEqual({ outcome: 'blocked', obstacle: 'shut' });
    await lots.fallDue(lotId);
    await handle();
  }
  expect(await trade.listing.list(orderId)).toEqual({ outcome: 'waits' });
  expect(await trade.repeating.publish(lotId)).toEqual({ outcome: 'blocked', obstacle: 'shut' });
});

test.each([
  ['an order to publish', approved],
  ['a repeat to come', async (personId: string) => (await toRepeat(personId)).orderId],
  ['a protest to answer', async (personId: string) => (await toAnswer(personId)).orderId],
])(
  'a second member of staff is asked about the account of a seller that one has shut, with %s, once and until it is open',
  async (_, make) => {
    const personId = await somebody();
    const [orderId, later] = [await make(personId), await make(personId)];
    await decide(personId, 'disable', one);
    await sold.askAboutStandstills();
    await sold.askAboutStandstills();
    expect(await tasksOf(orderId)).toEqual([{ kind: 'second-shutting', done: false }]);
    expect(await tasksOf(later)).toEqual([]);
    expect(await finishAlone(database, orderId, 'order_id')).toBe('staff-tasks.decided');
    await decide(personId, 'enable', other);
    await sold.endStandstill(personId);
    expect(await tasksOf(orderId)).toEqual([{ kind: 'second-shutting', done: true }]);
  },
);
