import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { publicName } from '#server/domains/people/accounts/index.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { LOT_STATUS as S } from '#shared/lifecycles/lot-status.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { payoutsOfSeller, samplePayouts } from '../../fixtures/payout-samples.ts';
import { PRICE, soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import {
  bankDay,
  REFUND_ACCOUNT,
  statementLines,
  uzs,
  type StatementLines,
} from '../../fixtures/statement-lines.ts';
import { csvStatement } from '../../fixtures/statement-files.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';

const REST = PRICE - DEPOSIT;
const HOUR_MS = 3_600_000;
const by = (personId: string = randomUUID()) => ({ personId, name: 'Xodim', address: '127.0.0.1' });

let database: TestDatabase;
let sold: SoldLots;
let bank: StatementLines;

beforeAll(async () => {
  database = await testDatabase('template', 20);
});
beforeEach(() => {
  sold = soldLots(database);
  bank = statementLines(database, sold);
});
// Dropping the database proves that the books balance.
afterAll(() => database.close());

let documents = 0;
const transfer = (amountTiyin: number, more: object = {}) => ({
  day: bankDay(),
  document: `T-${(documents += 1)}`,
  credit: uzs(amountTiyin),
  ...more,
});
const purposeOf = (id: number, lotId: number) => `Savdo S-${id}, lot ${lotId}: Cobalt`;
const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database.pool.query<Row>(text, values)).rows;

describe('an import', () => {
  test('of the same or an overlapping file adds what is new only, and says so', async () => {
    const [first, second, third] = [transfer(100), transfer(200), transfer(300)];
    const whole = csvStatement([first, second]);
    expect(await bank.take(whole)).toMatchObject({ outcome: 'done', added: 2, known: 0 });
    expect(await bank.take(whole)).toMatchObject({ outcome: 'done', added: 0, known: 2 });
    const overlap = await bank.take(csvStatement([second, third, third]));
    expect(overlap).toMatchObject({ outcome: 'done', added: 2, known: 1 });
    const preview = await bank.imports.preview(new TextEncoder().encode(whole));
    expect(preview).toMatchObject({ lineCount: 2, knownCount: 2 });
  });

  test('at the same instant twice adds each line once', async () => {
    const file = csvStatement([transfer(100), transfer(100)]);
    const done = await Promise.all([bank.take(file), bank.take(file), bank.take(file)]);
    expect(done.map((each) => 'added' in each && each.added).toSorted()).toEqual([0, 0, 2]);
  });

  test('names what a statement is at odds with; without a reason, or against a balance, it is not taken over', async () => {
    const file = csvStatement([transfer(100)]);
    expect(await bank.take(file, null)).toEqual({ outcome: 'reason-needed' });
    const given = { fileName: 'x', mark: 'f'.repeat(64), reason: 'x', by: by() };
    const bytes = new TextEncoder().encode(file);
    expect(await bank.imports.take(bytes, given)).toEqual({ outcome: 'other-file' });
    const wrong = csvStatement([transfer(100)], { opening: '0,00', closing: '2,00' });
    expect(await bank.take(wrong)).toEqual({ outcome: 'forbidden' });
    const foreign = csvStatement([transfer(100)], { account: '20208000900000000009' });
    expect(await bank.take(foreign)).toEqual({ outcome: 'forbidden' });
  });

  test('shows a gap after the statement before it, and a day that is known with another line of the same sum', async () => {
    const day = bankDay(-40);
    const before = csvStatement([{ ...transfer(100), day }], { opening: '5,00', closing: '6,00' });
    expect(await bank.take(before)).toMatchObject({ outcome: 'done' });
    const next = csvStatement([{ ...transfer(100), day: bankDay(-39) }], {
      opening: '7,00',
      closing: '8,00',
    });
    const kinds = async (text: string) => {
      const preview = await bank.imports.preview(new TextEncoder().encode(text));
      return typeof preview === 'string' ? preview : preview.differences.map(({ kind }) => kind);
    };
    expect(await kinds(next)).toEqual(['gap']);
    const reworded = csvStatement([{ ...transfer(100), day }], { opening: '5,00', closing: '6,00' });
    expect(await kinds(reworded)).toEqual(['known-sum', 'days-known']);
    await bank.take(reworded);
    const { items } = await bank.lines.statements({ page: 1, size: 2 });
    expect(items[0]!.differences.map(({ kind }) => kind)).toEqual(['known-sum', 'days-known']);
    const [line] = (
      await bank.lines.list(bank.viewer, { state: 'all', statementId: items[0]!.id, page: 1, size: 5 })
    ).items;
    expect(line!.alike).toHaveLength(1);
  });
});

