import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { WORKFLOW_STEPS, type WorkflowStep } from '#server/workflows/crash-steps.ts';
import type { WatchBoardAnswer } from '#shared/realtime/room-answers.ts';
import { ROOM_EVENTS, type BoardUpdate } from '#shared/realtime/room.ts';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { callServer, type CallAnswer } from '../fixtures/app.ts';
import { Bidder } from '../fixtures/bidder.ts';
import { applicantsOf, type PlatformApplicant } from '../fixtures/applicants.ts';
import { requireWholeBooks } from '../fixtures/check-ledger.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { publishTestLot } from '../fixtures/lots.ts';
import { peopleOf } from '../fixtures/platform-people.ts';
import { startPlatform, type PlatformProcess } from '../fixtures/platform-process.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../fixtures/services.ts';

const UNIT = 10_000_00;
/** More than the servers have connections to the database. */
const BUYERS = COMPLETE ? 500 : 60;
const UNITS = COMPLETE ? 100 : 12;
const ENV = { RATE_LIMIT_FACTOR: '10000' };
const STEPS = WORKFLOW_STEPS.filter((step) => step.startsWith('purchase-') && step !== 'purchase-ended');
/** Right after the money moved, in a run that is not complete. */
const SAMPLE: readonly WorkflowStep[] = ['purchase-settled'];

vi.setConfig({ testTimeout: 600_000, hookTimeout: 180_000 });

const redis = testRedis();
let database: TestDatabase;
let people: ReturnType<typeof peopleOf>;
let nodes: PlatformProcess[] = [];
let at: PlatformProcess;

beforeAll(async () => {
  database = await testDatabase('template', 10);
  people = peopleOf(redis, () => database);
  await database.pool.query("update consent_version set deadline_on = '2099-12-31'");
  nodes = await Promise.all([
    startPlatform({ database, redis }, ENV),
    startPlatform({ database, redis }, { ...ENV, PROCESSES: 'web' }),
  ]);
});
afterAll(async () => {
  await people.close();
  await Promise.all(nodes.map((node) => node.stop()));
  await requireWholeBooks(database.db);
  await database.close();
});

const saleOf = (quantity: number): Promise<number> =>
  publishTestLot(database, {
    ruleSet: 'private',
    tradeType: 'fixed-price',
    quantity,
    startPriceTiyin: UNIT,
    opensInMs: -3_600_000,
    lengthMs: 86_400_000,
    customerPersonId: randomUUID(),
  });

interface Buyer {
  personId: string;
  phone: string;
  call(path: string, body: unknown): Promise<CallAnswer>;
}

/** Many who may buy, each with the price of two units, half of them on each process. */
async function buyers(count: number): Promise<Buyer[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const phone = (i: number) => `+99895${String(1_000_000 + i).padStart(7, '0')}`;
  const pinfl = (i: number) => {
    const digits = `3020290${String(i).padStart(6, '0')}`;
    return `${digits}${pinflCheckDigit(digits)}`;
  };
  await database.pool.query(
    `insert into person (id, issuer, subject, kind, name, phone, phone_confirmed_at, pinfl, language, roles)
     select id::uuid, 'test', id, 'natural', 'Xaridor', phone, now(), pinfl, 'uz', '{buyer}'
     from unnest($1::text[], $2::text[], $3::text[]) as t (id, phone, pinfl)`,
    [ids, ids.map((_, i) => phone(i)), ids.map((_, i) => pinfl(i))],
  );
  const made: Buyer[] = [];
  const wallet = createWallet(database.db);
  for (const [i, personId] of ids.entries()) {
    await wallet.topUp({
      key: randomUUID(),
      personId,
      amountTiyin: 2 * UNIT,
      provider: 'test',
      reference: `payment:${randomUUID()}`,
      reason: 'test',
      actor: 'system',
    });
    const { cookie } = await people.signIn({ personId, roles: ['buyer'] });
    const { url } = nodes[i % nodes.length]!;
    made.push({
      personId,
      phone: phone(i),
      call: (path, body) => callServer(url, 'POST', `/api/shop/${path}`, { cookie, body }),
    });
  }
  return made;
}

async function codeOf(phone: string): Promise<string> {
  const { rows } = await database.pool.query<{ body: string }>(
    "select body from twin_message where channel = 'sms' and recipient = $1 order by id desc limit 1",
    [phone],
  );
  return /(?<!\d)\d{6}(?!\d)/.exec(rows[0]?.body ?? '')?.[0] ?? '';
}

