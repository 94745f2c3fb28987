import { afterEach, describe, expect, test } from 'vitest';
import { nameGuest, registerContract } from '#server/platform/http/index.ts';
import { contract } from '#shared/api/contract.ts';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';

const usual = {
  tag: 'test',
  summary: 'test',
  access: 'public',
  rateLimit: { perMinute: 3 },
  answer: z.string(),
} as const;
const read = contract({ refusals: {}, ...usual, name: 'limit.read', method: 'get', path: '/api/limit/read' });
const often = contract({
  refusals: {},
  ...usual,
  name: 'limit.often',
  method: 'get',
  path: '/api/limit/often',
  rateLimit: { perMinute: 60 },
});
/** As the pages' own reading calls have it. */
const page = contract({
  refusals: {},
  ...usual,
  name: 'limit.page',
  method: 'get',
  path: '/api/limit/page',
  rateLimit: { perMinute: 120 },
});
const write = contract({
  refusals: {},
  ...usual,
  name: 'limit.write',
  method: 'post',
  path: '/api/limit/write',
});
const code = contract({
  refusals: {},
  ...usual,
  name: 'limit.code',
  method: 'post',
  path: '/api/limit/code',
  whenLimiterIsDown: 'closed',
});

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function start(options: Parameters<typeof startTestApp>[1] = {}): Promise<TestApp> {
  const app = await startTestApp(
    (http) => {
      registerContract(http, read, () => 'read');
      registerContract(http, often, () => 'often');
      registerContract(http, page, () => 'page');
      // As a page of the site does.
      http.api.get('/limit-page', (req, res) => {
        nameGuest(req, res, http.secure);
        res.send('page');
      });
      registerContract(http, write, () => 'written');
      registerContract(http, code, () => 'sent');
    },
    { rateLimitFactor: 1, ...options },
  );
  apps.push(app);
  return app;
}

const statuses = async (count: number, call: () => Promise<{ status: number }>) => {
  const found: number[] = [];
  for (let i = 0; i < count; i += 1) found.push((await call()).status);
  return found;
};

describe('rate limits', () => {
  test('refuse what goes beyond the contract, with the time to wait in header, details and words', async () => {
    const app = await start();
    expect(await statuses(3, () => app.call('GET', '/api/limit/read'))).toEqual([200, 200, 200]);
    const refused = await app.call('GET', '/api/limit/read', { cookie: 'savdo_lang=en' });
    expect(refused.status).toBe(429);
    const seconds = refused.body.ERROR.details.retryAfterSeconds as number;
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.headers.get('retry-after')).toBe(String(seconds));
    expect(refused.body.ERROR.message).toBe(`Too many requests. Try again in ${seconds} s.`);
  });

  test('count each person and each call alone', async () => {
    const app = await start();
    const [one, two] = [await app.signIn(), await app.signIn()];
    expect(await statuses(4, () => app.call('GET', '/api/limit/read', { cookie: one.cookie }))).toEqual([
      200, 200, 200, 429,
    ]);
    expect((await app.call('GET', '/api/limit/read', { cookie: two.cookie })).status).toBe(200);
    expect((await app.call('POST', '/api/limit/write', { cookie: one.cookie })).status).toBe(200);
  });

  test('count a person over all their sessions', async () => {
    const app = await start();
    const { person, cookie } = await app.signIn();
    const cookies = [cookie, (await app.signIn(person)).cookie, (await app.signIn(person)).cookie];
    for (const one of cookies)
      expect((await app.call('GET', '/api/limit/read', { cookie: one })).status).toBe(200);
    for (const one of [...cookies, (await app.signIn(person)).cookie])
      expect((await app.call('GET', '/api/limit/read', { cookie: one })).status).toBe(429);
  });

  test('are shared by several nodes, which count far below the limit by themselves', async () => {
    const one = await start();
    const { redis, namespace } = one.jobs;
    const two = await start({ redis, namespace });
    const ask = async (app: TestApp) => (await app.call('GET', '/api/limit/often')).status;
    const answers: number[] = [];
    for (let i = 0; i < 45; i += 1) answers.push(await ask(one), await ask(two));
    expect(answers.slice(0, 40).every((status) => status === 200)).toBe(true);
    // Each node may be ahead of the shared count by less than half a limit for a moment, and never for longer.
    expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(90);
    expect(answers.slice(-10).every((status) => status === 429)).toBe(true);
    expect(await ask(one)).toBe(429);
    expect(await ask(two)).toBe(429);
  });

  test('take no one’s word for the address when no proxy is configured', async () => {
    const app = await start();
    const spoofed = (i: number) =>
      app.call('GET', '/api/limit/read', { headers: { 'x-forwarded-for': `203.0.113.${i}` } });
    let i = 0;
    expect(await statuses(4, () => spoofed((i += 1)))).toEqual([200, 200, 200, 429]);
  });

  test('believe exactly the configured number of proxies', async () => {
    const app = await start({ proxyHops: 1 });
    const via = (forged: string) =>
      app.call('GET', '/api/limit/read', { headers: { 'x-forwarded-for': `${forged}, 198.51.100.7` } });
    let i = 0;
    expect(await statuses(4, () => via(`203.0.113.${(i += 1)}`))).toEqual([200, 200, 200, 429]);
    const other = await app.call('GET', '/api/limit/read', {
      headers: { 'x-forwarded-for': '198.51.100.8' },
    });
    expect(other.status).toBe(200);
  });

  test('take the addresses of one IPv6 network for one', async () => {
    const app = await start({ proxyHops: 1 });
    let i = 0;
    const call = () =>
      app.call('GET', '/api/limit/read', { headers: { 'x-forwarded-for': `2001:db8:1:2::${(i += 1)}` } });
    expect(await statuses(4, call)).toEqual([200, 200, 200, 429]);
  });

  test('while their Redis is away let reading through, count writing on this node, and refuse codes', async () => {
    const app = await start();
    app.jobs.redis.disconnect();
    expect(await statuses(5, () => app.call('GET', '/api/limit/read'))).toEqual([200, 200, 200, 200, 200]);
    expect(await statuses(4, () => app.call('POST', '/api/limit/write'))).toEqual([200, 200, 200, 429]);
    expect((await app.call('POST', '/api/limit/code')).status).toBe(503);
  });
});

