import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createSettlementsRepository } from '#server/domains/money/settlements/settlements.repository.ts';
import type { MoneyVerdict } from '#server/domains/money/staff-money/index.ts';
import { WAITING_REFUNDS } from '#shared/lifecycles/refund.ts';
import { moneyJudge } from '../../fixtures/money-judge.ts';
import { payoutsOfSeller } from '../../fixtures/payout-samples.ts';
import { startRefundsApp, type RefundsApp } from '../../fixtures/refunds-app.ts';
import { PRICE, soldLots } from '../../fixtures/sold-lots.ts';
import { statementsOf } from '../../fixtures/statements-of.ts';

const ROWS = 20;

let app: RefundsApp;
const sellers = [randomUUID(), randomUUID()];

beforeAll(async () => {
  app = await startRefundsApp();
  for (let each = 0; each < ROWS; each += 1) {
    const who = await app.signIn();
    await app.credit(who.personId, 10_000_00);
    await app.asked(who);
    await payoutsOfSeller(app.database, sellers[each % sellers.length]!).planned();
  }
});
// Dropping the database proves that the books balance.
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

test('a list of twenty refunds asks the database as often as one of two', async () => {
  const list = (limit: number) => () =>
    app.refunding.decisions.list({ statuses: WAITING_REFUNDS }, { limit, offset: 0 }, randomUUID());
  expect((await list(ROWS)()).items).toHaveLength(ROWS);
  const few = await statementsOf(list(2));
  expect(few).toBeGreaterThan(0);
  expect(await statementsOf(list(ROWS))).toBe(few);
});

test('a list of refunds that wait counts them no further than it is asked to, and all that wait', async () => {
  const counts = async (since?: Date) => {
    const filter = { statuses: WAITING_REFUNDS, ...(since && { since }) };
    const page = { limit: 1, offset: 0, most: ROWS - 1 };
    const { total, sums, waiting } = await app.refunding.decisions.list(filter, page, randomUUID());
    return { total, sums, waiting };
  };
  const { rows } = await app.database.pool.query<{ sum: number }>(
    'select min(amount_tiyin) as sum from refund having min(amount_tiyin) = max(amount_tiyin)',
  );
  const amountTiyin = rows[0]!.sum * (ROWS - 1);
  expect(amountTiyin).toBeGreaterThan(0);
  expect(await counts()).toEqual({ total: ROWS - 1, sums: { amountTiyin }, waiting: ROWS });
  const later = await counts(new Date(Date.now() + 60_000));
  expect(later).toEqual({ total: 0, sums: { amountTiyin: 0 }, waiting: ROWS });
});

test('a list of twenty payouts asks the database as often as one of two', async () => {
  const viewer = { personId: randomUUID(), decides: true, seesRequisites: true };
  const list = (size: number) => () =>
    soldLots(app.database).payouts.list(viewer, { state: 'planned', page: 1, size });
  expect((await list(ROWS)()).items).toHaveLength(ROWS);
  const few = await statementsOf(list(2));
  expect(few).toBeGreaterThan(0);
  expect(await statementsOf(list(ROWS))).toBe(few);
});

test('lists of payouts and of settlements say what their rows come to, whatever page is shown', async () => {
  const { pool, db } = app.database;
  const summed = async (columns: string, from: string) =>
    (await pool.query<Record<string, number>>(`select count(*) as total, ${columns} from ${from}`)).rows[0]!;
  const viewer = { personId: randomUUID(), decides: true, seesRequisites: true };
  const payouts = await soldLots(app.database).payouts.list(viewer, { state: 'planned', page: 2, size: 3 });
  const planned = await summed('sum(amount_tiyin)::bigint as sum', `payout where state = 'planned'`);
  expect(payouts.items).toHaveLength(3);
  expect(payouts).toMatchObject({ total: planned.total, sums: { amountTiyin: planned.sum } });
  const page = await createSettlementsRepository(db).page({}, { limit: 2, offset: 1, order: 'newest' });
  const all = await summed(
    'sum(price_tiyin)::bigint as price, sum(deposit_tiyin + paid_tiyin)::bigint as paid',
    'settlement',
  );
  expect(page.items).toHaveLength(2);
  expect(page).toMatchObject({ total: all.total, sums: { priceTiyin: all.price, paidTiyin: all.paid } });
  expect(all.paid).toBeGreaterThan(0);
});

test('many judged at once have the verdicts that each has by itself', async () => {
  const payouts = payoutsOfSeller(app.database, sellers[0]!);
  const sent = await payouts.sent();
  await payouts.approved();
  const { rows: steps } = await app.database.pool.query<{ actor: string }>(
    'select actor from payout_step where payout_id = $1 order by at',
    [sent],
  );
  const { rows } = await app.database.pool.query<{ id: string }>(
    `insert into person (issuer, subject, kind, name, phone, language)
     select 'test', subject, 'natural', 'Ikki Hisob', '+998971112233', 'uz' from unnest(array['x', 'y']) as subject returning id`,
  );
  const [one, other] = rows.map(({ id }) => id) as [string, string];
  const stranger = randomUUID();
  const deciders = [null, one, steps[0]!.actor];
  const judging = moneyJudge(() => PRICE * 2.5);
  const judged = [1, PRICE * 2, PRICE * 3].flatMap((amountTiyin) =>
    [[sellers[0]!], [other, sellers[1]!], [stranger]].flatMap((personIds) =>
      deciders.flatMap((by) =>
        [[], [one], [other, stranger]].map((persons, at) => ({
          item: {
            ref: at === 0 ? `payout:${sent}:1` : 'refund:0',
            amountTiyin,
            personIds,
            restsOn: at === 1 ? persons : [],
            statedBy: at === 2 ? persons : [],
          },
          acting: { by, before: at === 1 ? [] : persons },
        })),
      ),
    ),
  );
  const alone: MoneyVerdict[] = [];
  for (const { item, acting } of judged) alone.push(await judging.judge(app.database.db, item, acting));
  expect(await judging.judgeAll(app.database.db, judged)).toEqual(alone);
  const found = (of: 'because' | 'refused') =>
    [...new Set(alone.map((verdict) => `${verdict[of]}`))].toSorted();
  expect(found('because')).toEqual(['day', 'decider', 'item', 'null']);
  expect(found('refused')).toEqual(['null', 'own-money', 'second-person']);
});
