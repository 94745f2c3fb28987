import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import type { DecisionStaff } from '#server/domains/staff/decisions/decisions.service.ts';
import { DECISION_KINDS, type DecisionKindName } from '#shared/decisions/kinds.ts';
import {
  DECISION_FIXTURES,
  forfeitedDeposit,
  registered,
  type DecisionSubject,
} from '../../fixtures/decision-fixtures.ts';
import { startDecisionsApp, type DecisionsApp } from '../../fixtures/decisions-app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { moneyJudge } from '../../fixtures/money-judge.ts';
import { soldLots } from '../../fixtures/sold-lots.ts';
import { statementLines } from '../../fixtures/statement-lines.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';

let letters = 16;
/** A document of the bank pays out what somebody lost once: each proposal has its own. */
const WHY = {
  reason: 'the reason that is written down',
  get document() {
    return `Letter ${(letters += 1)} of 20.11.2026`;
  },
};
const DOCUMENT = 'Letter 7 of 20.11.2026';
const ABOVE = 1;

let app: DecisionsApp;
let subject: DecisionSubject;

beforeAll(async () => {
  app = await startDecisionsApp();
});
beforeEach(() => {
  app.limit.twoAbove = Number.MAX_SAFE_INTEGER;
});
// Dropping the database proves that the books balance.
afterAll(() => app.close());

const decisions = () => app.withKinds(app.kinds);
const lookedAt = async () => {
  const money = app.kinds.find(({ name }) => name === subject.proposed.kind)!.money!;
  return (await money(app.database.db, subject.proposed.payload))!;
};

async function proposed(name: DecisionKindName, by: DecisionStaff): Promise<number> {
  subject = await DECISION_FIXTURES[name](app.database);
  const answer = await decisions().propose(subject.proposed, WHY, by);
  if (answer.outcome !== 'done') throw new Error(JSON.stringify(answer));
  return answer.decisionId;
}