describe('a transfer', () => {
  test('is suggested by its purpose and sum, and pays the settlement by itself', async () => {
    const { id, lotId, personId } = await sold.open(0);
    const [line] = await bank.brought([transfer(REST, { purpose: purposeOf(id, lotId) })]);
    expect(line!.credits[0]).toMatchObject({
      personId,
      grounds: ['purpose', 'sum'],
      settlement: { id, lotId, restTiyin: REST },
    });
    expect(await bank.credit(line!.id, { personId, settlementId: id }, by())).toBe('done');
    expect(await sold.of(lotId)).toMatchObject({ state: 'paid' });
    expect(await sold.lotStatus(lotId)).toBe(S.soldAndPaid);
    expect(await sold.balance(personId)).toBe(0);
    expect(await sold.notices(personId)).toEqual(expect.arrayContaining(['transfer-credited', 'lot-paid']));
    expect(await bank.line(line!.id)).toMatchObject({ state: 'credited', may: [], credits: [] });
    const logged = await query('select action from person_action where reason = $1', [
      `bank-line:${line!.id}`,
    ]);
    expect(logged).toEqual([{ action: 'asked' }, { action: 'credited' }]);
  });

  test('is suggested by the payer’s number and the exact sum, and by the payer alone for the balance', async () => {
    const personId = await sold.registered('31209905550017');
    await query(`update person set stir = '301555001' where id::text = $1`, [personId]);
    const { id } = await sold.open(0, { personId });
    const [exact, other] = await bank.brought([
      transfer(REST, { stir: '301555001', name: 'Anvar Namuna' }),
      transfer(777, { stir: '301555001' }),
    ]);
    expect(exact!.credits[0]).toMatchObject({
      settlement: { id },
      grounds: ['purpose', 'sum', 'payer', 'name'],
    });
    expect(other!.credits).toMatchObject([
      { personId, settlement: { id }, grounds: ['payer'] },
      { personId, settlement: null, grounds: ['payer'] },
    ]);
    const reader = { personId: randomUUID(), address: '127.0.0.1' };
    expect(await bank.lines.people('301 555 001', reader)).toMatchObject([
      { settlement: { id } },
      { settlement: null },
    ]);
    const found = await bank.lines.people(`S-${id}`, reader);
    expect(found).toMatchObject([{ personId, settlement: { id } }, {}]);
    const { rows } = await database.pool.query(`select name from person where id::text = $1`, [personId]);
    expect(found[0]!.personName).toBe(publicName('natural', rows[0].name));
    await bank.lines.people('30000000000000', reader);
    const asked = await createActionLog(database.db).ofType(reader.personId, 'account', 5);
    expect(asked.map(({ action, reason }) => [action, reason])).toEqual([
      ['searched', null],
      ['searched', `person:${personId}`],
      ['searched', `person:${personId}`],
    ]);
  });

  test('that is short, or of a sale that is over, stays on the balance with a message', async () => {
    const { id, lotId, personId } = await sold.open(0);
    const [short] = await bank.brought([transfer(REST - 1)]);
    expect(await bank.credit(short!.id, { personId, settlementId: id }, by())).toBe('done');
    expect(await sold.of(lotId)).toMatchObject({ state: 'awaiting' });
    expect(await sold.balance(personId)).toBe(REST - 1);
    expect(await sold.notices(personId)).toContain('payment-left-over');
  });

  test('is decided once, by whomever comes first', async () => {
    const { id, personId } = await sold.open(0);
    const [line] = await bank.brought([transfer(REST)]);
    const answers = await Promise.all([
      bank.credit(line!.id, { personId, settlementId: id }, by()),
      bank.credit(line!.id, { personId }, by()),
      bank.deciding.giveBack(line!.id, 'unknown payer', by()),
      bank.deciding.ignore(line!.id, 'a fee', by()),
    ]);
    expect(answers.toSorted()).toEqual(['done', 'over', 'over', 'over']);
    expect(await bank.credit(line!.id, { personId }, by())).toBe(
      (await bank.line(line!.id)).state === 'undecided' ? 'done' : 'over',
    );
  });

  test('is never credited by staff to themselves, or to another buyer’s settlement', async () => {
    const { id, personId } = await sold.open(0);
    const [line] = await bank.brought([transfer(REST)]);
    expect(await bank.credit(line!.id, { personId }, by(personId))).toBe('own-money');
    expect(await bank.credit(line!.id, { personId: randomUUID(), settlementId: id }, by())).toBe('changed');
    expect(await bank.line(line!.id)).toMatchObject({ state: 'undecided', steps: [] });
  });

  test('to be returned or ignored can be decided again', async () => {
    const { personId } = await sold.open(0);
    const [line] = await bank.brought([transfer(500)]);
    expect(await bank.deciding.ignore(line!.id, 'thought a fee', by())).toBe('done');
    expect(await bank.deciding.reopen(line!.id, 'it was a buyer', by())).toBe('done');
    expect(await bank.credit(line!.id, { personId }, by())).toBe('done');
    expect(await sold.balance(personId)).toBe(500);
    const { steps } = await bank.line(line!.id);
    expect(steps.map(({ action }) => action)).toEqual(['ignored', 'reopened', 'asked', 'credited']);
  });

  describe('of a large sum', () => {
    const anna = randomUUID();
    beforeEach(() => {
      sold.hook.twoAbove = 1;
    });

    test('needs a second person, who approves what was read', async () => {
      const { id, lotId, personId } = await sold.open(0);
      const [line] = await bank.brought([transfer(REST)]);
      expect(await bank.deciding.credit(line!.id, { personId, settlementId: id }, by(anna))).toBe('done');
      const asked = await bank.line(line!.id);
      expect(asked).toMatchObject({
        state: 'asked',
        round: 1,
        decision: { kind: 'credit', settlementId: id },
      });
      expect(await sold.balance(personId)).toBe(0);
      expect(await bank.deciding.approve(line!.id, 1, by(anna))).toBe('second-person');
      expect(await bank.deciding.approve(line!.id, 2, by())).toBe('changed');
      expect(await bank.deciding.approve(line!.id, 1, by(personId))).toBe('own-money');
      const both = await Promise.all([1, 2].map(() => bank.deciding.approve(line!.id, 1, by())));
      expect(both.toSorted()).toEqual(['done', 'over']);
      expect(await sold.of(lotId)).toMatchObject({ state: 'paid' });
    });

    test('turned down waits again; what is asked next is another round', async () => {
      const [line] = await bank.brought([transfer(900)]);
      await bank.deciding.giveBack(line!.id, 'unknown payer', by(anna));
      expect(await bank.deciding.reject(line!.id, { round: 1, reason: 'it is known' }, by())).toBe('done');
      await bank.deciding.ignore(line!.id, 'a fee', by(anna));
      expect(await bank.deciding.approve(line!.id, 1, by())).toBe('changed');
      expect(await bank.deciding.approve(line!.id, 2, by())).toBe('done');
      expect(await bank.line(line!.id)).toMatchObject({ state: 'ignored' });
    });

    test('is held up by no one alone, who asks or turns down again and again', async () => {
      const [line] = await bank.brought([transfer(900)]);
      const [boris, vera, zoya] = [randomUUID(), randomUUID(), randomUUID()];
      let round = 0;
      const ask = (who: string) => bank.deciding.giveBack(line!.id, 'unknown payer', by(who));
      const reject = (who: string) =>
        bank.deciding.reject(line!.id, { round: (round += 1), reason: 'it is known' }, by(who));
      for (const colleague of [vera, zoya]) {
        expect(await ask(anna)).toBe('done');
        expect(await reject(colleague)).toBe('done');
      }
      await expect(ask(anna)).rejects.toMatchObject({ code: 'asked-before' });
      for (const colleague of [vera, zoya]) {
        expect(await ask(colleague)).toBe('done');
        expect(await reject(boris)).toBe('done');
      }
      expect(await ask(vera)).toBe('done');
      await expect(reject(boris)).rejects.toMatchObject({ code: 'turned-down-before' });
      expect(await bank.deciding.approve(line!.id, round, by(zoya))).toBe('done');
    });

    test('is not approved by one person under two accounts at the same instant', async () => {
      const [line] = await bank.brought([transfer(900)]);
      const twins = await query<{ id: string }>(
        `insert into person (issuer, subject, kind, name, pinfl, language, roles)
         select 'test', subject, 'natural', 'Operator Sinov', '30101990000104', 'ru', '{operator}'
         from unnest(array['bank-one', 'bank-other']) as subject returning id`,
      );
      await bank.deciding.ignore(line!.id, 'a fee', by(twins[0]!.id));
      const lock = await database.pool.connect();
      await lock.query('begin');
      await lock.query('select from bank_statement_line where id = $1 for update', [line!.id]);
      const answer = bank.deciding.approve(line!.id, 1, by(twins[1]!.id));
      await waitsForLock(database, 1);
      await lock.query('commit');
      lock.release();
      expect(await answer).toBe('second-person');
    });
  });
});

