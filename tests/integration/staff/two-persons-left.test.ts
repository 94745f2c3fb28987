import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isSamePerson } from '#server/domains/people/conflicts-of-interest/index.ts';
import { createResultCancellations } from '#server/domains/trade/result-cancellations/result-cancellations.service.ts';
import { createRoomRequests } from '#server/domains/trade/trade-applications/room-requests.service.ts';
import {
  createConsoleRoomsRepository,
  createTradeApplicationsRepository,
} from '#server/domains/trade/trade-applications/index.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import type { ProposedContent } from '#shared/api/console/reference-proposals.ts';
import { DAY_MS, tashkentDay } from '#shared/time/tashkent.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { handOverWorkflows, type HandOverWorkflows } from '../../fixtures/hand-over-workflows.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { addDocument } from '../../fixtures/owned-documents.ts';
import { payoutsOfSeller } from '../../fixtures/payout-samples.ts';
import { protestedLots, type ProtestedLots } from '../../fixtures/protested-lots.ts';
import { referenceChangesOf, staffMember } from '../../fixtures/reference-samples.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';
import { bankDay, statementLines, uzs, type StatementLines } from '../../fixtures/statement-lines.ts';

const WHY = 'the reason that is written down';

let database: TestDatabase;
let work: HandOverWorkflows;
let lots: ProtestedLots;
let bank: StatementLines;

beforeAll(async () => {
  database = await testDatabase('template', 20);
});
beforeEach(() => {
  work = handOverWorkflows(database);
  lots = protestedLots(database);
  bank = statementLines(database, lots.sold);
  for (const { hook } of [work.sold, lots.sold]) hook.twoAbove = 1;
});
// Dropping the database proves that the books balance.
afterAll(() => database.close());

const run = async (statement: string, values: unknown[] = []) =>
  (await database.pool.query(statement, values)).rows;

async function operator(): Promise<string> {
  const [row] = await run(
    `insert into person (issuer, subject, kind, name, language, roles)
     values ('test', $1, 'natural', 'Xodim', 'uz', '{operator}') returning id`,
    [randomUUID()],
  );
  return row.id;
}
const by = (personId: string) => ({ personId, name: 'Xodim', address: '127.0.0.1' });
const stateOf = async (table: string, id: number, column = 'state') =>
  (await run(`select ${column} as state from ${table} where id = $1`, [id]))[0].state;

/** Two persons decide about it: what the first one does, what the second one does, and whether it is done. */
interface TwoPersons {
  first(personId: string): Promise<unknown>;
  second(personId: string): Promise<unknown>;
  isDone(): Promise<boolean>;
  /** Where the first step is one of its own: turns it down, after which it can be done once more. */
  turnDown?(personId: string): Promise<unknown>;
}
type Begin = () => Promise<TwoPersons>;

interface Counted extends TwoPersons {
  /** How many the console says are for it. */
  shown(): Promise<number>;
}