describe('a deposit that was forfeited', () => {
  test('is listed, however many have waited longer', async () => {
    const { database } = app;
    const person = await registered(database);
    const lost: number[] = [];
    for (let deposit = 0; deposit < 101; deposit += 1) lost.push(await forfeitedDeposit(database, person));
    const listed: number[] = [];
    for (let more = true; more && listed.length < 1_000;) {
      const page = await app.office.forfeits.waiting(listed.at(-1) ?? 0);
      expect(page.items.length).toBeLessThanOrEqual(100);
      listed.push(...page.items.map(({ journalId }) => journalId));
      ({ more } = page);
    }
    expect(listed).toEqual(expect.arrayContaining(lost));
    expect(new Set(listed).size).toBe(listed.length);
  });

  test('goes to whom the rule set of its lot names, and not to whom its proposer names', async () => {
    const { database } = app;
    const [first, second] = [await app.staff(), await app.staff()];
    const [seller, buyer] = [await registered(database), await registered(database)];
    const lotId = await publishTestLot(database, { ruleSet: 'private', customerPersonId: seller });
    await database.pool.query(
      `update rule_set set figures = figures || '{"forfeitedDepositTo": "budget"}' where name = 'private'`,
    );
    const journalId = await forfeitedDeposit(database, buyer, `lot:${lotId}`);
    const { payload } = DECISION_KINDS['forfeit-exit'];
    expect(payload.safeParse({ journalId, receiver: 'seller' }).success).toBe(false);
    const asked = { kind: 'forfeit-exit', payload: { journalId } } as const;
    const answer = await decisions().propose(asked, { ...WHY, document: DOCUMENT }, first);
    if (answer.outcome !== 'done') throw new Error(JSON.stringify(answer));
    const { facts } = (await app.office.readDecisions.one(answer.decisionId, second))!;
    expect(facts).toContainEqual({ fact: 'receiver', type: 'choice', choice: 'budget' });
    expect(await decisions().decide(answer.decisionId, second)).toMatchObject({ outcome: 'done' });
    const { rows } = await database.pool.query('select reason from ledger_journal where resolves_id = $1', [
      journalId,
    ]);
    expect(rows).toEqual([{ reason: `budget: ${DOCUMENT}` }]);
  });

  test('waits as long as the seller who gets it owes money here, under any account', async () => {
    const { database } = app;
    const [first, second] = [await app.staff(), await app.staff()];
    const [seller, buyer] = [await registered(database), await registered(database)];
    const lotId = await publishTestLot(database, { ruleSet: 'state-live', customerPersonId: seller });
    const journalId = await forfeitedDeposit(database, buyer, `lot:${lotId}`);
    const asked = { kind: 'forfeit-exit', payload: { journalId } } as const;
    const made = await decisions().propose(asked, { ...WHY, document: '4411' }, first);
    if (made.outcome !== 'done') throw new Error(JSON.stringify(made));
    const penalty = { personId: seller, amountTiyin: 5_00, reference: `lot:${lotId}`, actor: 'system' };
    await createWallet(database.db).owePenalty({ ...penalty, key: randomUUID(), reason: 'it was withdrawn' });
    expect(await decisions().decide(made.decisionId, second)).toEqual({
      outcome: 'not-now',
      why: 'receiver-owes',
    });
    const { debts, wallet } = app.office;
    await wallet.topUp({
      ...penalty,
      key: randomUUID(),
      provider: 'test',
      reference: 'payment:9',
      reason: 'test',
    });
    const { ownUnpaidIds } = await debts.ofPerson(seller, { page: 1, size: 10 });
    expect(await debts.pay(seller, ownUnpaidIds, '127.0.0.1')).toMatchObject({ outcome: 'paid' });
    expect(await decisions().decide(made.decisionId, second)).toMatchObject({ outcome: 'done' });
  });

  test('leaves by a document of the bank that paid nothing else', async () => {
    const { database } = app;
    const [first, second] = [await app.staff(), await app.staff()];
    const leave = async (document: string) => {
      const journalId = await forfeitedDeposit(database, await registered(database));
      const asked = { kind: 'forfeit-exit', payload: { journalId } } as const;
      const made = await decisions().propose(asked, { ...WHY, document }, first);
      if (made.outcome !== 'done') throw new Error(JSON.stringify(made));
      return decisions().decide(made.decisionId, second);
    };
    expect(await leave('No 0417')).toMatchObject({ outcome: 'done' });
    expect(await leave('no 0417')).toEqual({ outcome: 'not-now', why: 'document-used' });
    expect(await leave('418')).toMatchObject({ outcome: 'done' });
    const { moneyJudge: judge } = app.office;
    const used = (document: string) => judge.isDocumentUsed(database.db, { document, amountTiyin: 1 });
    expect([await used('00418'), await used('419')]).toEqual([true, false]);
  });

  test('above the limit leaves when two have agreed to what a third one proposed', async () => {
    const [first, second, third] = [await app.staff(), await app.staff(), await app.staff()];
    const id = await proposed('forfeit-exit', first);
    app.limit.twoAbove = ABOVE;
    expect(await decisions().decide(id, second)).toEqual({ outcome: 'done', decisionId: id });
    expect(await subject.effects()).toBe(0);
    expect(await app.row(id)).toMatchObject({ state: 'open', agreed_by: [second.personId] });
    const again = await app.staff(second);
    for (const by of [first, second, again])
      expect(await decisions().decide(id, by)).toEqual({ outcome: 'second-person' });
    expect(await app.office.readDecisions.one(id, second)).toMatchObject({ may: ['turn-down'] });
    expect(await app.office.readDecisions.one(id, third)).toMatchObject({
      agreedBy: [{ id: second.personId }],
      may: ['decide', 'turn-down'],
    });
    expect(await decisions().decide(id, third)).toEqual({ outcome: 'done', decisionId: id });
    expect(await subject.effects()).toBe(1);
  });

  test('does not leave by the agreement of somebody who lost the right since', async () => {
    const [first, second, third] = [await app.staff(), await app.staff(), await app.staff()];
    const id = await proposed('forfeit-exit', first);
    app.limit.twoAbove = ABOVE;
    await decisions().decide(id, second);
    await app.database.pool.query(`update person set roles = '{}' where id::text = $1`, [second.personId]);
    await decisions().decide(id, third);
    expect(await subject.effects()).toBe(0);
    expect(await app.row(id)).toMatchObject({ state: 'open', agreed_by: [second.personId, third.personId] });
    expect(await app.office.readDecisions.one(id, third)).toMatchObject({
      agreedBy: [{ id: third.personId }],
    });
    await decisions().decide(id, await app.staff());
    expect(await subject.effects()).toBe(1);
  });
});

