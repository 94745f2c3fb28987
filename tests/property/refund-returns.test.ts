import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSamePerson } from '#server/domains/people/conflicts-of-interest/index.ts';
import { type Refunding } from '#server/domains/money/payments/index.ts';
import { createRefunding } from '#server/domains/money/payments/refunds/index.ts';
import { createWallet, createWalletView } from '#server/domains/money/wallet/index.ts';
import { debtsOfPeople } from '../fixtures/debts-of-people.ts';
import { checkLedger } from '../fixtures/check-ledger.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { moneyJudge } from '../fixtures/money-judge.ts';
import { testDatabase, type TestDatabase } from '../fixtures/services.ts';

const SUM = 20_000_00;
const RUNS = 60;
/** Of the sample: its runs meet each of the outcomes counted at the end often enough. */
const SEED = 7;
const STAFF = ['first', 'second', 'third'];
const ACTIONS = ['approve', 'refuse', 'returned', 'approveReturn', 'rejectReturn', 'paid'] as const;

let database: TestDatabase;
let refunding: Refunding;
beforeAll(async () => {
  database = await testDatabase('template', 20);
  refunding = createRefunding({
    db: database.db,
    walletIn: createWallet,
    cardTokens: null,
    isMfo: async () => null,
    isSamePerson,
    requisitesOf: async () => ({ bankName: 'Namuna bank', mfo: '00444', account: '20208000912345678001' }),
    limits: { minTiyin: 1, maxTiyin: SUM },
    debts: debtsOfPeople(database.db),
    judge: moneyJudge(),
  });
});
afterAll(() => database.close());

const hits = new Map<string, number>();
const hit = (what: string) => hits.set(what, (hits.get(what) ?? 0) + 1);

async function asked(): Promise<{ id: number; personId: string }> {
  const personId = randomUUID();
  await createWallet(database.db).topUp({
    personId,
    amountTiyin: SUM,
    key: randomUUID(),
    provider: 'cash-desk',
    reference: 'cash',
    reason: 'a test',
    actor: 'system',
  });
  const made = await refunding.refunds.create({
    personId,
    requestKey: randomUUID(),
    amountTiyin: SUM,
    destination: { kind: 'account', id: 0 },
    address: '',
  });
  if (made.outcome !== 'created') throw new Error(made.outcome);
  return { id: made.refund.id, personId };
}

/** One decision of one of the staff; a return is decided as it is when it is read. */
async function decide(id: number, who: number, action: (typeof ACTIONS)[number], document: number) {
  const { decisions } = refunding;
  const ids = STAFF.map((name) => `00000000-0000-4000-8000-00000000000${STAFF.indexOf(name) + 1}`);
  const by = { personId: ids[who]!, name: STAFF[who]!, address: '' };
  const { rows } = await database.pool.query('select return_id as id from refund where id = $1', [id]);
  const returnId = (rows[0].id as number | null) ?? 0;
  switch (action) {
    case 'approve':
      return decisions.approve(id, by);
    case 'refuse':
      return decisions.refuse(id, by, 'a reason');
    case 'paid':
      return decisions.paid(id, by, `P-${document}`);
    case 'returned':
      return decisions.returned(id, by, {
        documentNumber: `R-${document}`,
        documentOn: tashkentDay(Date.now()),
        reason: 'sent back',
      });
    case 'approveReturn':
      return decisions.approveReturn(id, by, returnId);
    case 'rejectReturn':
      return decisions.rejectReturn(id, by, returnId, 'not so');
  }
}

const step = fc.record({
  who: fc.integer({ min: 0, max: 2 }),
  // Refusals and payments end a history early: they are rarer.
  action: fc.oneof(
    { weight: 4, arbitrary: fc.constant('approve' as const) },
    { weight: 4, arbitrary: fc.constant('returned' as const) },
    { weight: 4, arbitrary: fc.constant('approveReturn' as const) },
    { weight: 2, arbitrary: fc.constant('rejectReturn' as const) },
    { weight: 1, arbitrary: fc.constantFrom('refuse' as const, 'paid' as const) },
  ),
  document: fc.integer({ min: 1, max: 2 }),
  /** Sent together with the step before it. */
  atOnce: fc.boolean(),
});

test('money that two people let go comes back by two people and one document, or not at all, in any order and at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24, size: 'max' }), async (steps) => {
      const { id, personId } = await asked();
      const together: Promise<{ outcome: string }>[] = [];
      const settle = async () => {
        for (const { outcome } of await Promise.all(together.splice(0))) hit(outcome);
      };
      for (const { who, action, document, atOnce } of steps) {
        if (!atOnce) await settle();
        together.push(decide(id, who, action, document));
      }
      await settle();

      const { rows: made } = await database.pool.query(
        'select action, actor from refund_step where refund_id = $1 order by id',
        [id],
      );
      const [refund] = (await database.pool.query('select * from refund where id = $1', [id])).rows;
      const of = (action: string) => made.filter((each) => each.action === action);
      const { rows: ways } = await database.pool.query(
        `select kind from ledger_journal where reference = $1 and kind like 'pay-out%' order by id`,
        [`refund:${id}`],
      );
      const kinds = ways.map(({ kind }) => kind);
      const money = await createWalletView(database.db).balances(personId);
      const back = kinds.includes('pay-out-returned');

      expect(new Set(of('approved').map(({ actor }) => actor)).size === 2).toBe(kinds.length > 0);
      expect(kinds.length).toBeLessThanOrEqual(2);
      expect(back).toBe(of('returned').length === 1);
      for (const { actor } of of('returned')) {
        const { rows: notes } = await database.pool.query(
          'select asked_by from refund_return where id = $1 and asked_by <> $2',
          [refund.return_id, actor],
        );
        expect(notes).toHaveLength(1);
      }
      expect(of('paid').length + of('returned').length).toBeLessThanOrEqual(1);
      const isAway = kinds.length > 0 && !back;
      expect(money.availableTiyin + money.heldTiyin).toBe(isAway ? 0 : SUM);
      // Held only before it has left.
      expect(money.heldTiyin).toBeLessThanOrEqual(kinds.length > 0 ? 0 : SUM);
      if (back) hit('came back');
      else if (isAway) hit(of('paid').length > 0 ? 'paid' : 'on its way');
      else hit(refund.status === 'rejected' ? 'refused' : 'held');
      if (of('return-rejected').length > 0) hit('a note turned down');
    }),
    { numRuns: RUNS, ...(COMPLETE ? {} : { seed: SEED }) },
  );
  const { rows } = await database.pool.query(
    `select count(*)::int as count from refund_step step join refund_return note on note.refund_id = step.refund_id
     where step.action = 'returned' and note.asked_by = step.actor and note.id =
       (select return_id from refund where id = step.refund_id)`,
  );
  expect(rows[0].count).toBe(0);
  for (const [what, least] of [
    ['came back', 8],
    ['on its way', 2],
    ['refused', 2],
    ['a note turned down', 3],
    ['second-person', 3],
    ['return-asked', 1],
  ] as const)
    expect(hits.get(what) ?? 0, `${what} of ${JSON.stringify([...hits])}`).toBeGreaterThanOrEqual(least);
  expect(await checkLedger(database.db)).toEqual([]);
});