/** Asked by one, approved by another. */
const ASKED: [string, Begin][] = [
  [
    'a later deadline',
    async () => {
      const { id } = await lots.sold.open(0);
      const viewer = { personId: randomUUID(), extends: true, cancels: false };
      const { due_at: before, lot_id: lotId } = (
        await run('select due_at, lot_id from settlement where id = $1', [id])
      )[0];
      const extensionId = async () => (await lots.sold.console.one(id, viewer)).extension!.id;
      return {
        async first(personId) {
          for (let day = 1; day < 10; day += 1)
            await lots.sold.console.ask(id, {
              day: tashkentDay(new Date(before.getTime() + day * DAY_MS)),
              reason: WHY,
              by: personId,
            });
        },
        second: async (personId) =>
          lots.sold.console.approve(id, { extensionId: await extensionId(), by: personId }),
        isDone: async () => (await lots.sold.of(lotId)).due_at > before,
        turnDown: async (personId) =>
          lots.sold.console.reject(id, { extensionId: await extensionId(), by: personId }),
      };
    },
  ],
  [
    'a version of a rule set',
    async () => {
      const { proposals } = referenceChangesOf(database).changes;
      const staff = (personId: string) => ({ ...staffMember('Xodim'), personId });
      const [set] = (await proposals.ruleSets(staff(''))).filter(({ name }) => name === 'private');
      const { figures } = set!.versions[0]!;
      const deposit = { ...figures.deposit, usualPercent: figures.deposit.usualPercent === 7 ? 8 : 7 };
      let id = 0;
      const content = {
        kind: 'rule-set',
        name: 'private',
        validFromMs: Date.now() + 30 * DAY_MS,
        figures: { ...figures, deposit },
      } as ProposedContent;
      return {
        async first(personId) {
          const made = await proposals.propose({ base: set!.base, reason: WHY, content }, staff(personId));
          id = made.id;
        },
        second: (personId) => proposals.approve(id, 1, staff(personId)),
        isDone: async () => (await stateOf('reference_proposal', id)) === 'approved',
        turnDown: (personId) => proposals.turnDown(id, 1, WHY, staff(personId)),
      };
    },
  ],
  [
    'the cancellation of a result',
    async () => {
      const { lotId } = await lots.sold.open(0);
      const cancellations = createResultCancellations({
        db: database.db,
        isSamePerson,
        namesOf: async () => new Map(),
        undoing: lots.sold.undoPort,
        documentsOf: async () => [],
        hasDocument: async () => true,
      });
      let id = 0;
      return {
        async first(personId) {
          const made = await cancellations.prepare(lotId, { reason: WHY, by: personId });
          if (made.outcome !== 'done') throw new Error(made.outcome);
          id = made.cancellationId;
          await addDocument(database, 'result-cancellation', id);
          await cancellations.propose(id, personId);
        },
        second: (personId) =>
          cancellations.approve(id, { by: personId, expected: { returnedTiyin: 0, owedTiyin: 0 } }),
        isDone: async () => (await stateOf('result_cancellation', id)) === 'approved',
        turnDown: (personId) => cancellations.turnDown(id, { by: personId, note: WHY }),
      };
    },
  ],
  [
    'a transfer of a large sum',
    async () => {
      const owner = await lots.sold.registered('31209905550017');
      const [line] = await bank.brought([{ day: bankDay(), document: randomUUID(), credit: uzs(900) }]);
      const { id } = line!;
      const round = async () => (await bank.line(id)).round;
      return {
        first: (personId) => bank.deciding.credit(id, { personId: owner }, by(personId)),
        second: async (personId) => bank.deciding.approve(id, await round(), by(personId)),
        isDone: async () => (await bank.line(id)).state === 'credited',
        turnDown: async (personId) =>
          bank.deciding.reject(id, { round: await round(), reason: WHY }, by(personId)),
      };
    },
  ],
  [
    'the return of a large refund',
    async () => {
      const id = await refund();
      for (let approval = 0; approval < 2; approval += 1)
        await bank.refunding.decisions.approve(id, by(await operator()));
      const { decisions } = bank.refunding;
      const returnId = async () =>
        (await run('select return_id from refund where id = $1', [id]))[0].return_id;
      return {
        first: (personId) =>
          decisions.returned(id, by(personId), {
            documentNumber: randomUUID().slice(0, 8),
            documentOn: tashkentDay(Date.now()),
            reason: WHY,
          }),
        second: async (personId) => decisions.approveReturn(id, by(personId), await returnId()),
        isDone: async () => (await stateOf('refund', id, 'status')) === 'rejected',
        turnDown: async (personId) => decisions.rejectReturn(id, by(personId), await returnId(), WHY),
      };
    },
  ],
  ...(['extend', 'withdraw', 'revoke'] as const).map((kind): [string, Begin] => [
    `the request to ${kind} in a room`,
    async () => {
      const { db } = database;
      const lotId = await publishTestLot(database, { ruleSet: 'private', opensInMs: 3_600_000 });
      let carriedOut = 0;
      const act = async () => {
        carriedOut += 1;
        return { verdict: 'done' } as const;
      };
      const requests = createRoomRequests({
        repository: createConsoleRoomsRepository(db),
        isSamePerson: (mine, theirs, tx = db) => isSamePerson(tx, mine, theirs),
        accountsOf: async (personId) => [personId],
        search: { byIds: async () => [] },
        sales: { withdraw: async () => null },
        rooms: { extend: act, withdraw: act, resume: act },
        choices: { losses: async () => new Map(), choose: async () => undefined },
        board: { heads: async () => [{ lotId, deadlineUs: Date.now() * 1_000 } as never] },
        openRoom: async () => undefined,
        revocations: {
          personOf: async () => null,
          async carryOut() {
            carriedOut += 1;
            return { outcome: 'revoked' };
          },
        },
        tasks: { open: async () => undefined },
        taskDueAt: async () => new Date(),
      });
      let id = 0;
      return {
        async first(personId) {
          const applicationId =
            kind === 'revoke'
              ? (await createTradeApplicationsRepository(db).apply(lotId, randomUUID(), 0)).id
              : null;
          const [row] = await run(
            `insert into room_request (lot_id, kind, minutes, application_id, bidder_number, reason, requested_by, requested_by_name, expires_at)
             values ($1, $2, $3, $4, $7, $5, $6, '', now() + interval '1 minute') returning id`,
            [lotId, kind, kind === 'extend' ? 5 : null, applicationId, WHY, personId, applicationId && 1],
          );
          id = row.id;
        },
        second: (personId) => requests.approve(id, { personId, name: 'Xodim' }),
        isDone: async () => carriedOut > 0,
        turnDown: (personId) => requests.reject(id, { personId, name: 'Xodim' }),
      };
    },
  ]),
];

