import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tiesOf } from '#server/domains/people/conflicts-of-interest/account-ties.repository.ts';
import type { DecisionStaff } from '#server/domains/staff/decisions/decisions.service.ts';
import { leftToFinish } from '#server/domains/people/erasure/left-to-finish.repository.ts';
import type { Decisions } from '#server/domains/staff/decisions/index.ts';
import type { DecisionKind } from '#server/platform/modules/index.ts';
import { lockErasure } from '#server/domains/people/accounts/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { DECISION_KIND_NAMES, DECISION_KINDS, type DecisionKindName } from '#shared/decisions/kinds.ts';
import { DECISION_FIXTURES, type DecisionSubject } from '../../fixtures/decision-fixtures.ts';
import { startDecisionsApp, type DecisionsApp } from '../../fixtures/decisions-app.ts';
import { statementsOf } from '../../fixtures/statements-of.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';

let letters = 16;
/** A document of the bank pays out what somebody lost once: each proposal has its own. */
const WHY = {
  reason: 'the reason that is written down',
  get document() {
    return `Letter ${(letters += 1)} of 20.11.2026`;
  },
};

/** They are about no person and no lot. */
const OF_NO_ONE: ReadonlySet<DecisionKindName> = new Set([
  'end-technical-break',
  'note-difference',
  'rename-entry',
  'publish-offer',
  'indemnity-in',
  'confirm-statement',
]);

let app: DecisionsApp;
let one: DecisionStaff;
let other: DecisionStaff;
let subject: DecisionSubject;

beforeAll(async () => {
  app = await startDecisionsApp();
});
// Dropping the database proves that the books balance.
afterAll(() => app.close());

const run = (statement: string, values: unknown[] = []) => app.database.pool.query(statement, values);

test('every kind of decision is given by one module', () => {
  expect(app.kinds.map(({ name }) => name).toSorted()).toEqual([...DECISION_KIND_NAMES].toSorted());
});

