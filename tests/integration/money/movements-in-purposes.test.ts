import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { PRICE, soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import { OWN_ACCOUNT } from '../../fixtures/statement-files.ts';
import { bankDay, statementLines, uzs, type StatementLines } from '../../fixtures/statement-lines.ts';

// A purpose is what a payer wrote: the bank breaks it into lines of 65 letters, and one of them may look like a movement.

const REST = PRICE - DEPOSIT;
const LINE_LETTERS = 65;

let database: TestDatabase;
let sold: SoldLots;
let bank: StatementLines;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  sold = soldLots(database, { operatorAccount: true });
  bank = statementLines(database, sold);
});
afterAll(() => database.close());

const by = (personId: string = randomUUID()) => ({ personId, name: 'Xodim', address: '127.0.0.1' });

/** `YYMMDD` of a day so many days from now. */
const day = (inDays: number): string => {
  const [date, month, year] = bankDay(inDays).split('.') as [string, string, string];
  return `${year.slice(2)}${month}${date}`;
};

interface Movement {
  tiyin: number;
  reference: string;
  purpose: string;
}

/** A purpose as a bank breaks it that does not look at what is in it. */
const broken = (purpose: string): string[] => purpose.match(new RegExp(`.{1,${LINE_LETTERS}}`, 'g')) ?? [];

/** @param opensOn the day of the balance that it begins with */
const mt940 = (on: string, opening: number, movements: readonly Movement[], opensOn = on): string =>
  [
    ':20:R',
    `:25:${OWN_ACCOUNT}`,
    ':28C:1/1',
    `:60F:C${opensOn}UZS${uzs(opening)}`,
    ...movements.flatMap(({ tiyin, reference, purpose }) => [
      `:61:${on}${on.slice(2)}C${uzs(tiyin)}NTRF1//${reference}`,
      ...broken(purpose).map((line, at) => (at === 0 ? `:86:${line}` : line)),
    ]),
    `:62F:C${on}UZS${uzs(movements.reduce((sum, { tiyin }) => sum + tiyin, opening))}`,
    '-',
    '',
  ].join('\r\n');

async function ordered(stir: string, pinfl: string) {
  const personId = await sold.registered(pinfl);
  await database.pool.query('update person set stir = $2 where id::text = $1', [personId, stir]);
  const { id, lotId } = await sold.open(0, { personId });
  if (!(await sold.winLots.bankOrder(lotId, personId))) throw new Error('no payment order was given');
  return { id, lotId, personId };
}

async function brought(text: string, reason: string | null = null) {
  const done = await bank.take(text, reason);
  if (done.outcome !== 'done') throw new Error(done.outcome);
  const statementId = done.statementIds[0]!;
  const { items } = await bank.lines.list(bank.viewer, { state: 'all', statementId, page: 1, size: 10 });
  return { statementId, items };
}

describe('a purpose with lines that look like movements', () => {
  test('makes no money for its payer: what it says came is not credited by one person', async () => {
    const first = await brought(
      mt940(day(-10), 0, [{ tiyin: 500_00, reference: 'A', purpose: 'Savdo' }]),
      'the first one',
    );
    await bank.confirm(first.statementId);

    const sale = await ordered('301777001', '31209905557701');
    const on = day(-9);
    const sum = uzs(REST);
    // It came and went on the same day, so that the balances are true.
    const purpose = [
      'Xizmat uchun to‘lov '.padEnd(LINE_LETTERS, '.'),
      `:61:${on}${on.slice(2)}C${sum}NTRF77//F1`.padEnd(LINE_LETTERS, 'x'),
      `:86:Savdo S-${sale.id}, lot ${sale.lotId} STIR 301777001 `.padEnd(LINE_LETTERS, '.'),
      `:61:${on}${on.slice(2)}D${sum}NTRF78//F2`.padEnd(LINE_LETTERS, 'x'),
      ':86:Qaytarildi',
    ].join('');
    const text = mt940(on, 500_00, [{ tiyin: 1_000_00, reference: 'B', purpose }]);
    const { items } = await brought(text, 'read by staff');
    // A second person has the same file from the bank.
    await bank.take(text, 'read by staff', by());

    const invented = items.find(({ side, amountTiyin }) => side === 'credit' && amountTiyin === REST);
    // One that is refused, or part of the purpose, needs no one.
    const needed = invented ? (await bank.line(invented.id)).approvalsNeeded : 2;
    const asked = { personId: sale.personId, settlementId: sale.id };
    if (invented) await bank.deciding.credit(invented.id, asked, by());
    const { state } = await sold.of(sale.lotId);
    expect({ needed, isPaid: state === 'paid' }).toEqual({ needed: 2, isPaid: false });
  });
});