/** Two of the staff do the same, and the console says how many have done it. */
const COUNTED: [string, () => Promise<Counted>][] = [
  [
    'a large refund',
    async () => {
      const id = await refund();
      const approve = (personId: string) => bank.refunding.decisions.approve(id, by(personId));
      return {
        first: approve,
        second: approve,
        isDone: async () => (await stateOf('refund', id, 'status')) === 'sent-to-bank',
        shown: async () => {
          const { items } = await bank.refunding.decisions.list({}, { limit: 100, offset: 0 }, randomUUID());
          return items.find((each) => each.refund.id === id)!.approvals;
        },
      };
    },
  ],
  [
    'a large payout',
    async () => {
      const { planned } = payoutsOfSeller(database, randomUUID());
      const { id, requisitesMark: mark } = await planned();
      const approve = (personId: string) => lots.sold.deciding.approve(id, { mark, by: personId });
      return {
        first: approve,
        second: approve,
        isDone: async () => (await stateOf('payout', id)) === 'approved',
        shown: async () =>
          (
            await lots.sold.payouts.one(id, {
              personId: randomUUID(),
              decides: true,
              seesRequisites: true,
            })
          ).approvals,
      };
    },
  ],
  [
    'a protest against a sold lot',
    async () => {
      const { lotId } = await lots.sold.open(0);
      const loser = randomUUID();
      await lots.sold.give(loser, DEPOSIT);
      await lots.sold.admitted(lotId, loser);
      await lots.sold.applications.deposits.ofLot(lotId);
      const protestId = await lots.admitted(lotId, loser);
      await run('update protest set answer_by = clock_timestamp() where id = $1', [protestId]);
      await lots.answering.fallUnanswered(protestId);
      const uphold = (personId: string) => lots.deciding.uphold(protestId, { reason: WHY, by: personId });
      return {
        first: uphold,
        second: uphold,
        isDone: async () => (await stateOf('protest', protestId)) === 'upheld',
        shown: async () =>
          (await lots.protests.one(protestId, { personId: randomUUID(), roles: ['operator'] })).agreed,
      };
    },
  ],
];

/** Two of the staff do the same; what the first one did is on the thing itself. */
const AGREED: [string, Begin][] = [
  ...COUNTED,
  [
    'a returned line that is opened again',
    async () => {
      const [line] = await bank.brought([{ day: bankDay(), document: randomUUID(), credit: uzs(900) }]);
      const { id } = line!;
      await bank.deciding.giveBack(id, WHY, by(randomUUID()));
      await bank.deciding.approve(id, 1, by(randomUUID()));
      const reopen = (personId: string) => bank.deciding.reopen(id, WHY, by(personId));
      return {
        first: reopen,
        second: reopen,
        isDone: async () => (await bank.line(id)).state === 'undecided',
      };
    },
  ],
];

/** Needs two approvals. */
async function refund(): Promise<number> {
  const personId = randomUUID();
  await createWallet(database.db).topUp({
    personId,
    amountTiyin: 900,
    key: randomUUID(),
    provider: 'cash-desk',
    reference: 'cash',
    reason: 'a test',
    actor: 'system',
  });
  const made = await bank.refunding.refunds.create({
    personId,
    requestKey: randomUUID(),
    amountTiyin: 900,
    destination: { kind: 'account', id: 0 },
    address: '',
  });
  if (made.outcome !== 'created') throw new Error(made.outcome);
  await run('update refund set approvals_needed = 2 where id = $1', [made.refund.id]);
  return made.refund.id;
}

