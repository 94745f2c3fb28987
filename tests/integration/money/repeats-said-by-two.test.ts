import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { PRICE, soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import { bankDay, statementLines, uzs, type StatementLines } from '../../fixtures/statement-lines.ts';

// What two persons have dropped as a repeat is a movement of its own again by two others, like all they drop.

let database: TestDatabase;
let sold: SoldLots;
let bank: StatementLines;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  sold = soldLots(database, { operatorAccount: true });
  bank = statementLines(database, sold);
});
// Dropping the database proves that the books balance.
afterAll(() => database.close());

const by = (personId: string = randomUUID()) => ({ personId, name: 'Xodim', address: '127.0.0.1' });

test('one of the two who said that a transfer repeats another one does not take that back alone', async () => {
  const won = await sold.open(0);
  const paid = {
    day: bankDay(),
    credit: uzs(PRICE - DEPOSIT),
    purpose: `Savdo S-${won.id}, lot ${won.lotId}`,
  };
  const [known] = await bank.brought([{ ...paid, document: 'R-1' }]);
  const [line] = await bank.brought([{ ...paid, document: '-' }]);
  const say = (same: boolean, who: ReturnType<typeof by>) =>
    bank.deciding.repeat(line!.id, { like: known!.id, same, reason: 'the same day' }, who);
  const [first, second] = [by(), by()];
  expect(await say(true, first)).toBe('done');
  expect(await bank.line(line!.id)).toMatchObject({ state: 'asked' });
  expect(await bank.deciding.approve(line!.id, 1, second)).toBe('done');
  expect(await bank.line(line!.id)).toMatchObject({ state: 'repeat' });
  for (const who of [first, second]) expect(await say(false, who)).toBe('second-person');
  const third = by();
  expect(await say(false, third)).toBe('done');
  expect(await bank.line(line!.id)).toMatchObject({ state: 'repeat' });
  expect(await say(false, third)).toBe('second-person');
  const seenBy = async ({ personId }: { personId: string }) =>
    (await bank.lines.one(line!.id, { ...bank.viewer, personId })).may;
  for (const who of [first, second, third]) expect(await seenBy(who)).not.toContain('another');
  expect(await seenBy(by())).toContain('another');
  expect(await say(false, by())).toBe('done');
  expect(await bank.line(line!.id)).toMatchObject({ state: 'undecided', repeats: { answer: 'another' } });
});
