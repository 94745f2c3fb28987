import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoLines, runDemoBots, seedDemo, type DemoWorld } from '#server/demo/index.ts';
import { createDemoMaintenance } from '#server/demo/bots/maintain-demo.ts';
import { demoLots } from '#server/demo/seed.ts';
import { createDemoSigning } from '#server/processes/demo-signing.ts';
import { makeDemoTrails } from '#server/processes/demo-scenarios.ts';
import { MODULES, MODULES_WITHOUT_ROOMS } from '#server/processes/modules.ts';
import { openPlatform, type Platform } from '#server/processes/platform.ts';
import { createNotifications } from '#server/domains/content/notifications/index.ts';
import { signInOverHttp } from '#server/identity/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { createReleaseDeposits } from '#server/workflows/index.ts';
import { callServer } from '../../fixtures/app.ts';
import { demoUnitTests } from '../../fixtures/demo-unit-tests.ts';
import { demoTrailTests } from '../../fixtures/demo-scenario-tests.ts';
import { answers, startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { peopleOf } from '../../fixtures/platform-people.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';
import { testConfig } from '../../fixtures/test-product.ts';

const redis = testRedis();
let database: TestDatabase;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;
let world: DemoWorld;
/** The demo's own process, without its bots. */
let base: Platform;
let demo: ReturnType<typeof office>;
const folder = mkdtempSync(path.join(tmpdir(), 'savdo-demo-'));
const office = () =>
  MODULES_WITHOUT_ROOMS.create({
    ...base,
    invariants: MODULES.invariants,
    personalData: MODULES.personalData,
  }).parts;
/** Lots with a whole trail. */
let made = 0;
/** Who was asked to sign the offer. */
const signed: string[] = [];

const seed = (sandboxesAllowed = true) =>
  seedDemo({
    database,
    accounts: demo.accounts,
    sandboxesAllowed,
    secret: 'a secret of this test',
    personalIdSecret: base.config.personalIdSecret,
    publicUrl: 'http://localhost',
    signOffer: (personId, password) => {
      signed.push(personId);
      return createDemoSigning(demo).signOffer(personId, password);
    },
  });
/**
 * Ends lots whose rooms no process runs any more, as if no one had come. Everyone who applied gets the deposit back, as after
 * every hammer.
 */
async function endLots(which: string, endedAt = 'now()'): Promise<void> {
  await database.pool.query(
    `update lot set status = 9, outcome = 'not-held', ended_at = ${endedAt}, room_opened_at = ${endedAt} where ${which}`,
  );
  const deposits = createReleaseDeposits({
    db: database.db,
    notifications: createNotifications(database.db),
    payUntil: () => Promise.resolve(null),
    crashAt: () => undefined,
  });
  await deposits.sweep((error) => {
    throw error;
  });
}
const numbers = async (query: string): Promise<Record<string, number>> =>
  (await database.pool.query(query)).rows[0];

beforeAll(async () => {
  database = await testDatabase();
  people = peopleOf(redis, () => database);
  base = openPlatform(testConfig({ databaseUrl: database.url, folder }, redis), 'demo');
  demo = office();
  world = await seed();
  platform = await startPlatform(
    { database, redis },
    { RATE_LIMIT_FACTOR: '100', SMS_PROVIDER: 'twin', PERSONAL_ID_SECRET: base.config.personalIdSecret },
    { whole: true },
  );
  await eventually(() => answers(platform.identityUrl), 'the sign-in site', 30_000);
  made = await makeDemoTrails(base, world).made;
  // Two dozen lots with everything that happened to them, beside a whole platform.
}, 900_000);
afterAll(async () => {
  await base.shutdown.run();
  rmSync(folder, { recursive: true });
  await people.close();
  await platform.stop();
  await database.close();
});

test('sellers of the demo are paid to the account in their profile', async () => {
  const { rows } = await database.pool.query(
    `select distinct p.requisites ->> 'account' as paid, p.requisites ->> 'mfo' as mfo, r.bank_account, r.bank_mfo
       from payout p join person_profile r on r.person_id::text = p.seller_id::text where p.recipient is null and p.requisites is not null`,
  );
  expect(rows).toHaveLength(1);
  const [{ paid, mfo, bank_account: account, bank_mfo: bank }] = rows;
  expect([paid, mfo]).toEqual([account, bank]);
});

describe('the seed', () => {
  test('is refused where local twins are', async () => {
    await expect(seed(false)).rejects.toThrow('refused');
  });

  test('gives forty lots or more over categories, regions and states, and nothing a second time', async () => {
    const count = () =>
      numbers(`select count(*)::int as lots, count(distinct category_id)::int as categories,
        count(distinct region_id)::int as regions, (select count(*)::int from person) as people from lot`);
    const before = await count();
    expect(before.lots).toBeGreaterThanOrEqual(40);
    expect(before.categories).toBeGreaterThanOrEqual(25);
    expect(before.regions).toBeGreaterThanOrEqual(12);
    expect((await seed()).password).toBe(world.password);
    expect(await makeDemoTrails(base, world).made).toBe(0);
    expect(await count()).toEqual(before);
  });

  test('gives documents, orders of several lots, featured lots, districts and barred people', async () => {
    // A lot that the worker repeats meanwhile has no papers of the demo.
    const found = await numbers(`select
      (select count(*)::int from lot where area_id is null) as nowhere,
      (select count(*)::int from lot where repeat_round = 1
        and (select count(*) from lot_document d where d.lot_id = lot.id) <> 2) as bare,
      (select count(*)::int from (select 1 from lot where order_id < 1000000 group by order_id having count(*) between 2 and 4) o) as orders,
      (select count(*)::int from lot where tenure = 'rent') as rented,
      (select count(*)::int from lot where instalment_months > 0) as by_parts,
      (select count(*)::int from lot where jsonb_array_length(hidden_photos) > 0) as with_hidden,
      (select count(*)::int from barred_person) as barred`);
    expect(found).toEqual({
      nowhere: 0,
      bare: 0,
      orders: 5,
      rented: 2,
      by_parts: expect.any(Number),
      with_hidden: 3,
      barred: 3,
    });
    expect(found.by_parts).toBeGreaterThanOrEqual(9);
    const featured = await callServer(platform.url, 'GET', '/api/shop/shop-lots/is-reklama-list');
    expect(featured.body.length).toBeGreaterThanOrEqual(4);
    const [lot] = featured.body;
    const tab = await callServer(
      platform.url,
      'GET',
      `/api/shop/lot-card/tab-details/${lot.id}?tab=documents`,
    );
    const file = await callServer(platform.url, 'GET', tab.body.documents[0].url);
    expect(file.body.slice(0, 5)).toBe('%PDF-');
  });

  test('tells of property what its category asks for, and nothing it does not ask for', async () => {
    const { rows } = await database.pool.query(
      "select id, facts from lot where facts <> '{}' and id in (select min(id) from lot group by title)",
    );
    expect(rows.length).toBeGreaterThanOrEqual(20);
    for (const { id, facts } of rows) {
      const tab = await callServer(platform.url, 'GET', `/api/shop/lot-card/tab-details/${id}?tab=property`);
      expect(tab.body.facts.length, JSON.stringify(facts)).toBe(Object.keys(facts).length);
    }
  });

  test('has staff of every kind who are no buyers, and a newcomer who signed the offer and has no money', async () => {
    const { rows } = await database.pool.query<{ name: string; roles: string[]; money: string }>(
      `select p.name, p.roles, coalesce((select sum(balance_tiyin) from ledger_account a
         where a.person_id = p.id::text and a.kind = 'available'), 0) as money
       from person p where p.email like '%@savdo.example' and p.email not like 'bot%'`,
    );
    const staff = rows.filter(({ roles }) => !roles.some((role) => role === 'buyer' || role === 'customer'));
    expect(staff.map(({ roles }) => roles.join()).sort()).toEqual(
      ['administrator', 'administrator', 'auditor', 'moderator', 'operator', 'operator'].sort(),
    );
    const newcomer = rows.find(({ name }) => name === 'Madina Namuna');
    expect([newcomer?.roles, Number(newcomer?.money)]).toEqual([['buyer'], 0]);
    expect(new Set(signed)).toEqual(new Set([world.customerPersonId, ...world.unfundedPersonIds]));
    const printed = demoLines(world).join('\n');
    for (const part of ['newcomer', 'moderator', 'administrator', 'auditor']) expect(printed).toContain(part);
  });

  test('sells at a fixed price nothing of the state that may only be auctioned', async () => {
    const { rows } = await database.pool.query(
      "select start_price_tiyin::float8 as price, order_type from lot where trade_type = 'fixed-price'",
    );
    // Whole lots, those by units on sale, and the one that is sold out.
    expect(rows.length).toBe(3 + 3 + 1);
    const ofTheState = rows.filter(({ order_type: type }) => type === 'state');
    expect(ofTheState.filter(({ price }) => price > 60 * 412_000_00)).toEqual([]);
  });

  test('names people who can really sign in', async () => {
    const lines = demoLines(world).join('\n');
    expect(lines).toContain(world.password);
    for (const { login } of world.signIns) {
      const cookie = await signInOverHttp({
        publicUrl: platform.url,
        identityUrl: platform.identityUrl,
        login,
        password: world.password,
      });
      const me = await callServer(platform.url, 'GET', '/api/shop/auth/me', { cookie });
      expect(me.status).toBe(200);
    }
  });
});

demoTrailTests(() => ({ database, world, platform, base, made }));
demoUnitTests(() => ({ database, world, platform }));

test('a photo not marked visible is drawn for its owner and for staff, at its own address too', async () => {
  const { rows } = await database.pool.query<{ id: string; url: string }>(
    `select id, hidden_photos -> 0 ->> 'url' as url from lot where hidden_photos <> '[]' order by id limit 2`,
  );
  const [lot, other] = rows;
  const url = `${lot?.url}?lot=${lot?.id}`;
  const open = (address: string, cookie?: string) =>
    callServer(platform.url, 'GET', address, cookie ? { cookie } : {});
  const [buyer, customer, operator] = await Promise.all(
    world.signIns.slice(0, 3).map(({ login }) =>
      signInOverHttp({
        publicUrl: platform.url,
        identityUrl: platform.identityUrl,
        login,
        password: world.password,
      }),
    ),
  );
  expect((await open(url)).status).toBe(404);
  expect((await open(url, buyer)).status).toBe(404);
  for (const cookie of [customer, operator]) {
    const answer = await open(url, cookie);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    // Without its lot, or with another one, no one knows whose it is.
    for (const address of [`${lot?.url}`, `${lot?.url}?lot=${other?.id}`, `${lot?.url}?lot=x`])
      expect((await open(address, cookie)).status).toBe(404);
  }
});

test('photos come at the size the lot says', async () => {
  const { body } = await callServer(platform.url, 'GET', '/api/shop/shop-lots/active-lot-list');
  const { photo } = body[0];
  const answer = await callServer(platform.url, 'GET', photo.url);
  expect(answer.headers.get('content-type')).toContain('image/webp');
  expect([photo.width, photo.height]).toEqual([720, 480]);
  const status = async (address: string) => (await callServer(platform.url, 'GET', address)).status;
  // Lots of older demos keep their pictures.
  expect(await status('/pictures/cars/cobalt-2021/2.svg')).toBe(200);
  for (const address of ['cars/cobalt-2021/9.webp', 'cars/no-such-lot/0.webp', 'cars/cobalt-2021/0.png'])
    expect(await status(`/pictures/${address}`)).toBe(404);
});

test('bots move prices in several rooms within a minute, practice included, and nothing moves without them', async () => {
  const bots = runDemoBots({
    database,
    world,
    publicUrl: platform.url,
    identityUrl: platform.identityUrl,
    logger: createLogger({ level: 'silent' }),
    lastVisitMs: () => Promise.resolve(null),
    // Storing pictures has tests of its own.
    files: { addGiven: () => Promise.resolve({ fileId: 1, repeated: false }) },
    lotPhotos: { show: () => Promise.resolve() },
  });
  const moving = () =>
    numbers(`select count(*) filter (where price_count > 0)::int as rooms, coalesce(sum(price_count), 0)::int as prices,
      count(*) filter (where price_count > 0 and (terms->>'practice')::boolean)::int as practice
      from auction_lot where phase = 'running'`);
  try {
    await eventually(
      async () => {
        const { rooms = 0, practice = 0 } = await moving();
        return rooms >= 3 && practice === 1;
      },
      'prices in three rooms and the practice one',
      55_000,
    );
  } finally {
    await bots.stop();
  }
  // Prices that were under way when the bots left are still written.
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  let before = await moving();
  await eventually(
    async () => {
      const { prices } = before;
      await pause(1_000);
      before = await moving();
      return before.prices === prices;
    },
    'the last prices to be written',
    15_000,
  );
  await pause(3_000);
  expect((await moving()).prices).toBeLessThanOrEqual(before.prices ?? 0);
});

test('an unwatched demo runs its rooms longer and lets practice rest', async () => {
  await platform.stop();
  const door = demoLots(database.db);
  await endLots('status in (1, 3, 4, 8)', "now() - interval '2 days'");
  const maintenance = createDemoMaintenance(door, world);
  await maintenance.round(false);
  const { shortest } = await numbers(`select min(extract(epoch from closes_at - opens_at))::int as shortest
    from lot where status = 1 and opens_at < now() + interval '2 minutes'`);
  expect(shortest).toBeGreaterThanOrEqual(60 * 60);
});

test('after days of absence the first round has rooms that open within seconds, lots to join, and featured ones', async () => {
  const door = demoLots(database.db);
  await database.pool
    .query(`update lot set opens_at = opens_at - interval '20 days', closes_at = closes_at - interval '20 days',
    applications_until = applications_until - interval '20 days', room_deadline_us = room_deadline_us - 1728000000000,
    ended_at = ended_at - interval '20 days', published_at = published_at - interval '20 days' where not practice`);
  await createDemoMaintenance(door, world).round();
  const found = await numbers(`select
    count(*) filter (where opens_at < now() + interval '8 seconds' and closes_at > now())::int as soon,
    count(*) filter (where deposit_tiyin > 0 and applications_until > now()
      and opens_at between now() + interval '5 minutes' and now() + interval '15 minutes')::int as to_join
    from lot where status = 1 and not practice`);
  expect(found.soon).toBeGreaterThanOrEqual(3);
  expect(found.to_join).toBeGreaterThanOrEqual(2);
  const shown = await door.card.featured(new Date(), [1, 3, 4], 100);
  expect(shown.length).toBeGreaterThanOrEqual(8);
});

test('fixed-price sales that lapsed are followed by others', async () => {
  const onSale = async () =>
    (
      await database.pool.query<{ id: string; url: string }>(
        `select id, photos -> 0 ->> 'url' as url from lot
         where trade_type = 'fixed-price' and status = 2 and closes_at > now() order by id`,
      )
    ).rows;
  const { rows: lapsed } = await database.pool.query<{ url: string }>(
    `update lot set ended_at = now(), closes_at = now(),
       status = case when s.sold > 0 then 7 else 11 end,
       outcome = case when s.sold > 0 then 'sold' else 'no-price-given' end
     from lot_stock s where s.lot_id = lot.id and trade_type = 'fixed-price' and status = 2 returning photos -> 0 ->> 'url' as url`,
  );
  await createDemoMaintenance(demoLots(database.db), world).round();
  const sales = await onSale();
  // Whole lots, and lots by units.
  expect(sales).toHaveLength(3 + 3);
  const urls = sales.map(({ url }) => url);
  expect(new Set(urls).size).toBe(3 + 3);
  expect(urls.filter((url) => lapsed.some((lot) => lot.url === url))).toEqual([]);
  const orderless = 'select count(*)::int as lots from lot where order_id is null and not practice';
  expect(await numbers(orderless)).toEqual({ lots: 0 });
  const { toStore } = await createDemoMaintenance(demoLots(database.db), world).round();
  expect(await onSale()).toEqual(sales);
  expect(toStore?.photos[0]?.url).toMatch(/^\/pictures\//);
});

test('nothing that ended within a day is put on trade again', async () => {
  const door = demoLots(database.db);
  for (let i = 0; i < 6; i += 1) {
    await createDemoMaintenance(door, world).round();
    await endLots('status in (1, 3, 4) and not practice');
  }
  const { repeated } =
    await numbers(`select count(*)::int as repeated from (select photos -> 0 ->> 'url' from lot
    where ended_at > now() - interval '1 hour' and not practice group by 1 having count(*) > 1) twice`);
  expect(repeated).toBe(0);
});

test('the maintenance puts new lots in place of ended ones', async () => {
  const door = demoLots(database.db);
  const maintenance = createDemoMaintenance(door, world);
  const current = () => numbers('select count(*)::int as lots from lot where status in (1, 3, 4, 8)');
  await endLots('status in (1, 3, 4, 8)');
  await maintenance.round();
  const first = await current();
  // Rooms that run, lots one may still join with a deposit, and lots of other days.
  expect(first.lots).toBe(6 + 2 + 12);
  const { titles } = await numbers('select count(distinct title)::int as titles from lot where status = 1');
  expect(titles).toBe(20);
  await maintenance.round();
  expect(await current()).toEqual(first);
});