describe.each(DECISION_KIND_NAMES)('a decision of the kind %s', (name: DecisionKindName) => {
  const decisions = () => app.office.decisions;

  beforeEach(async () => {
    [one, other] = [await app.staff(), await app.staff()];
    subject = await DECISION_FIXTURES[name](app.database);
  });

  async function proposed(by = one): Promise<number> {
    const answer = await decisions().propose(subject.proposed, WHY, by);
    if (answer.outcome !== 'done') throw new Error(JSON.stringify(answer));
    expect(await subject.effects()).toBe(0);
    return answer.decisionId;
  }

  test('takes effect once when a second person decides, and each step is in the log of actions', async () => {
    const id = await proposed();
    expect(await decisions().decide(id, other)).toEqual({ outcome: 'done', decisionId: id });
    expect(await subject.effects()).toBe(1);
    expect(await decisions().decide(id, await app.staff())).toEqual({ outcome: 'over' });
    expect(await app.row(id)).toMatchObject({ state: 'decided', decided_by: other.personId, problem: null });
    const { rows } = await run(
      `select person_id, action from person_action where type = 'decision' and reason = $1 order by id`,
      [String(id)],
    );
    expect(rows).toEqual([
      { person_id: one.personId, action: 'proposed' },
      { person_id: other.personId, action: 'decided' },
    ]);
  });

  test('is not made by the person who proposed it, under any account', async () => {
    const id = await proposed();
    const again = await app.staff(one);
    for (const by of [one, again]) {
      expect(await decisions().decide(id, by)).toEqual({ outcome: 'second-person' });
      expect(await decisions().turnDown(id, 'a reason to turn it down', by)).toEqual({
        outcome: 'second-person',
      });
    }
    expect(await subject.effects()).toBe(0);
    // Who states a phone of a colleague would take back what that one proposed.
    expect(await decisions().withdraw(id, again)).toEqual({ outcome: 'not-own' });
    expect(await decisions().withdraw(id, one)).toMatchObject({ outcome: 'done' });
  });

  test('is taken back three times in a day by one person, and proposed by a colleague then', async () => {
    for (let times = 0; times < 3; times += 1)
      expect(await decisions().withdraw(await proposed(), one)).toMatchObject({ outcome: 'done' });
    for (const by of [one, await app.staff(one)])
      await expect(decisions().propose(subject.proposed, WHY, by)).rejects.toMatchObject({
        status: 409,
        code: 'taken-back-before',
      });
    // Nothing was turned down by it.
    const id = await proposed(other);
    expect(await decisions().turnDown(id, 'a reason to turn it down', one)).toMatchObject({
      outcome: 'done',
    });
    await run(`update turned_down set at = at - interval '24 hours' where turned_down_by = $1`, [
      one.personId,
    ]);
    await proposed();
  });

  test('keeps everyone named in it from being erased while it is open', async () => {
    const id = await proposed();
    const named = async () => {
      const { person_ids: ids } = await app.row(id);
      return Promise.all(
        (ids as string[]).map((personId) => leftToFinish(app.database.db, personId, tiesOf)),
      );
    };
    for (const left of await named()) expect(left).toContain('proposal');
    await run('update decision set expires_at = now() where id = $1', [id]);
    for (const left of await named()) expect(left).not.toContain('proposal');
    await run(`update decision set expires_at = now() + interval '1 day' where id = $1`, [id]);
    for (const left of await named()) expect(left).toContain('proposal');
    await decisions().withdraw(id, one);
    for (const left of await named()) expect(left).not.toContain('proposal');
  });

  test('is found by an erasure of somebody named in it at the same instant, or is not proposed', async () => {
    const { payload } = subject.proposed;
    const kind = app.kinds.find((each) => each.name === name)!;
    const { personIds } = await kind.concerns(app.database.db, payload);
    const [named] = personIds;
    if (named === undefined) return;
    const needsAccounts = (await kind.accounts?.(app.database.db, payload)) ?? [];
    let answer: ReturnType<Decisions['propose']> | undefined;
    await inTransaction(app.database.db, async (tx) => {
      await lockErasure(tx, named);
      await sql`update person set erased_at = now() where id::text = ${named}`.execute(tx);
      answer = decisions().propose(subject.proposed, WHY, one);
      await waitsForLock(app.database);
    });
    expect(await answer).toMatchObject(
      needsAccounts.includes(named) ? { outcome: 'not-now', why: 'no-account' } : { outcome: 'done' },
    );
    // The balance is what holds an account up otherwise.
    await run('update person set erased_at = null where id::text = $1', [named]);
  });

  test('is made once when two decide at the same instant', async () => {
    const id = await proposed();
    const third = await app.staff();
    const outcomes = await Promise.all([other, third].map((by) => decisions().decide(id, by)));
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'over']);
    expect(await subject.effects()).toBe(1);
  });

  test.each([
    ['lost the right', `update person set roles = '{}' where id::text = $1`],
    ['left', 'update person set disabled_at = now() where id::text = $1'],
  ])('lapses when the person who proposed it %s, and can be proposed again', async (_how, statement) => {
    const id = await proposed();
    await run(statement, [one.personId]);
    expect(await decisions().decide(id, other)).toEqual({ outcome: 'proposer-left' });
    expect(await app.row(id)).toMatchObject({ state: 'lapsed', note: 'proposer-left', decided_by: null });
    expect(await decisions().decide(await proposed(other), await app.staff())).toMatchObject({
      outcome: 'done',
    });
    expect(await subject.effects()).toBe(1);
  });

  test('makes room for a new proposal when the earlier one can never be decided', async () => {
    const id = await proposed();
    expect(await decisions().propose(subject.proposed, WHY, other)).toEqual({ outcome: 'open-already' });
    await run(`update decision set expires_at = now() where id = $1`, [id]);
    expect(await decisions().decide(await proposed(other), one)).toMatchObject({ outcome: 'done' });
    expect(await app.row(id)).toMatchObject({ state: 'lapsed', note: 'expired' });
  });

  test('is refused when its subject has changed since the proposal', async () => {
    const id = await proposed();
    if (subject.change) await subject.change();
    else await run(`update decision set digest = 'of another state' where id = $1`, [id]);
    expect(await decisions().decide(id, other)).toEqual({ outcome: 'changed' });
    expect(await app.row(id)).toMatchObject({ state: 'lapsed', note: 'changed' });
    expect(await subject.effects()).toBe(0);
  });

  test('is refused when its time is over, and lapses by itself', async () => {
    const [id, late] = [await proposed(), 'update decision set expires_at = now() where id = $1'];
    await run(late, [id]);
    expect(await app.office.readDecisions.one(id, other)).toMatchObject({
      obstacle: 'expired',
      may: ['turn-down'],
    });
    await decisions().lapseExpired();
    expect(await app.row(id)).toMatchObject({ state: 'lapsed', note: 'expired' });
    const next = await proposed();
    await run(late, [next]);
    expect(await decisions().decide(next, other)).toEqual({ outcome: 'expired' });
    expect(await subject.effects()).toBe(0);
  });

  /** The product's own kind, which ends otherwise after its effect. */
  const ending = (end: (tx: AnyDb) => Promise<'nothing-to-do'>) => {
    const kind = app.kinds.find((each) => each.name === name)!;
    const apply: DecisionKind['apply'] = async (tx, payload, deciding) => {
      expect(await kind.apply(tx, payload, deciding)).toBe(null);
      return end(tx);
    };
    return app.withKinds([{ ...kind, apply }]);
  };

  test('stays open and says why when its effect fails', async () => {
    const id = await proposed();
    const failing = ending(async () => 'nothing-to-do');
    expect(await failing.decide(id, other)).toEqual({ outcome: 'not-now', why: 'nothing-to-do' });
    expect(await app.row(id)).toMatchObject({ state: 'open', problem: 'nothing-to-do', decided_by: null });
    const faulty = ending(() => Promise.reject(new Error('a fault of this test')));
    await expect(faulty.decide(id, other)).rejects.toThrow('a fault of this test');
    expect(await app.row(id)).toMatchObject({ state: 'open', problem: 'fault' });
    expect(await subject.effects()).toBe(0);
    expect(await decisions().decide(id, other)).toMatchObject({ outcome: 'done' });
    expect(await app.row(id)).toMatchObject({ state: 'decided', problem: null });
    expect(await subject.effects()).toBe(1);
  });

  test('is made with its effect or not at all when the process is lost between them', async () => {
    const id = await proposed();
    let reached = false;
    const lost = ending(async (tx) => {
      reached = true;
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await run('select pg_terminate_backend($1)', [rows[0]!.pid]);
      return 'nothing-to-do';
    });
    await expect(lost.decide(id, other)).rejects.toThrow();
    expect(reached).toBe(true);
    expect(await app.row(id)).toMatchObject({ state: 'open', decided_by: null });
    expect(await subject.effects()).toBe(0);
    expect(await decisions().decide(id, other)).toMatchObject({ outcome: 'done' });
    expect(await subject.effects()).toBe(1);
  });

  test.runIf(OF_NO_ONE.has(name))('concerns no one', async () => {
    expect(subject.concerned).toBeNull();
    const kind = app.kinds.find((each) => each.name === name)!;
    const of = await kind.concerns(app.database.db, subject.proposed.payload);
    expect(of).toEqual({ personIds: [], lotId: null });
  });

  test.skipIf(OF_NO_ONE.has(name))(
    'is neither proposed nor made by those whom it concerns, under any account',
    async () => {
      const concerned = subject.concerned!;
      const self = await app.staff({ ...one, personId: concerned });
      await run(
        `update person set phone = (select phone from person where id::text = $2) where id::text = $1`,
        [concerned, self.personId],
      );
      expect(await decisions().propose(subject.proposed, WHY, self)).toEqual({ outcome: 'own-interest' });
      const id = await proposed();
      expect(await decisions().decide(id, self)).toEqual({ outcome: 'own-interest' });
      expect(await decisions().turnDown(id, 'a reason to turn it down', self)).toEqual({
        outcome: 'own-interest',
      });
      expect(await subject.effects()).toBe(0);
    },
  );

  test('needs the right of its kind and the document it is based on', async () => {
    const id = await proposed();
    const reader = await app.staff(undefined, ['auditor']);
    const buyer = await app.staff(undefined, ['buyer']);
    expect(await decisions().decide(id, reader)).toEqual({ outcome: 'no-right' });
    expect(await decisions().decide(id, buyer)).toEqual({ outcome: 'none' });
    expect(await app.office.readDecisions.one(id, buyer)).toBe(null);
    expect(await app.office.readDecisions.one(id, reader)).toMatchObject({ id, may: [] });
    // The session still has the role, the account no more.
    await run(`update person set roles = '{}' where id::text = $1`, [other.personId]);
    expect(await decisions().decide(id, other)).toEqual({ outcome: 'no-right' });
    await decisions().withdraw(id, one);
    const bare = await decisions().propose(subject.proposed, { ...WHY, document: null }, one);
    expect(bare.outcome).toBe(DECISION_KINDS[name].document === 'needed' ? 'no-document' : 'done');
  });

  test('is turned down by a second person, and taken back by the first alone', async () => {
    const id = await proposed();
    expect(await decisions().withdraw(id, other)).toEqual({ outcome: 'not-own' });
    expect(await decisions().turnDown(id, 'a reason to turn it down', other)).toMatchObject({
      outcome: 'done',
    });
    expect(await app.row(id)).toMatchObject({ state: 'turned-down', note: 'a reason to turn it down' });
    // No one alone holds it up: a colleague proposes and turns down the next time.
    await expect(decisions().propose(subject.proposed, WHY, one)).rejects.toMatchObject({
      code: 'asked-before',
    });
    const third = await app.staff();
    const next = await proposed(third);
    await expect(decisions().turnDown(next, 'a reason to turn it down', other)).rejects.toMatchObject({
      code: 'turned-down-before',
    });
    expect(await decisions().withdraw(next, third)).toMatchObject({ outcome: 'done' });
    expect(await decisions().decide(next, other)).toEqual({ outcome: 'over' });
    expect(await subject.effects()).toBe(0);
  });

  test('shows what it would do, and what it did', async () => {
    const id = await proposed();
    const before = await app.office.readDecisions.one(id, other);
    expect(before).toMatchObject({
      may: ['decide', 'turn-down'],
      obstacle: null,
      reason: WHY.reason,
      document: `Letter ${letters} of 20.11.2026`,
    });
    const { items } = await app.office.readDecisions.list(other, {
      state: 'open',
      kind: name,
      page: 1,
      size: 100,
    });
    expect(items.find((each) => each.id === id)).toMatchObject({
      may: ['decide', 'turn-down'],
      facts: before!.facts,
    });
    expect(before!.facts.length).toBeGreaterThan(0);
    expect((await app.office.readDecisions.one(id, one))!.may).toEqual(['withdraw']);
    await decisions().decide(id, other);
    const after = await app.office.readDecisions.one(id, other);
    expect(after).toMatchObject({ state: 'decided', may: [], facts: before!.facts });
  });
});