describe('money that left', () => {
  test('settles the payout that has its sum, once; another sum does not', async () => {
    const { 'console.settle-payout': sent } = await samplePayouts(database, randomUUID());
    const other = await payoutsOfSeller(database, randomUUID()).sent();
    const [row] = await query<{ amount_tiyin: number; seller_id: string }>(
      'select * from payout where id = $1',
      [sent.params.payoutId],
    );
    const debit = (tiyin: number) => ({
      day: bankDay(),
      document: `D-${tiyin}-${(documents += 1)}`,
      debit: uzs(tiyin),
    });
    const [line, wrong, again] = await bank.brought([
      debit(row!.amount_tiyin),
      debit(row!.amount_tiyin + 1),
      debit(row!.amount_tiyin),
    ]);
    const payout = { kind: 'payout', id: sent.params.payoutId } as const;
    expect(line!.debits.map(({ id }) => id)).toEqual(expect.arrayContaining([sent.params.payoutId, other]));
    expect(await bank.deciding.match(wrong!.id, payout, by())).toBe('other-sum');
    expect(await bank.deciding.match(line!.id, payout, by(row!.seller_id))).toBe('own-money');
    const matches = await Promise.all([line!, again!].map(({ id }) => bank.deciding.match(id, payout, by())));
    expect(matches.toSorted()).toEqual(['done', 'not-in-flight']);
    expect(await query('select state from payout where id = $1', [payout.id])).toEqual([{ state: 'paid' }]);
  });

  test('pays a refund, and the ledger is compared day by day', async () => {
    const personId = randomUUID();
    await sold.give(personId, 800_00);
    const made = await bank.refunding.refunds.create({
      personId,
      requestKey: randomUUID(),
      amountTiyin: 800_00,
      address: '',
      destination: { kind: 'account', id: 0 },
    });
    if (made.outcome !== 'created') throw new Error(made.outcome);
    const refundId = made.refund.id;
    for (let person = 0; person < 2; person += 1) await bank.refunding.decisions.approve(refundId, by());
    const [line, fee] = await bank.brought([
      { day: bankDay(-3), document: 'R-1', debit: uzs(800_00), account: REFUND_ACCOUNT },
      { day: bankDay(-3), document: 'R-2', debit: '15,00' },
    ]);
    expect(line!.debits).toMatchObject([{ kind: 'refund', id: refundId }]);
    expect(await bank.deciding.match(line!.id, { kind: 'refund', id: refundId }, by())).toBe('done');
    const day = async () =>
      (await bank.lines.days({ page: 1, size: 100 })).items.find((each) => each.debitTiyin === 815_00);
    expect(await day()).toMatchObject({ settledTiyin: 800_00, waitingTiyin: 15_00, agrees: false });
    await bank.deciding.ignore(fee!.id, 'a fee of the bank', by());
    await bank.deciding.approve(fee!.id, 1, by());
    expect(await day()).toMatchObject({ ignoredDebitTiyin: 15_00, agrees: true });
  });
});