describe.each([
  ['dismissed', `update person set roles = '{}' where id = $1`],
  ['shut', 'update person set disabled_at = now() where id = $1'],
])('when the first of two persons is %s', (_, leave) => {
  test.each(ASKED)('%s is not approved, and can be asked for again', async (_what, begin) => {
    const [gone, colleague, third] = [await operator(), await operator(), await operator()];
    const thing = await begin();
    await thing.first(gone);
    await run(leave, [gone]);
    const answer = await thing.second(colleague).catch((error: { code: string }) => error.code);
    expect(answer).toBe('asker-left');
    expect(await thing.isDone()).toBe(false);
    await thing.turnDown!(colleague);
    await thing.first(colleague);
    await thing.second(third);
    expect(await thing.isDone()).toBe(true);
  });

  test.each(AGREED)('%s counts them no more: a colleague is the first', async (_what, begin) => {
    const [gone, colleague, third] = [await operator(), await operator(), await operator()];
    const thing = await begin();
    await thing.first(gone);
    await run(leave, [gone]);
    await thing.second(colleague);
    expect(await thing.isDone()).toBe(false);
    await thing.second(third);
    expect(await thing.isDone()).toBe(true);
  });

  test.each(COUNTED)('the console counts them no more for %s', async (_what, begin) => {
    const [gone, colleague] = [await operator(), await operator()];
    const thing = await begin();
    await thing.first(gone);
    expect(await thing.shown()).toBe(1);
    await run(leave, [gone]);
    expect(await thing.shown()).toBe(0);
    await thing.second(colleague);
    expect(await thing.shown()).toBe(1);
  });
});

const CHECK_VIOLATION = '23514';

describe('one person alone', () => {
  test.each([...ASKED, ...AGREED])(
    'is not both of the two for %s; a colleague is the second',
    async (_, begin) => {
      const [one, colleague] = [await operator(), await operator()];
      const thing = await begin();
      await thing.first(one);
      const answer: unknown = await thing.second(one).catch((error: { code: string }) => error.code);
      expect(await thing.isDone()).toBe(false);
      // By the service, before a check of the database has to refuse it.
      expect(answer).not.toBe(CHECK_VIOLATION);
      await thing.second(colleague);
      expect(await thing.isDone()).toBe(true);
    },
  );
});

const IN_ROOMS = ASKED.filter(([what]) => what.includes('in a room'));

describe('when the first of two persons is dismissed at the instant of the second decision', () => {
  /** The dismissal has changed the row and is not over: the decision has come to it, and waits. */
  async function atOnce(gone: string, decide: () => Promise<unknown>): Promise<unknown> {
    const dismissal = await database.pool.connect();
    try {
      await dismissal.query('begin');
      await dismissal.query(`update person set roles = '{}' where id = $1`, [gone]);
      const decision = decide().catch((error: { code: string }) => error.code);
      await waitsForLock(database);
      await dismissal.query('commit');
      return await decision;
    } finally {
      await dismissal.query('rollback');
      dismissal.release();
    }
  }

  test.each(ASKED)('%s is not approved', async (_, begin) => {
    const [gone, colleague] = [await operator(), await operator()];
    const thing = await begin();
    await thing.first(gone);
    expect(await atOnce(gone, () => thing.second(colleague))).toBe('asker-left');
    expect(await thing.isDone()).toBe(false);
  });

  test.each(AGREED)('%s counts them no more', async (_, begin) => {
    const [gone, colleague] = [await operator(), await operator()];
    const thing = await begin();
    await thing.first(gone);
    await atOnce(gone, () => thing.second(colleague));
    expect(await thing.isDone()).toBe(false);
  });

  test.each(IN_ROOMS)('%s is not approved by one who is dismissed at this instant', async (_, begin) => {
    const [asker, gone, third] = [await operator(), await operator(), await operator()];
    const thing = await begin();
    await thing.first(asker);
    expect(await atOnce(gone, () => thing.second(gone))).toBe('not-allowed');
    expect(await thing.isDone()).toBe(false);
    await thing.second(third);
    expect(await thing.isDone()).toBe(true);
  });

  test.each(IN_ROOMS)(
    '%s is not approved when the dismissal comes between call and decision',
    async (_, begin) => {
      const [gone, colleague] = [await operator(), await operator()];
      const thing = await begin();
      await thing.first(gone);
      const other = await database.pool.connect();
      try {
        await other.query('begin');
        await other.query('select from room_request where requested_by = $1 for update', [gone]);
        const decision = thing.second(colleague).catch((error: { code: string }) => error.code);
        await waitsForLock(database);
        await run(`update person set roles = '{}' where id = $1`, [gone]);
        await other.query('commit');
        expect(await decision).toBe('asker-left');
      } finally {
        await other.query('rollback');
        other.release();
      }
      expect(await thing.isDone()).toBe(false);
    },
  );

  test.each(IN_ROOMS)('%s is approved or turned down, not both, and once', async (_, begin) => {
    const [asker, one, other, third] = [
      await operator(),
      await operator(),
      await operator(),
      await operator(),
    ];
    const thing = await begin();
    await thing.first(asker);
    const decisions = await Promise.allSettled([
      thing.second(one),
      thing.second(other),
      thing.turnDown!(third),
    ]);
    const [first, second] = decisions.map(({ status }) => status === 'fulfilled');
    expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await thing.isDone()).toBe(first || second);
  });
});