describe('guests behind one address', () => {
  const read = (app: TestApp, cookie?: string) => async () => {
    const { status } = await app.call('GET', '/api/limit/page', cookie === undefined ? {} : { cookie });
    return { status };
  };
  const openPage = async (app: TestApp, cookie = '') => {
    const answer = await app.call('GET', '/limit-page', { cookie });
    return answer.headers.get('set-cookie')?.split(';')[0] ?? null;
  };
  const madeUp = (i: number) => `savdo_guest=${String(i).padStart(22, 'x')}`;
  const count = (found: number[], status: number) => found.filter((one) => one === status).length;
  /** Of ids that are used once each. */
  async function inCrowd(app: TestApp, calls: number): Promise<number[]> {
    const found: number[] = [];
    for (let i = 0; i < calls; i += 100) {
      const hundred = Array.from({ length: Math.min(100, calls - i) }, (_, n) => read(app, madeUp(i + n))());
      found.push(...(await Promise.all(hundred)).map(({ status }) => status));
    }
    return found;
  }

  test('have a limit for each browser', async () => {
    const app = await start();
    const [one, two] = [await openPage(app), await openPage(app)];
    expect(one).toMatch(/^savdo_guest=[\w-]{22}$/);
    expect(two).not.toBe(one);
    expect(await openPage(app, one!)).toBeNull();
    expect(count(await statuses(121, read(app, one!)), 429)).toBe(1);
    expect(count(await statuses(120, read(app, two!)), 200)).toBe(120);
    expect((await read(app, two!)()).status).toBe(429);
  });

  test('without an id of ours, or with another form of it, share one limit', async () => {
    const app = await start();
    expect(count(await statuses(120, read(app)), 200)).toBe(120);
    expect((await read(app, 'savdo_guest=short')()).status).toBe(429);
    expect((await read(app, madeUp(1))()).status).toBe(200);
  });

  test('are bounded by the address whatever ids they make up, and a signed-in person is not', async () => {
    const app = await start({ rateLimitFactor: 0.1 });
    const { cookie } = await app.signIn();
    const found = await inCrowd(app, 400);
    // Hits of the same moment may be counted a few late.
    expect(count(found, 200)).toBeGreaterThanOrEqual(300);
    expect(count(found, 200)).toBeLessThan(310);
    expect(count(found, 429)).toBe(400 - count(found, 200));
    expect(await openPage(app)).not.toBeNull();
    expect((await read(app, (await openPage(app))!)()).status).toBe(429);
    expect(count(await statuses(12, read(app, cookie)), 200)).toBe(12);
    expect((await read(app, cookie)()).status).toBe(429);
    const made = await app.jobs.redis.keys(`${app.jobs.namespace}limit:limit.page:guest:*`);
    expect(made.length).toBe(count(found, 200));
  });

  test('share strict limits and those of writing by address, whatever ids they have', async () => {
    const app = await start();
    const call = (method: string, path: string, i: number) => app.call(method, path, { cookie: madeUp(i) });
    let i = 0;
    expect(await statuses(4, () => call('GET', '/api/limit/read', (i += 1)))).toEqual([200, 200, 200, 429]);
    expect(await statuses(4, () => call('POST', '/api/limit/write', (i += 1)))).toEqual([200, 200, 200, 429]);
  });
});
