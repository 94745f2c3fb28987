import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { soldLots } from '../../fixtures/sold-lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { csvStatement, OWN_ACCOUNT, type StatementLineGiven } from '../../fixtures/statement-files.ts';
import { bankDay, statementLines, uzs, type StatementLines } from '../../fixtures/statement-lines.ts';

let database: TestDatabase;
let bank: StatementLines;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => {
  bank = statementLines(database, soldLots(database));
});
// Dropping the database proves that the books balance.
afterAll(() => database.close());

const PAYER = { name: 'АЛИЕВ АЛИ', account: '20208000500999999001' };
const by = () => ({ personId: randomUUID(), name: 'Xodim', address: '127.0.0.1' });
let sums = 0;
/** A payment of a sum that no other test has. */
const payment = (more: Partial<StatementLineGiven> = {}): StatementLineGiven & { credit: string } => ({
  day: bankDay(),
  document: '17',
  ...PAYER,
  purpose: 'Savdo S-17',
  ...more,
  credit: uzs((sums += 1) * 1_000_00),
});

/** The same payment in the exchange format of 1C. */
const in1c = ({ day, document, name, account, credit, purpose }: StatementLineGiven): string =>
  [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    `РасчСчет=${OWN_ACCOUNT}`,
    'СекцияРасчСчет',
    `ДатаНачала=${day}`,
    `ДатаКонца=${day}`,
    `РасчСчет=${OWN_ACCOUNT}`,
    'НачальныйОстаток=0.00',
    `КонечныйОстаток=${credit!.replace(',', '.')}`,
    'КонецРасчСчет',
    'СекцияДокумент=Платежное поручение',
    `Номер=${document}`,
    `Дата=${day}`,
    `Сумма=${credit!.replace(',', '.')}`,
    `ПлательщикСчет=${account}`,
    `Плательщик=${name}`,
    `ПолучательСчет=${OWN_ACCOUNT}`,
    `ДатаПоступило=${day}`,
    `НазначениеПлатежа=${purpose}, lot 5`,
    'КонецДокумента',
    'КонецФайла',
    '',
  ].join('\r\n');

async function took(text: string) {
  const done = await bank.take(text);
  if (done.outcome !== 'done') throw new Error(done.outcome);
  const { items } = await bank.lines.list(bank.viewer, {
    state: 'all',
    statementId: done.statementIds[0]!,
    page: 1,
    size: 100,
  });
  return { ...done, lines: items.toReversed() };
}
const statesOf = ({ lines }: Awaited<ReturnType<typeof took>>) => lines.map(({ state }) => state);
const credited = (lineId: number) => bank.deciding.credit(lineId, { personId: randomUUID() }, by());

describe('one movement in two files', () => {
  test('of two formats is one line to credit, and the other one says whose repeat it is', async () => {
    const paid = payment();
    const [first] = (await took(csvStatement([paid]))).lines;
    const second = await took(in1c(paid));
    expect(second).toMatchObject({ added: 0, known: 1 });
    const [repeat] = second.lines;
    expect(repeat).toMatchObject({ state: 'repeat', repeats: { lineId: first!.id, answer: 'same' } });
    expect(repeat!.may).toEqual(['another']);
    expect((await bank.line(first!.id)).alike).toEqual([]);
    expect(await credited(repeat!.id)).toBe('repeat');
    expect(await bank.deciding.giveBack(repeat!.id, 'unknown payer', by())).toBe('repeat');
    expect(await credited(first!.id)).toBe('done');
    expect(await credited(repeat!.id)).toBe('repeat');
    // It waits for no one, and its money is counted once.
    const { items } = await bank.lines.list(bank.viewer, { state: 'waiting', page: 1, size: 100 });
    expect(items.map(({ id }) => id)).not.toContain(repeat!.id);
  });

  test.each([
    ['its purpose in other letters', { purpose: 'САВДО S-17' }],
    ['a number with zeros before it', { document: '000017' }],
    ['the name in other letters and no account', { name: 'Aliyev Ali', account: '' }],
  ])('with %s in the second one is a repeat', async (_, more) => {
    const paid = payment();
    await took(csvStatement([paid]));
    expect(statesOf(await took(csvStatement([{ ...paid, ...more }])))).toEqual(['repeat']);
  });

  test.each([
    ['another number of its document', { document: '18' }],
    ['another payer and no number', { document: '', account: '20208000500999999002' }],
    ['the other side', { credit: '', debit: '7,00' }],
    ['another day', { day: bankDay(-1) }],
  ])('with %s are two movements', async (_, more) => {
    const paid = { ...payment(), ...('debit' in more ? { credit: '7,00' } : {}) };
    await took(csvStatement([paid]));
    const { lines } = await took(csvStatement([{ ...paid, ...more }]));
    expect(lines).toMatchObject([{ state: 'undecided', repeats: null }]);
  });

  test('are as many lines as the file with the most of them has', async () => {
    const paid = payment();
    await took(csvStatement([paid, paid]));
    const three = await took(csvStatement([1, 2, 3].map((n) => ({ ...paid, purpose: `Savdo S-17, ${n}` }))));
    expect(statesOf(three).toSorted()).toEqual(['repeat', 'repeat', 'undecided']);
    expect(new Set(three.lines.flatMap(({ repeats }) => repeats?.lineId ?? [])).size).toBe(2);
  });

  test('two value dates of one day are asked about', async () => {
    const paid = payment();
    await took(csvStatement([paid]));
    const { lines } = await took(
      csvStatement([{ ...paid, valueDay: bankDay(-1), purpose: 'Savdo S-17, x' }]),
    );
    expect(lines).toMatchObject([{ state: 'undecided', repeats: { answer: 'unclear', contradicts: true } }]);
  });
});