const inWords = ({ status, body }: CallAnswer): string =>
  status === 200 ? `${body.verdict}${body.reason ? ` ${body.reason}` : ''}` : `${status}`;
const counted = (answers: readonly CallAnswer[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(answers, inWords)].map(([words, all]) => [words, all.length] as const));

test(`${BUYERS} buyers on two servers buy exactly ${UNITS} units, and every other one learns why not`, async () => {
  const lotId = await saleOf(UNITS);
  const all = await buyers(BUYERS);
  const visitor = await Bidder.connect(nodes[1]!.url);
  const watched = await visitor.request<WatchBoardAnswer>(ROOM_EVENTS.watchBoard, { lotIds: [lotId] });
  const stock = { units: UNITS, reserved: 0, sold: 0, status: 2 };
  expect(watched).toMatchObject({ ok: true, cards: [{ lotId, phase: 'waiting', stock }] });
  // A server without a free connection to its database says so after five seconds: the buyer presses again.
  const press = async (buyer: Buyer): Promise<CallAnswer> => {
    const answer = await buyer.call('user-order/send-code', { lotId });
    return answer.status === 503 ? press(buyer) : answer;
  };
  const asked = await Promise.all(all.map(press));
  expect(counted(asked)).toEqual({ reserved: UNITS, 'purchase-refused reserved-by-others': BUYERS - UNITS });
  const lucky = all.filter((_, i) => asked[i]!.body.verdict === 'reserved');
  // Each presses twice.
  const confirmed = await Promise.all(
    lucky.flatMap((buyer) =>
      [0, 1].map(async () =>
        buyer.call('user-order/create-user-order', { lotId, code: await codeOf(buyer.phone) }),
      ),
    ),
  );
  expect(counted(confirmed)).toEqual({ bought: 2 * UNITS });
  expect(confirmed.filter(({ body }) => body.already === false)).toHaveLength(UNITS);
  // Those who look at the lot have seen it come to its end.
  const soldOut = (card: BoardUpdate[number]): boolean =>
    card.phase === 'closed' && card.stock?.sold === UNITS;
  await visitor.message(ROOM_EVENTS.board, (update: BoardUpdate) => update.some(soldOut));
  visitor.close();
  const late = all.filter((buyer) => !lucky.includes(buyer));
  const again = await Promise.all(late.map(press));
  expect(counted(again)).toEqual({ 'purchase-refused sold-out': BUYERS - UNITS });
  const { rows } = await database.pool.query(
    `select balance_tiyin::float8 as balance, count(*)::int from ledger_account
     where kind = 'available' and person_id = any($1) group by 1 order by 1`,
    [all.map(({ personId }) => personId)],
  );
  expect(rows).toEqual([
    { balance: UNIT, count: UNITS },
    { balance: 2 * UNIT, count: BUYERS - UNITS },
  ]);
  await requireWholeBooks(database.db);
});

test.each(COMPLETE ? STEPS : SAMPLE)('a server killed at %s charges once, or nothing', async (step) => {
  const lotId = await saleOf(1);
  at = await startPlatform({ database, redis }, { ...ENV, PROCESSES: 'web', SAVDO_CRASH_AT: step });
  const buyer: PlatformApplicant = await applicantsOf(
    () => at,
    () => database,
    () => people,
  )(2 * UNIT);
  const call = (path: string, body: unknown) =>
    buyer.call('POST', `/api/shop/${path}`, body).catch(() => null);
  try {
    const asked = await call('user-order/send-code', { lotId });
    if (asked?.body.verdict === 'reserved')
      await call('user-order/create-user-order', { lotId, code: await codeOf(buyer.phone) });
    expect(await at.ended).toBe('SIGKILL');
  } finally {
    await at.stop();
  }
  at = nodes[1]!;
  // A code may have been sent a moment before the end: another one waits for its minute.
  await database.pool.query("update one_time_code_send set sent_at = sent_at - interval '2 minutes'");
  const done = await eventually(async () => {
    const reserved = await call('user-order/send-code', { lotId });
    if (reserved?.body.reason === 'sold-out') return 'bought';
    if (reserved?.body.verdict !== 'reserved') return null;
    const answer = await call('user-order/create-user-order', { lotId, code: await codeOf(buyer.phone) });
    return answer?.body.verdict === 'bought' ? 'bought' : null;
  }, 'the purchase');
  expect(done).toBe('bought');
  expect(await buyer.available()).toBe(UNIT);
  await requireWholeBooks(database.db);
});