test('what has changed three times in a day after one person proposed it is proposed by a colleague', async () => {
  const [author, colleague] = [await app.staff(), await app.staff()];
  const { decisions } = app.office;
  const { proposed } = await DECISION_FIXTURES['rename-entry'](app.database);
  const propose = async (by: DecisionStaff) => {
    const made = await decisions.propose(proposed, WHY, by);
    if (made.outcome !== 'done') throw new Error(made.outcome);
    await run(`update decision set digest = 'of another state' where id = $1`, [made.decisionId]);
    return made.decisionId;
  };
  const ids = [await propose(author), await propose(author), await propose(author)];
  await expect(propose(author)).rejects.toMatchObject({ code: 'taken-back-before' });
  await propose(colleague);
  for (const id of ids) expect(await app.row(id)).toMatchObject({ state: 'lapsed', note: 'changed' });
});

test('a message about an incident is turned down by one person once, in whatever words it is proposed again', async () => {
  const [author, second, third] = [await app.staff(), await app.staff(), await app.staff()];
  const { decisions } = app.office;
  const { proposed } = await DECISION_FIXTURES['incident-message'](app.database);
  if (proposed.kind !== 'incident-message') throw new Error(proposed.kind);
  const { payload } = proposed;
  const propose = (by: DecisionStaff) =>
    decisions.propose({ ...proposed, payload: { ...payload, requestId: crypto.randomUUID() } }, WHY, by);
  const idOf = (made: Awaited<ReturnType<typeof propose>>) => ('decisionId' in made ? made.decisionId : 0);
  const first = idOf(await propose(author));
  expect(await decisions.turnDown(first, 'not in these words', second)).toMatchObject({ outcome: 'done' });
  await expect(propose(author)).rejects.toMatchObject({ code: 'asked-before' });
  const next = idOf(await propose(third));
  await expect(decisions.turnDown(next, 'nor in these', second)).rejects.toMatchObject({
    code: 'turned-down-before',
  });
  expect(await decisions.decide(next, second)).toMatchObject({ outcome: 'done' });
});

