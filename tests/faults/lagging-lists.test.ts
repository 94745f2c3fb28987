import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { STAFF_EXPORT_LISTS } from '#shared/api/cabinet/exports.ts';
import { AS_OF_HEADER, type Contract } from '#shared/api/contract.ts';
import { consoleBanners, storeBanner } from '#shared/api/console/console-banners.ts';
import { auctionFigures } from '#shared/api/console/figures.ts';
import { CONTRACTS } from '#shared/api/index.ts';
import { startContractFixture, type ContractFixture, type SignedIn } from '../fixtures/contract-fixture.ts';
import { databaseOn, startOwnPostgres, type OwnPostgres, type Standby } from '../fixtures/postgres-server.ts';

/** Long enough for a change that the replica does not have yet. */
const BOUND_MS = 8_000;
const WAIT = { timeout: 60_000, interval: 100 };
/** What the server gives a browser that has changed something. */
const WROTE = 'savdo_wrote=1';

let postgres: OwnPostgres;
let standby: Standby;
let fixture: ContractFixture;
let auditor: SignedIn;
let administrator: SignedIn;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  standby = await postgres.standby();
  fixture = await startContractFixture({
    database: databaseOn(postgres),
    settings: { READ_DATABASE_URL: standby.url, READ_MAX_STALENESS_MS: String(BOUND_MS) },
  });
  auditor = await fixture.signIn('Auditor', ['auditor']);
  administrator = await fixture.signIn('Administrator', ['administrator']);
}, 300_000);
afterAll(async () => {
  await fixture?.close();
  await postgres.stop();
});
vi.setConfig({ testTimeout: 120_000 });

const cookieFor = ({ access }: Contract): string => {
  if (typeof access !== 'object') return fixture.people.buyer.cookie;
  const has = (...roles: string[]) => access.roles.some((role) => roles.includes(role));
  if (has('operator', 'moderator')) return fixture.people.operator.cookie;
  return has('auditor') ? auditor.cookie : administrator.cookie;
};

/** Until the replica has everything that was written before, and is read. */
async function caughtUp(): Promise<void> {
  const from = Date.now();
  await expect
    .poll(async () => {
      const { headers } = await fixture.call(auctionFigures, cookieFor(auctionFigures));
      return Date.parse(headers.get(AS_OF_HEADER) ?? '1970-01-01') > from;
    }, WAIT)
    .toBe(true);
}

it('figures come from the replica once it has what there is', async () => {
  await caughtUp();
  expect((await fixture.call(auctionFigures, `${auditor.cookie}; ${WROTE}`)).headers.has(AS_OF_HEADER)).toBe(
    false,
  );
});

const LAGGING = CONTRACTS.filter(({ mayLag }) => mayLag === true);

it.each(
  LAGGING.filter(({ name }) => name !== 'exports.staff-list').map((each) => [each.name, each] as const),
)('%s answers the same from the replica and from the primary', async (_name, contract) => {
  const cookie = cookieFor(contract);
  const lagging = await fixture.call(contract, cookie);
  expect([lagging.status, lagging.body]).toEqual([200, expect.anything()]);
  expect(Date.now() - Date.parse(lagging.headers.get(AS_OF_HEADER)!)).toBeLessThan(BOUND_MS);
  const exact = await fixture.call(contract, `${cookie}; ${WROTE}`);
  expect(exact.headers.get(AS_OF_HEADER)).toBeNull();
  expect(exact.status).toBe(200);
  // Some of these reads are recorded, and their records listed.
  await expect
    .poll(async () => withoutClock((await fixture.call(contract, cookie)).body), WAIT)
    .toEqual(withoutClock(exact.body));
});

/** Without instants that are those of the answer. */
function withoutClock(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body, (key, value: unknown) => (key === 'serverAtMs' ? 0 : value)));
}

it.each(STAFF_EXPORT_LISTS)(
  'the file of %s comes from the replica, and its name says as of when',
  async (list) => {
    const whose = list === 'console-person-trail' ? `&person=${fixture.people.buyer.id}` : '';
    const version = list === 'console-consent-people' ? '&version=1' : '';
    const only = list === 'console-order-imports' ? '&import=1' : '';
    const read = async (cookie: string) => {
      const address = `${fixture.platform.url}/api/console/export/${list}?format=csv${whose}${version}${only}`;
      const answer = await fetch(address, { headers: { cookie }, redirect: 'manual' });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    };
    const lagging = await read(auditor.cookie);
    expect([lagging.status, lagging.status === 200 ? '' : lagging.text]).toEqual([200, '']);
    const asOf = lagging.headers.get(AS_OF_HEADER);
    expect(asOf).not.toBeNull();
    expect(lagging.headers.get('content-disposition')).toMatch(/-as-of-\d{2}-\d{2}-\d{2}\.csv/);
    const exact = await read(`${auditor.cookie}; ${WROTE}`);
    expect(exact.headers.get(AS_OF_HEADER)).toBeNull();
    expect(exact.headers.get('content-disposition')).not.toContain('as-of');
    expect(lagging.text.split('\n')[0]).toBe(exact.text.split('\n')[0]);
  },
);

it('who changes something sees it at once, while the replica does not have it yet', async () => {
  await caughtUp();
  await standby.pause();
  try {
    const cookie = cookieFor(storeBanner);
    const stored = await fixture.call(storeBanner, cookie);
    expect(stored.status, JSON.stringify(stored.body)).toBe(200);
    const wrote = stored.headers.getSetCookie().find((each) => each.startsWith('savdo_wrote='));
    expect(wrote).toMatch(/^savdo_wrote=1; Max-Age=13; Path=\/; .*HttpOnly; SameSite=Lax$/);
    const ids = async (with_: string) => {
      const { body, headers } = await fixture.call(consoleBanners, with_);
      return { ids: body.items.map(({ id }: { id: string }) => id), asOf: headers.get(AS_OF_HEADER) };
    };
    const own = await ids(`${cookie}; ${wrote!.split(';')[0]}`);
    expect(own).toMatchObject({ ids: expect.arrayContaining([stored.body.id]), asOf: null });
    const others = await ids(cookie);
    expect(others.asOf).not.toBeNull();
    expect(others.ids).not.toContain(stored.body.id);
    // Too old, it is left: everybody sees the change.
    await expect.poll(async () => (await ids(cookie)).asOf, WAIT).toBeNull();
    expect((await ids(cookie)).ids).toContain(stored.body.id);
  } finally {
    await standby.resume();
  }
});

it('without the replica everything is answered, readiness only warns, and figures say so', async () => {
  await caughtUp();
  await standby.kill();
  const answers = await Promise.all(
    LAGGING.slice(0, 12).map(async (contract) => (await fixture.call(contract, cookieFor(contract))).status),
  );
  expect(new Set(answers)).toEqual(new Set([200]));
  const ready = async () => {
    const answer = await fetch(`${fixture.platform.url}/readyz`, { redirect: 'manual' });
    return { status: answer.status, body: await answer.text() };
  };
  await expect
    .poll(async () => (await ready()).body, WAIT)
    .toContain('the read replica is not read: it does not answer');
  expect((await ready()).status).toBe(200);
  const metrics = await (await fetch(`${fixture.platform.url}/metrics`, { redirect: 'manual' })).text();
  expect(metrics).toMatch(/savdo_read_replica_usable\{[^}]*\} 0/);
  expect(metrics).toMatch(/savdo_reads_total\{source="replica",[^}]*\} [1-9]/);
  expect(metrics).toMatch(/savdo_reads_total\{source="failed",[^}]*\} [1-9]/);
  await standby.restart();
  await caughtUp();
});
