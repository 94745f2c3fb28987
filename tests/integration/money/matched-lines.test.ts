import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkLedger } from '../../fixtures/check-ledger.ts';
import { payoutsOfSeller } from '../../fixtures/payout-samples.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import type { StatementLineGiven } from '../../fixtures/statement-files.ts';
import {
  bankDay,
  REFUND_ACCOUNT,
  statementLines,
  uzs,
  type StatementLines,
} from '../../fixtures/statement-lines.ts';

// Who sent money must not be able to say alone that it arrived, nor one person that it went where it was sent.

const ELSEWHERE = { account: '20208000900999999999', stir: '309999999', name: 'A friend' };

let database: TestDatabase;
let sold: SoldLots;
let bank: StatementLines;

beforeAll(async () => {
  database = await testDatabase('template', 20);
});
beforeEach(() => {
  sold = soldLots(database, { operatorAccount: true });
  bank = statementLines(database, sold);
});
// Dropping the database proves that the books balance.
afterAll(() => database.close());

const by = (personId: string = randomUUID()) => ({ personId, name: 'Xodim', address: '127.0.0.1' });
const query = async <Row>(text: string, values: unknown[]) =>
  (await database.pool.query(text, values)).rows as Row[];

/** A payout at the bank, its sum and who sent it. */
async function payout() {
  const id = await payoutsOfSeller(database, randomUUID()).sent();
  const [row] = await query<{ sum: number; sender: string }>(
    `select p.amount_tiyin - p.set_off_tiyin as sum, s.actor as sender
     from payout p join payout_step s on s.payout_id = p.id and s.action = 'sent' where p.id = $1`,
    [id],
  );
  const state = async () =>
    (await query<{ state: string }>('select state from payout where id = $1', [id]))[0]!.state;
  return { left: { kind: 'payout', id } as const, sum: Number(row!.sum), sender: by(row!.sender), state };
}

/** A refund at the bank. */
async function refund() {
  const personId = randomUUID();
  const sum = 700_00;
  await sold.give(personId, sum);
  const made = await bank.refunding.refunds.create({
    personId,
    requestKey: randomUUID(),
    amountTiyin: sum,
    address: '',
    destination: { kind: 'account', id: 0 },
  });
  if (made.outcome !== 'created') throw new Error(made.outcome);
  const { id } = made.refund;
  const sender = by();
  for (const each of [by(), sender]) await bank.refunding.decisions.approve(id, each);
  const state = async () =>
    (await query<{ state: string }>('select status as state from refund where id = $1', [id]))[0]!.state;
  return { left: { kind: 'refund', id } as const, sum, sender, state };
}

let documents = 0;
async function debit(sum: number, more: Partial<StatementLineGiven> = {}) {
  const [line] = await bank.brought([
    { day: bankDay(), document: `M-${(documents += 1)}`, debit: uzs(sum), ...more },
  ]);
  return line!.id;
}

describe.each([
  ['a payout', payout, {}],
  ['a refund', refund, { account: REFUND_ACCOUNT }],
])('money that left as %s', (_, sent, there) => {
  test('to the account it was sent to is found by one person, who did not send it', async () => {
    const { left, sum, sender, state } = await sent();
    const line = await debit(sum, there);
    expect(await bank.deciding.match(line, left, sender)).toBe('second-person');
    expect(await bank.deciding.match(line, left, by())).toBe('done');
    expect(await bank.line(line)).toMatchObject({ state: 'matched' });
    expect(await state()).toBe('paid');
  });

  test.each([
    ['to another account', ELSEWHERE],
    ['to an account that the file leaves out', { account: '' }],
  ])('%s is found by two who did not send it, with a reason', async (_where, where) => {
    const { left, sum, sender, state } = await sent();
    const line = await debit(sum, where);
    const given = { ...left, reason: 'the bank joined two accounts' };
    expect(await bank.deciding.match(line, left, by())).toBe('other-account');
    expect(await bank.deciding.match(line, given, sender)).toBe('second-person');
    const first = by();
    expect(await bank.deciding.match(line, given, first)).toBe('done');
    expect(await bank.line(line)).toMatchObject({
      state: 'asked',
      decision: { kind: 'match' },
      may: ['approve', 'reject'],
    });
    expect(await state()).not.toBe('paid');
    for (const not of [first, sender])
      expect(await bank.deciding.approve(line, 1, not)).toBe('second-person');
    expect(await bank.deciding.approve(line, 1, by())).toBe('done');
    expect(await bank.line(line)).toMatchObject({ state: 'matched', decision: { reason: given.reason } });
    expect(await state()).toBe('paid');
  });

  test('and is asked about by a line of another account is still paid by the one of its own', async () => {
    const { left, sum } = await sent();
    const [elsewhere, own] = [await debit(sum, ELSEWHERE), await debit(sum, there)];
    await bank.deciding.match(elsewhere, { ...left, reason: 'perhaps this one' }, by());
    expect(await bank.deciding.match(own, left, by())).toBe('done');
    expect(await bank.deciding.approve(elsewhere, 1, by())).toBe('not-in-flight');
    expect(await bank.deciding.reject(elsewhere, { round: 1, reason: 'the other one' }, by())).toBe('done');
  });
});