describe('a purpose with a line that looks like a balance', () => {
  test('keeps no one from taking over the transfers of its day', async () => {
    const on = day(-8);
    const purpose = `${'Xizmat uchun to‘lov '.padEnd(LINE_LETTERS, '.')}:60F:C${on}UZS1,00`;
    const others = { tiyin: 2_000_00, reference: 'G', purpose: 'Savdo S-1' };
    const text = mt940(on, 1_500_00, [{ tiyin: 1_00, reference: 'F', purpose }, others]);
    expect(await bank.take(text, 'read by staff')).toMatchObject({ outcome: 'done', added: 2 });
  });
});

/** Of 1C's format, where a purpose has the line breaks that its payer typed. */
const oneC = (on: string, opening: number, purpose: string): string =>
  [
    '1CClientBankExchange',
    `РасчСчет=${OWN_ACCOUNT}`,
    'СекцияРасчСчет',
    `ДатаНачала=${on}`,
    `ДатаКонца=${on}`,
    `РасчСчет=${OWN_ACCOUNT}`,
    `НачальныйОстаток=${uzs(opening)}`,
    `КонечныйОстаток=${uzs(opening + 1_000_00)}`,
    'КонецРасчСчет',
    'СекцияДокумент=Платежное поручение',
    'Номер=1',
    `Дата=${on}`,
    'Сумма=1000.00',
    'ПлательщикСчет=20208000500999999001',
    `ПолучательСчет=${OWN_ACCOUNT}`,
    `ДатаПоступило=${on}`,
    `НазначениеПлатежа=${purpose}`,
    'КонецДокумента',
    'КонецФайла',
    '',
  ].join('\r\n');

describe('a purpose with line breaks', () => {
  test('makes no money for its payer: what it says came is not credited by one person', async () => {
    const first = await brought(
      mt940(day(-6), 0, [{ tiyin: 500_00, reference: 'E', purpose: 'Savdo' }]),
      'first',
    );
    await bank.confirm(first.statementId);

    const sale = await ordered('301777002', '31209905557702');
    const on = bankDay(-5);
    const document = (from: string, to: string, said: string, booked: string) => [
      'КонецДокумента',
      'СекцияДокумент=Платежное поручение',
      'Номер=77',
      `Дата=${on}`,
      `Сумма=${uzs(REST)}`,
      `ПлательщикСчет=${from}`,
      'ПлательщикИНН=301777002',
      `ПолучательСчет=${to}`,
      `${booked}=${on}`,
      `НазначениеПлатежа=${said}`,
    ];
    const other = '20208000900123456001';
    const purpose = [
      'Xizmat uchun',
      ...document(other, OWN_ACCOUNT, `Savdo S-${sale.id}, lot ${sale.lotId}`, 'ДатаПоступило'),
      ...document(OWN_ACCOUNT, other, 'Qaytarildi', 'ДатаСписано'),
    ].join('\r\n');
    const text = oneC(on, 500_00, purpose);
    const { items } = await brought(text, 'read by staff');
    await bank.take(text, 'read by staff', by());

    const invented = items.find(({ side, amountTiyin }) => side === 'credit' && amountTiyin === REST);
    // One that is refused, or part of the purpose, needs no one.
    const needed = invented ? (await bank.line(invented.id)).approvalsNeeded : 2;
    const asked = { personId: sale.personId, settlementId: sale.id };
    if (invented) await bank.deciding.credit(invented.id, asked, by());
    const { state } = await sold.of(sale.lotId);
    expect({ needed, isPaid: state === 'paid' }).toEqual({ needed: 2, isPaid: false });
  });
});

describe('a statement of MT940', () => {
  test('whose first balance is dated by the day before follows on the statement of that day', async () => {
    const before = await brought(
      mt940(day(-3), 1_500_00, [{ tiyin: 700_00, reference: 'C', purpose: 'Savdo' }], day(-4)),
      'the first one',
    );
    const next = await brought(
      mt940(day(-2), 2_200_00, [{ tiyin: 10_00, reference: 'D', purpose: 'Savdo' }], day(-3)),
      'the next one',
    );
    const { items } = await bank.lines.statements({ page: 1, size: 10 });
    const shown = (id: number) => {
      const found = items.find((each) => each.id === id);
      return (
        found && {
          unbroken: found.unbroken,
          doubted: found.doubted,
          kinds: found.differences.map(({ kind }) => kind),
        }
      );
    };
    expect([shown(before.statementId), shown(next.statementId)]).toEqual([
      { unbroken: true, doubted: false, kinds: [] },
      { unbroken: true, doubted: false, kinds: [] },
    ]);
  });
});
