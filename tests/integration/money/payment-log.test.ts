import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PAYME_AUTH, startPaymeCaller } from '../../fixtures/payme-caller.ts';

let caller: Awaited<ReturnType<typeof startPaymeCaller>>;

beforeAll(async () => {
  caller = await startPaymeCaller();
});
afterAll(() => caller.fixture.close());
beforeEach(() => {
  caller.fixture.lines.length = 0;
});

/** Calls as the provider; the id of the request, and what was logged of it. */
async function logged(method: string, params: object, authorization = PAYME_AUTH) {
  const { app, lines } = caller.fixture;
  const before = lines.length;
  const answer = await fetch(`${app.url}/pay/payme`, {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify({ method, params, id: 1 }),
  });
  await answer.text();
  return { reqId: answer.headers.get('x-request-id'), lines: lines.slice(before) };
}

test('every line of a callback names its request, our payment and the provider’s transaction', async () => {
  const { paymentId, ask } = await caller.payment();
  const providerId = caller.newId();
  const time = caller.fixture.clock.nowMs;
  const steps = [
    ['CreateTransaction', { id: providerId, time, ...ask }],
    ['PerformTransaction', { id: providerId }],
    // A repeat within ten seconds is no line less.
    ['PerformTransaction', { id: providerId }],
    ['CheckTransaction', { id: providerId }],
  ] as const;
  const requests = new Set<string | null>();
  for (const [method, params] of steps) {
    const { reqId, lines } = await logged(method, params);
    requests.add(reqId);
    expect(lines, method).toHaveLength(1);
    expect(lines[0], method).toMatchObject({ reqId, paymentId, providerId, call: method, result: 'ok' });
  }
  expect(requests.size).toBe(steps.length);
});

test('so do those of one that fails', async () => {
  const { paymentId, ask } = await caller.payment();
  const providerId = caller.newId();
  const { pool } = caller.fixture.database;
  await pool.query('alter table top_up rename to hidden_away');
  try {
    const time = caller.fixture.clock.nowMs;
    const { reqId, lines } = await logged('CreateTransaction', { id: providerId, time, ...ask });
    expect(lines.map(({ msg }) => msg)).toEqual(['a provider’s call failed', 'answered']);
    for (const line of lines) expect(line).toMatchObject({ reqId, paymentId, providerId });
  } finally {
    await pool.query('alter table hidden_away rename to top_up');
  }
});

test('a forged call names its request alone, and a flood of them is one line in ten seconds', async () => {
  const { ask } = await caller.payment();
  const first = await logged('CheckPerformTransaction', ask, 'Basic bm9uZTpvZiBvdXJz');
  expect(first.lines[0]).toMatchObject({ reqId: first.reqId, why: 'password' });
  expect(first.lines.some((line) => 'paymentId' in line)).toBe(false);
  expect((await logged('CheckPerformTransaction', ask, 'Basic bm9uZTpvZiBvdXJz')).lines).toEqual([]);
});
