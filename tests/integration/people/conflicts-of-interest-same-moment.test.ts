import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isSamePerson } from '#server/domains/people/conflicts-of-interest/index.ts';
import { createConsoleRoomsRepository } from '#server/domains/trade/trade-applications/index.ts';
import { createRoomRequests } from '#server/domains/trade/trade-applications/room-requests.service.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { startRefundsApp, type RefundsApp, type Signed } from '../../fixtures/refunds-app.ts';

// Calls of staff are judged before they begin. What is decided here was judged before the other account had acted.

let fixture: RefundsApp;
let one: Signed;
let other: Signed;
let stranger: Signed;

beforeAll(async () => {
  fixture = await startRefundsApp();
});
afterAll(() => fixture.close());

const run = (statement: string, values: unknown[]) => fixture.database.pool.query(statement, values);

let made = 0;
async function staff(): Promise<Signed> {
  const { rows } = await run(
    `insert into person (issuer, subject, kind, name, phone, language, roles)
     values ('test', $1, 'natural', 'Staff', $2, 'uz', '{operator}') returning id`,
    [randomUUID(), `+99899${1_000_000 + (made += 1)}`],
  );
  return fixture.signIn(['operator'], 0, rows[0].id);
}

beforeEach(async () => {
  [one, other, stranger] = [await staff(), await staff(), await staff()];
  await run(
    `insert into staff_attestation (person_id, pinfl, document, reason)
     select $2, pinfl, document, reason from staff_attestation where person_id = $1`,
    [one.personId, other.personId],
  );
});

test('two accounts of one person are one approval of a large sum and of its return', async () => {
  const owner = await fixture.signIn();
  await fixture.credit(owner.personId, 100_000_00);
  const id = await fixture.asked(owner, { amountTiyin: 20_000_00 });
  const outcome = async (what: string, who: Signed, body?: object) => {
    const answer = await fixture.judgedEarlier(() => fixture.decide(id, what, who, body));
    return answer.body.ERROR?.code ?? answer.body.status;
  };
  expect(await outcome('approve', one)).toBe('under-review');
  expect(await outcome('approve', other)).toBe('refunds.second-person');
  expect(await outcome('approve', stranger)).toBe('sent-to-bank');

  const document = { documentNumber: '1', documentOn: tashkentDay(Date.now()), reason: 'No such account' };
  const { body } = await fixture.decide(id, 'returned', one, document);
  const { id: returnId } = body.returned;
  expect(await outcome('returned/approve', other, { returnId })).toBe('refunds.second-person');
  expect(await outcome('returned/approve', stranger, { returnId })).toBe('rejected');
});

test('a request of the rules is not approved by another account of the one who took it over', async () => {
  const { db } = fixture.database;
  const lotId = await publishTestLot(fixture.database, { ruleSet: 'private', opensInMs: 3_600_000 });
  const { rows } = await run(
    `insert into room_request (lot_id, kind, minutes, reason, requested_by, requested_by_name, expires_at)
     values ($1, 'extend', 5, 'a reason', 'rules', '', now() + interval '1 minute') returning id`,
    [lotId],
  );
  const done = async () => ({ verdict: 'done' }) as const;
  const requests = createRoomRequests({
    repository: createConsoleRoomsRepository(db),
    isSamePerson: (mine, theirs, tx = db) => isSamePerson(tx, mine, theirs),
    accountsOf: async (personId) => [personId],
    search: { byIds: async () => [] },
    sales: { withdraw: async () => null },
    rooms: { extend: done, withdraw: done, resume: done },
    choices: { losses: async () => new Map(), choose: async () => undefined },
    board: { heads: async () => [] },
    openRoom: async () => undefined,
    revocations: { personOf: async () => null, carryOut: async () => null },
    tasks: { open: async () => undefined },
    taskDueAt: async () => new Date(),
  });
  const approve = ({ personId }: Signed) =>
    requests.approve(rows[0].id, { personId, name: 'Staff' }).catch((error: { code: string }) => error.code);
  expect(await approve(one)).toEqual({ verdict: 'seconded' });
  expect(await approve(other)).toBe('console-rooms.second-person');
});