describe('a line that may be a repeat', () => {
  const doubtful = async () => {
    const paid = payment();
    const [known] = (await took(csvStatement([paid]))).lines;
    const [line] = (await took(csvStatement([{ ...paid, document: '' }]))).lines;
    return { paid, known: known!, line: line! };
  };
  const tell = (lineId: number, like: number, same: boolean) =>
    bank.deciding.repeat(lineId, { like, same, reason: 'asked the bank' }, by());

  test('is never credited before a person has said which it is', async () => {
    const { known, line } = await doubtful();
    expect(line).toMatchObject({ state: 'undecided', repeats: { lineId: known.id, answer: 'unclear' } });
    expect(line.may).toEqual(['same', 'another', 'ignore']);
    expect(await credited(line.id)).toBe('repeat-unclear');
    expect(await bank.deciding.giveBack(line.id, 'unknown payer', by())).toBe('repeat-unclear');
  });

  test('said to be the same is a repeat, until that is taken back', async () => {
    const { known, line } = await doubtful();
    expect(await tell(line.id, known.id + 1_000_000, true)).toBe('changed');
    expect(await tell(line.id, known.id, true)).toBe('done');
    expect(await bank.line(line.id)).toMatchObject({
      state: 'repeat',
      steps: [{ action: 'repeat-confirmed', note: `№ ${known.id}: asked the bank` }],
    });
    expect(await credited(line.id)).toBe('repeat');
    expect(await tell(line.id, known.id, true)).toBe('repeat');
    expect(await tell(line.id, known.id, false)).toBe('done');
    expect(await credited(line.id)).toBe('done');
  });

  test('said to be another one is credited, and is asked about no more', async () => {
    const { known, line } = await doubtful();
    expect(await tell(line.id, known.id, false)).toBe('done');
    expect(await bank.line(line.id)).toMatchObject({ state: 'undecided', repeats: { answer: 'another' } });
    expect(await tell(line.id, known.id, false)).toBe('over');
    expect(await credited(line.id)).toBe('done');
    expect(await credited(known.id)).toBe('done');
  });

  test('that is not the first of two known ones is asked about the second', async () => {
    const paid = payment();
    const { lines } = await took(csvStatement([paid, { ...paid, document: '18' }]));
    const [line] = (await took(csvStatement([{ ...paid, document: '' }]))).lines;
    expect(line!.repeats).toMatchObject({ lineId: lines[0]!.id, answer: 'unclear' });
    expect(await tell(line!.id, lines[0]!.id, false)).toBe('done');
    expect((await bank.line(line!.id)).repeats).toMatchObject({ lineId: lines[1]!.id, answer: 'unclear' });
    expect(await credited(line!.id)).toBe('repeat-unclear');
    expect(await tell(line!.id, lines[1]!.id, false)).toBe('done');
    expect(await credited(line!.id)).toBe('done');
  });
});

test('a repeat is counted in no day of the bank', async () => {
  const day = bankDay(-20);
  const paid = { ...payment(), day };
  await took(csvStatement([paid]));
  await took(in1c(paid));
  const iso = day.split('.').toReversed().join('-');
  const { items } = await bank.lines.days({ page: 1, size: 100 });
  const sum = Math.round(Number(paid.credit.replace(',', '.')) * 100);
  expect(items.find((each) => each.day === iso)).toMatchObject({ creditTiyin: sum, waitingTiyin: sum });
});
