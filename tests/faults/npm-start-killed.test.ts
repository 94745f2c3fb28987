import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDatabase } from '#server/platform/database/index.ts';
import { callServer } from '../fixtures/app.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import {
  launch,
  makeProductClone,
  serviceAt,
  type Clone,
  type Launched,
} from '../fixtures/launcher-clone.ts';
import { listenersAt } from '../fixtures/listening-process.ts';
import { publishTestLot } from '../fixtures/lots.ts';
import { peopleOf } from '../fixtures/platform-people.ts';
import { eventually, type TestDatabase } from '../fixtures/services.ts';

/** Everything as `npm start` runs it, on the services it brings along; the machine may be busy. */
const START_LIMIT_MS = 150_000;
const BACK_LIMIT_MS = 60_000;
/** After an outage of some seconds rooms wait a minute before they go on. */
const BIDS_LIMIT_MS = 150_000;
vi.setConfig({ testTimeout: 10 * BACK_LIMIT_MS });
/** A second kill finds what the first one left behind; `npm test` tries it with the services alone. */
const KILLS = COMPLETE ? 2 : 1;

let clone: Clone;
let run: Launched;
let url: string;
let identityUrl: string;
let services: Record<'DATABASE_URL' | 'MIGRATION_DATABASE_URL' | 'REDIS_URL' | 'JOBS_REDIS_URL', string>;
let database: TestDatabase;
let people: ReturnType<typeof peopleOf>;
let bidders: { cookie: string }[];
let lotId: number;
let bids = 0;
let amountTiyin = 100_000_00;
/** What became of the latest bids, for a failure's message. */
const verdicts: string[] = [];

/** The newest of the log's lines with this message. */
const logged = (message: string): Record<string, unknown> | undefined =>
  run
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes(`"msg":"${message}"`))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .at(-1);

beforeAll(async () => {
  clone = makeProductClone();
  // Not a test to the product: settings of this run's own services and permissions are left out.
  run = launch(clone.folder, ['npm', 'start', '--', '--no-demo'], {
    SAVDO_TEST: '',
    ALLOW_TWINS: '',
    NODE_ENV: '',
    RATE_LIMIT_FACTOR: '1000',
  });
  url = await eventually(
    () => {
      if (run.process.exitCode !== null) throw new Error(`npm start ended:\n${run.talk()}\n${run.output()}`);
      return /Open {2}(http:\/\/localhost:\d+)/.exec(run.output())?.[1];
    },
    'the address in its box',
    START_LIMIT_MS,
  );
  // A busy machine prints the box without it.
  identityUrl = await eventually(
    () => logged('sign-in site')?.['address'] as string | undefined,
    'the sign-in site',
    START_LIMIT_MS,
  );
  services = (await import(`${clone.folder}/.data/services.json`, { with: { type: 'json' } })).default;
  database = {
    ...createDatabase({ url: services.DATABASE_URL }),
    url: services.DATABASE_URL,
    ownerUrl: services.MIGRATION_DATABASE_URL,
  };
  const redis = { auctionUrl: services.REDIS_URL, jobsUrl: services.JOBS_REDIS_URL, namespace: 'sv:' };
  people = peopleOf(redis, () => database);
  bidders = [await people.signIn(), await people.signIn()];
  lotId = await publishTestLot(database);
  await ready();
  for (const { cookie } of bidders)
    await eventually(async () => {
      const { body } = await call('POST', '/api/shop/user-order/join-practice', cookie, { lotId });
      return body.verdict === 'admitted';
    }, 'the admission');
}, START_LIMIT_MS + 30_000);

afterAll(async () => {
  await people?.close();
  await database?.close('spoiled').catch(() => undefined);
  run?.process.kill('SIGTERM');
  await run?.ended;
  clone?.remove();
}, 60_000);

const call = (method: string, path: string, cookie: string, body?: unknown) =>
  callServer(url, method, path, { cookie, ...(body === undefined ? {} : { body }) });

/** Refused connections while something is away are asked again until the limit. */
const answered = (address: string, path: string) =>
  eventually(
    async () => (await callServer(address, 'GET', path).catch(() => null))?.status === 200,
    `${path} to be answered`,
    BACK_LIMIT_MS,
  );
const ready = () => answered(url, '/readyz/bids');
const signInAnswers = () => answered(identityUrl, '/.well-known/openid-configuration');

/**
 * The two raise each other by turns. An accepted price is one that journal and PostgreSQL have; a refused one names the
 * least that passes, with which the next try goes on.
 */
async function accepted(): Promise<boolean> {
  bids += 1;
  const { cookie } = bidders[bids % 2] as { cookie: string };
  const bid = { lotId, bidId: `npm-start-${bids}`, amountTiyin };
  const { status, body } = await call('POST', '/api/shop/game-view/place', cookie, bid);
  verdicts.push(`${status} ${JSON.stringify(body)}`);
  if (status === 200) amountTiyin = Number(body.suggestedTiyin ?? amountTiyin);
  return status === 200 && body.verdict === 'accepted';
}
const bidsPass = () =>
  // An answer lost in between is no verdict: the other one tries with an id of its own.
  eventually(
    () =>
      accepted().catch((error: unknown) => {
        verdicts.push(String(error));
        return false;
      }),
    'an accepted bid',
    BIDS_LIMIT_MS,
  ).catch((error: unknown) => {
    const log = run.output().split('\n').slice(-20).join('\n');
    throw new Error(`${String(error)}\n${verdicts.slice(-5).join('\n')}\n${run.talk()}\n${log}`);
  });

/** The one process that listens there; the log may still name the one before. */
const listener = (address: string, besides?: number): Promise<number> =>
  eventually(
    () => {
      const [pid, ...more] = listenersAt(address);
      // A process that is just being forked has its parent's sockets for a moment.
      return more.length === 0 && pid !== besides ? pid : null;
    },
    `one process at ${address}`,
    BACK_LIMIT_MS,
  );
/** How often the server started its sign-in site again. */
const signInRestarts = () =>
  run
    .output()
    .split('\n')
    .filter((line) => line.includes('"child":"identity"') && line.includes('starting it again')).length;

describe.runIf(process.platform === 'linux')('under npm start', () => {
  test.each([
    ['auction Redis', 'REDIS_URL'],
    ['jobs Redis', 'JOBS_REDIS_URL'],
    ['PostgreSQL', 'DATABASE_URL'],
  ] as const)('bids pass again each time the %s is killed', async (_name, setting) => {
    for (const time of [1, 2]) {
      await bidsPass();
      const killed = serviceAt(clone.folder, services[setting]) as number;
      process.kill(killed, 'SIGKILL');
      await eventually(
        () => ![killed, null].includes(serviceAt(clone.folder, services[setting])),
        `start ${time} of another one`,
        BACK_LIMIT_MS,
      );
      await ready();
      await bidsPass();
    }
    await signInAnswers();
  });

  test('bids pass again, and people can sign in, each time the server is killed', async () => {
    for (let times = 0; times < KILLS; times += 1) {
      const killed = await listener(url);
      process.kill(killed, 'SIGKILL');
      await listener(url, killed);
      await ready();
      await bidsPass();
      await signInAnswers();
    }
    expect(run.talk().split('the server ended by itself').length - 1).toBe(KILLS);
  });

  test('the sign-in site is back each time it is killed', async () => {
    const before = signInRestarts();
    for (let times = 0; times < KILLS; times += 1) {
      const killed = await listener(identityUrl);
      process.kill(killed, 'SIGKILL');
      await listener(identityUrl, killed);
      await signInAnswers();
    }
    expect(signInRestarts()).toBe(before + KILLS);
  });
});