test('a list of many asks the database as often as one of two, whatever they are about', async () => {
  const [proposer, reader] = [await app.staff(), await app.staff()];
  const MANY = 8;
  for (const kind of ['forfeit-exit', 'payment-absence', 'confirm-hand-over'] as const) {
    const ids: number[] = [];
    for (let each = 0; each < MANY; each += 1) {
      const { proposed } = await DECISION_FIXTURES[kind](app.database);
      const answer = await app.office.decisions.propose(proposed, WHY, proposer);
      if (answer.outcome !== 'done') throw new Error(JSON.stringify(answer));
      ids.push(answer.decisionId);
    }
    const list = (size: number) => () =>
      app.office.readDecisions.list(reader, { state: 'open', kind, page: 1, size });
    expect((await list(MANY)()).items).toHaveLength(MANY);
    const few = await statementsOf(list(2));
    expect(few).toBeGreaterThan(0);
    expect(await statementsOf(list(MANY))).toBe(few);
    await run('update decision set expires_at = now() where id = $1', [ids[0]]);
    await run('update person set disabled_at = now() where id::text = $1', [proposer.personId]);
    const { items } = await list(100)();
    const obstacles = ids.map((id) => items.find((each) => each.id === id)?.obstacle);
    expect(obstacles).toEqual(['expired', ...ids.slice(1).map(() => 'proposer-left')]);
    await run('update person set disabled_at = null where id::text = $1', [proposer.personId]);
  }
});