describe('value dates', () => {
  /** A sale whose deadline has passed, and the hour after it, unless a bank order was printed before. */
  async function lost({ ordered }: { ordered: boolean }) {
    const won = await sold.open(0);
    if (ordered) sold = soldLots(database, { operatorAccount: true });
    const order = ordered ? await sold.winLots.bankOrder(won.lotId, won.personId) : null;
    expect(order !== null).toBe(ordered);
    await sold.passUntil(won.id, -2 * HOUR_MS);
    await query(
      "update settlement set statement_until = now() + interval '1 day' where id = $1 and bank_order_at is not null",
      [won.id],
    );
    const { due_at: due } = await sold.of(won.lotId);
    const look = async () => {
      await sold.looking.look(won.id);
      await sold.looking.look(won.id);
      return (await sold.of(won.lotId)).state;
    };
    return { ...won, due, look, purpose: purposeOf(won.id, won.lotId) };
  }

  test('a transfer in time pays although it is imported and matched after the deadline', async () => {
    const { id, lotId, personId, due, look, purpose } = await lost({ ordered: false });
    const [line] = await bank.brought([
      transfer(REST, { purpose, day: bankDay(1, due), valueDay: bankDay(0, due) }),
    ]);
    expect(await look()).toBe('overdue');
    expect((await sold.of(lotId)).look_at!.getTime()).toBeGreaterThan(Date.now());
    expect(await bank.credit(line!.id, { personId, settlementId: id }, by())).toBe('done');
    expect((await sold.of(lotId)).state).toBe('paid');
    expect(await look()).toBe('paid');
  });

  test.each([
    ['with a later value date', { days: 1, part: 0 }],
    ['of too small a sum', { days: 0, part: 1 }],
  ])('a transfer %s does not; its money stays on the balance', async (_, { days, part }) => {
    const { id, lotId, personId, due, look, purpose } = await lost({ ordered: false });
    const sum = REST - part;
    const [line] = await bank.brought([
      transfer(sum, { purpose, day: bankDay(1, due), valueDay: bankDay(days, due) }),
    ]);
    expect(await look()).toBe('defaulted');
    expect(await bank.credit(line!.id, { personId, settlementId: id }, by())).toBe('done');
    expect(await sold.lotStatus(lotId)).toBe(S.priceNotConfirmed);
    expect(await sold.balance(personId)).toBe(sum);
    expect(await sold.notices(personId)).toContain('payment-left-over');
  });

  test('a transfer that turns out to be another’s no longer holds off the loss', async () => {
    const { id, due, look, purpose } = await lost({ ordered: false });
    const [line] = await bank.brought([transfer(REST, { purpose, day: bankDay(0, due) })]);
    expect(await look()).toBe('overdue');
    await bank.deciding.giveBack(line!.id, 'another person paid', by());
    await bank.deciding.approve(line!.id, 1, by());
    const [row] = await query<{ due: boolean }>(
      'select look_at <= clock_timestamp() as due from settlement where id = $1',
      [id],
    );
    expect(row).toEqual({ due: true });
    expect(await look()).toBe('defaulted');
  });

  test('without a payment order and a statement the sale is lost an hour after the deadline', async () => {
    const { look } = await lost({ ordered: false });
    expect(await look()).toBe('defaulted');
  });

  test('a payment order printed after the deadline puts nothing off', async () => {
    const won = await sold.open(0);
    await sold.passUntil(won.id, -HOUR_MS / 2);
    await soldLots(database, { operatorAccount: true }).winLots.bankOrder(won.lotId, won.personId);
    expect(await sold.of(won.lotId)).toMatchObject({ bank_order_at: null, statement_until: null });
  });
});