test('a missed payment above the limit is credited by the second of two persons', async () => {
  app.limit.twoAbove = ABOVE;
  const [first, second] = [await app.staff(), await app.staff()];
  const id = await proposed('missed-payment', first);
  expect(await decisions().decide(id, first)).toEqual({ outcome: 'second-person' });
  expect(await decisions().decide(id, second)).toEqual({ outcome: 'done', decisionId: id });
  expect(await subject.effects()).toBe(1);
});

test('what the operator pays into its own account for buyers is a transfer that came, and is decided about once', async () => {
  const [first, second] = [await app.staff(), await app.staff()];
  const { bankLines } = app.office;
  const id = await proposed('indemnity-in', first);
  const { lineId } = subject.proposed.payload as { lineId: number };
  expect((await app.office.readDecisions.one(id, second))!.facts[0]).toEqual({
    fact: 'sum',
    type: 'money',
    tiyin: (await lookedAt()).amountTiyin,
  });
  expect(await decisions().decide(id, second)).toMatchObject({ outcome: 'done' });
  expect(await decisions().propose(subject.proposed, WHY, first)).toEqual({
    outcome: 'not-now',
    why: 'nothing-to-do',
  });
  const viewer = { personId: first.personId, decides: true, seesRequisites: true };
  expect(await bankLines.one(lineId, viewer)).toMatchObject({ state: 'ignored', may: [] });
  const sold = soldLots(app.database);
  const by = { personId: first.personId, name: 'Xodim', address: '' };
  const reopened = statementLines(app.database, sold).deciding.reopen(lineId, 'it was for a lot', by);
  expect(await reopened).toBe('over');
  const invented = { kind: 'indemnity-in', payload: { lineId: 999_999 } } as const;
  expect(await decisions().propose(invented, WHY, first)).toEqual({ outcome: 'none' });
});

test('what the operator pays in above the limit is decided by two who did not bring its statement', async () => {
  const [importer, second, third] = [await app.staff(), await app.staff(), await app.staff()];
  subject = await DECISION_FIXTURES['indemnity-in'](app.database);
  app.limit.twoAbove = ABOVE;
  const { lineId } = subject.proposed.payload as { lineId: number };
  await app.database.pool.query(
    `update bank_statement set imported_by = $2 from bank_statement_line l where l.statement_id = bank_statement.id and l.id = $1`,
    [lineId, importer.personId],
  );
  expect(await decisions().propose(subject.proposed, WHY, importer)).toEqual({ outcome: 'second-person' });
  const made = await decisions().propose(subject.proposed, WHY, second);
  if (made.outcome !== 'done') throw new Error(made.outcome);
  expect(await decisions().decide(made.decisionId, importer)).toEqual({ outcome: 'second-person' });
  expect(await decisions().decide(made.decisionId, third)).toMatchObject({ outcome: 'done' });
});

describe.each(['forfeit-exit', 'claim-end', 'credit-claim-end', 'missed-payment'] as const)(
  'money of a decision of the kind %s',
  (name) => {
    test('counts for those whom it concerns, and for those who decided', async () => {
      const [first, second] = [await app.staff(), await app.staff()];
      const id = await proposed(name, first);
      const { amountTiyin, personIds } = await lookedAt();
      const because = async (ids: readonly string[], by: string | null = null) => {
        const item = { ref: 'refund:0', amountTiyin: 1, personIds: ids };
        const judge = moneyJudge(() => amountTiyin);
        return (await judge.judge(app.database.db, item, { by, before: [] })).because;
      };
      const before = await Promise.all(personIds.map((personId) => because([personId])));
      expect(await because([], second.personId)).toBe(null);
      expect(await decisions().decide(id, second)).toMatchObject({ outcome: 'done' });
      for (const [index, personId] of personIds.entries()) {
        // A claim's sides had its payout before, and those of a transfer that was taken back its credit.
        expect(before[index]).toBe(name.endsWith('claim-end') ? 'day' : null);
        expect(await because([personId])).toBe('day');
      }
      for (const { personId } of [first, second]) expect(await because([], personId)).toBe('decider');
    });

    test('is judged after the money that is being decided about at the same instant', async () => {
      const [first, second] = [await app.staff(), await app.staff()];
      const id = await proposed(name, first);
      const other = await app.database.pool.connect();
      await other.query('begin');
      await other.query(`select pg_advisory_xact_lock(hashtextextended('staff-money', 0))`);
      const deciding = decisions().decide(id, second);
      try {
        await waitsForLock(app.database, 1);
      } finally {
        await other.query('commit');
        other.release();
      }
      expect(await deciding).toMatchObject({ outcome: 'done' });
    });
  },
);
