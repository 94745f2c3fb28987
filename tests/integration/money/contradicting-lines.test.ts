import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { PRICE, soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import { csvStatement, type StatementLineGiven } from '../../fixtures/statement-files.ts';
import { bankDay, statementLines, uzs, type StatementLines } from '../../fixtures/statement-lines.ts';

// What a statement says against what another one said must not be swallowed: one of the two files is not the bank's.

const REST = PRICE - DEPOSIT;

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

let documents = 0;
const PAYER = { name: 'Aliyev Ali', account: '20208000900000000777', stir: '301234567' };
/** A payment with a document and a sum of its own: it is like none of another test, also without its document. */
const payment = (more: Partial<StatementLineGiven> = {}): StatementLineGiven => ({
  day: bankDay(),
  document: `C-${(documents += 1)}`,
  credit: uzs(REST + documents),
  purpose: 'Savdo S-17, lot 5: Chevrolet Cobalt',
  ...PAYER,
  ...more,
});
/** A line of one file, and the same movement as another file has it. */
async function twice(paid: StatementLineGiven, more: Partial<StatementLineGiven>) {
  const [known] = await bank.brought([paid]);
  const [line] = await bank.brought([{ ...paid, ...more }]);
  return { known: known!, line: line! };
}
const tell = (lineId: number, like: number, same: boolean, who = by()) =>
  bank.deciding.repeat(lineId, { like, same, reason: 'asked the bank' }, who);

describe('a movement that another file brings', () => {
  test('for another sale is put before two persons, though the first one was credited', async () => {
    const [friend, honest] = [await sold.open(0), await sold.open(0)];
    const paid = payment({ purpose: `Savdo S-${friend.id}, lot ${friend.lotId}` });
    const [written] = await bank.brought([paid]);
    await bank.credit(written!.id, { personId: friend.personId, settlementId: friend.id }, by());
    const purpose = `Savdo S-${honest.id}, lot ${honest.lotId}`;
    const [real] = await bank.brought([{ ...paid, purpose }]);
    expect(real).toMatchObject({
      state: 'undecided',
      repeats: { lineId: written!.id, answer: 'unclear', contradicts: true, says: { purpose: paid.purpose } },
    });
    expect(real!.may).toEqual(['same', 'another', 'ignore']);
    expect(await bank.credit(real!.id, { personId: honest.personId, settlementId: honest.id }, by())).toBe(
      'repeat-unclear',
    );
  });

  test.each([
    ['another purpose', { purpose: 'Qarz qaytarish' }],
    ['another number of its payer', { stir: '309999999' }],
    ['another account of its payer', { account: '20208000900000000888' }],
    ['no sale', { purpose: 'Savdo, lot 5: Chevrolet Cobalt' }],
    ['no account and another name', { account: '', name: 'Valiyev Vali' }],
    ['another value date', { valueDay: bankDay(-1) }],
    ['no number and another sale', { document: '', purpose: 'Savdo S-18, lot 5: Chevrolet Cobalt' }],
    ['no number and no sale', { document: '', purpose: 'Savdo, lot 5: Chevrolet Cobalt' }],
    ['no number and another number of its payer', { document: '', stir: '309999999' }],
    ['no number and another value date', { document: '', valueDay: bankDay(-1) }],
  ])('with %s contradicts the known one', async (_, more) => {
    const { known, line } = await twice(payment(), more);
    expect(line).toMatchObject({ state: 'undecided', repeats: { lineId: known.id, contradicts: true } });
    expect(await bank.line(known.id)).toMatchObject({ inDoubt: true });
  });

  test.each([
    ['in the other script', { purpose: 'Савдо S-17, лот 5: Chevrolet Cobalt', name: 'АЛИЕВ АЛИ' }],
    ['cut off', { purpose: 'Savdo S-17, lot 5: Chev', name: 'Aliyev' }],
    ['broken into lines within a word', { purpose: 'Савдо S-17, lot 5: Chevr\r\nolet Cobalt' }],
    ['without the number of its payer', { purpose: 'Savdo S-17, lot 5: Chevrolet', stir: '' }],
  ])('%s is a repeat', async (_, more) => {
    const { known, line } = await twice(payment(), more);
    expect(line).toMatchObject({ state: 'repeat', repeats: { lineId: known.id, contradicts: false } });
    expect(await bank.line(known.id)).toMatchObject({ inDoubt: false });
  });

  test('and that contradicts the known one is a difference, once', async () => {
    const paid = payment();
    const sum = { opening: '0,00', closing: paid.credit! };
    const file = (more: Partial<StatementLineGiven>) => csvStatement([{ ...paid, ...more }], sum);
    await bank.take(file({}));
    expect(await bank.take(file({ purpose: 'Savdo S-18' }), null)).toEqual({ outcome: 'reason-needed' });
    const preview = await bank.imports.preview(new TextEncoder().encode(file({ purpose: 'Savdo S-18' })));
    const kinds = typeof preview === 'string' ? [] : preview.differences.map(({ kind }) => kind);
    expect(kinds).toContain('contrary-lines');
    expect(await bank.take(file({ purpose: 'Savdo S-18' }))).toMatchObject({ added: 1, known: 0 });
    for (const purpose of ['Savdo S-18', paid.purpose!])
      expect(await bank.take(file({ purpose }))).toMatchObject({ added: 0, known: 1 });
  });
});

test('what is like another known one once the first one is denied is asked about as that one demands', async () => {
  const paid = payment();
  const [first] = await bank.brought([paid]);
  const [second] = await bank.brought([{ ...payment(), credit: paid.credit!, stir: '309999999' }]);
  // Without a number it may be the first one, and contradicts the second.
  const [line] = await bank.brought([{ ...paid, document: '' }]);
  expect(line).toMatchObject({ repeats: { lineId: first!.id, contradicts: false } });
  expect(await tell(line!.id, first!.id, false)).toBe('done');
  expect(await bank.line(line!.id)).toMatchObject({ repeats: { lineId: second!.id, contradicts: true } });
  expect(await bank.line(second!.id)).toMatchObject({ inDoubt: true });
  expect(await tell(line!.id, second!.id, true)).toBe('done');
  expect(await bank.line(line!.id)).toMatchObject({ state: 'asked', decision: { kind: 'repeat' } });
});

describe('a line that another file contradicts', () => {
  test('moves no money before two persons have settled that, also where one had asked for it', async () => {
    const paid = payment();
    const [known] = await bank.brought([paid]);
    const asked = { personId: randomUUID() };
    expect(await bank.deciding.credit(known!.id, asked, by())).toBe('done');
    const [line] = await bank.brought([{ ...paid, purpose: 'Savdo S-18' }]);
    expect(await bank.deciding.approve(known!.id, 1, by())).toBe('in-doubt');
    await bank.deciding.reject(known!.id, { round: 1, reason: 'in doubt' }, by());
    expect(await bank.deciding.credit(known!.id, asked, by())).toBe('in-doubt');
    expect(await bank.deciding.giveBack(known!.id, 'unknown payer', by())).toBe('in-doubt');
    expect((await bank.line(known!.id)).may).toEqual(['ignore']);

    const first = by();
    expect(await tell(line!.id, known!.id, true, first)).toBe('done');
    expect(await bank.line(line!.id)).toMatchObject({ state: 'asked', decision: { kind: 'repeat' } });
    expect((await bank.line(line!.id)).may).toEqual(['approve', 'reject']);
    expect(await bank.deciding.approve(line!.id, 1, first)).toBe('second-person');
    expect(await bank.deciding.credit(known!.id, asked, by())).toBe('in-doubt');
    expect(await bank.deciding.approve(line!.id, 1, by())).toBe('done');
    expect(await bank.line(line!.id)).toMatchObject({ state: 'repeat' });
    expect(await bank.credit(known!.id, asked, by())).toBe('done');
  });

  test('is decided about by itself where two persons say that the other one is a movement of its own', async () => {
    const { known, line } = await twice(payment(), { purpose: 'Savdo S-18' });
    const first = by();
    expect(await tell(line.id, known.id, false, first)).toBe('done');
    expect(await bank.line(line.id)).toMatchObject({ state: 'asked', decision: { kind: 'another' } });
    expect(await tell(line.id, known.id, false, by())).toBe('over');
    expect(await bank.deciding.approve(line.id, 1, first)).toBe('second-person');
    expect(await bank.deciding.approve(line.id, 1, by())).toBe('done');
    expect(await bank.line(line.id)).toMatchObject({ state: 'undecided', repeats: { answer: 'another' } });
    for (const { id } of [known, line])
      expect(await bank.credit(id, { personId: randomUUID() }, by())).toBe('done');
  });

  test('is in doubt again where two others take back that the other one repeats it', async () => {
    const { known, line } = await twice(payment(), { purpose: 'Savdo S-18' });
    await tell(line.id, known.id, true);
    await bank.deciding.approve(line.id, 1, by());
    for (const who of [by(), by()]) expect(await tell(line.id, known.id, false, who)).toBe('done');
    expect(await bank.line(line.id)).toMatchObject({ state: 'undecided', repeats: { answer: 'unclear' } });
    expect(await bank.line(known.id)).toMatchObject({ inDoubt: true });
    expect(await bank.deciding.credit(line.id, { personId: randomUUID() }, by())).toBe('repeat-unclear');
  });

  test('that left settles no payout', async () => {
    const left = payment({ debit: '15,00' });
    delete left.credit;
    const { known } = await twice(left, { account: '20208000900000000888' });
    expect(await bank.deciding.match(known.id, { kind: 'payout', id: 1 }, by())).toBe('in-doubt');
  });
});