test('the ledger check finds a payout that one person matched to another account, and one that its sender matched', async () => {
  const [first, second] = [await payout(), await payout()];
  const [elsewhere, own] = [await debit(first.sum, ELSEWHERE), await debit(second.sum)];
  await bank.deciding.match(elsewhere, { ...first.left, reason: 'the bank says so' }, by());
  await bank.deciding.approve(elsewhere, 1, by());
  await bank.deciding.match(own, second.left, by());
  expect(await checkLedger(database.db)).toEqual([]);
  await database.pool.query('update bank_statement_line set asked_by = null where id = $1', [elsewhere]);
  await database.pool.query('update bank_statement_line set decided_by = $2 where id = $1', [
    own,
    second.sender.personId,
  ]);
  const [found] = await checkLedger(database.db);
  expect(found).toMatchObject({ number: 23 });
  await database.pool.query(`update bank_statement_line set asked_by = 'one' where id = $1`, [elsewhere]);
  await database.pool.query(`update bank_statement_line set decided_by = 'other' where id = $1`, [own]);
});

describe('one document of the bank', () => {
  /** Noted as paid by hand. */
  const noted = async ({ left }: Awaited<ReturnType<typeof refund>>, document: string) => {
    const { id, kind } = left as { id: number; kind: string };
    const answer =
      kind === 'payout'
        ? await sold.deciding.settle(id, { document, by: randomUUID() })
        : await bank.refunding.decisions.paid(id, by(), document);
    return answer.outcome;
  };

  test.each([
    ['a refund', 'a refund', refund, refund],
    ['a refund', 'a payout', refund, payout],
    ['a payout', 'a refund', payout, refund],
    ['a payout', 'a payout', payout, payout],
  ])(
    'that paid %s does not pay %s as well, however its number is written',
    async (_one, _other, one, other) => {
      const number = `${(documents += 1)}77`;
      const [first, second] = [await one(), await other()] as [
        Awaited<ReturnType<typeof refund>>,
        Awaited<ReturnType<typeof refund>>,
      ];
      expect(await noted(first, number)).toBe('done');
      for (const again of [number, `№ 00${number}`, ` ${number}. `])
        expect(await noted(second, again)).toBe('document-used');
      expect(await second.state()).not.toBe('paid');
      // The bank may give a number again on another day.
      expect(await noted(second, `${number}, 2026-02-03`)).toBe(
        first.sum === second.sum ? 'document-used' : 'done',
      );
    },
  );

  test('noted by two persons at the same moment pays once', async () => {
    const both = [await refund(), await payout()] as Awaited<ReturnType<typeof refund>>[];
    const outcomes = await Promise.all(both.map((each) => noted(each, 'M-at-once')));
    expect(outcomes.toSorted()).toEqual(['document-used', 'done']);
  });

  test('that a statement has found is no one’s again; one of another day with its number is', async () => {
    const [found, second, third] = [await refund(), await refund(), await refund()];
    const line = await debit(found.sum, { account: REFUND_ACCOUNT, document: 'M-of-a-line' });
    expect(await bank.deciding.match(line, found.left, by())).toBe('done');
    expect(await noted(second, 'M-of-a-line')).toBe('document-used');
    expect(await noted(second, `M-of-a-line, ${bankDay()}`)).toBe('document-used');
    expect(await noted(second, 'M-of-a-line, 2026-02-03')).toBe('done');
    expect(await third.state()).toBe('sent-to-bank');
  });

  test('that somebody has noted for one payment does not find another one of its sum in a statement', async () => {
    const [first, second] = [await refund(), await refund()];
    expect(await noted(first, 'M-by-hand')).toBe('done');
    const line = await debit(second.sum, { account: REFUND_ACCOUNT, document: 'M-by-hand' });
    expect(await bank.deciding.match(line, second.left, by())).toBe('document-used');
    expect(await second.state()).toBe('sent-to-bank');
  });
});
