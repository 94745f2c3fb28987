import { expect, test } from 'vitest';
import {
  APPLICATION_EVENTS,
  createConsoleRoomsRepository,
} from '#server/domains/trade/trade-applications/index.ts';
import { createApplicationRowsRepository } from '#server/domains/trade/trade-applications/application-rows.repository.ts';
import { DEPOSIT, withApplications, type ApplicationsFixture } from '../../fixtures/applications-fixture.ts';
import type { ApplicationWorkflows } from '../../fixtures/application-workflows.ts';
import type { TestDatabase } from '../../fixtures/services.ts';

const STAFF = { personId: '00000000-0000-4000-8000-000000000001', name: 'Operator' };
const SECOND = { personId: '00000000-0000-4000-8000-000000000002', name: 'Second' };
const REASON = 'Took part under another’s name';

let database: TestDatabase;
let workflows: ApplicationWorkflows;
let paidLot: ApplicationsFixture['paidLot'];
withApplications((fixture) => ({ database, workflows, paidLot } = fixture));

/** Somebody admitted to a lot with a deposit. */
async function participant() {
  const lotId = await paidLot();
  const personId = await workflows.person(DEPOSIT);
  await workflows.apply(lotId, personId);
  const { id, number } = (await workflows.applications.find(lotId, personId))!;
  return { lotId, personId, id, number };
}

/** One person asks, a second one approves: what is carried out then. */
async function decidedByTwo(id: number) {
  const asked = await workflows.revoking.request(id, STAFF, { reason: REASON, lot: 'continue' });
  if (asked?.outcome !== 'requested') throw new Error('no request was opened');
  const requests = createConsoleRoomsRepository(database.db);
  expect(await requests.decide(asked.requestId, 'approve', SECOND)).toBe(true);
  const request = { id: asked.requestId, applicationId: id, reason: REASON };
  return (again = false) => workflows.revoking.carryOut(request, SECOND, { again });
}
const revokeByTwo = async (id: number) => (await decidedByTwo(id))();
/** Of who does not lead, as the rules decide about somebody. */
const revokeDecided = (id: number, staff = STAFF) => workflows.revoking.revokeDecided(id, staff, REASON);

const end = (lotId: number, winner: string | null, declines = false) =>
  database.pool.query(
    `update lot set outcome = 'sold', status = 5, winner_person_id = $2, winner_declines = $3,
      room_price_tiyin = 900000 where id = $1`,
    [lotId, winner, declines],
  );

const saidAbout = async (personId: string, template: string) => {
  const { rows } = await database.pool.query(
    'select params from inbox_message where person_id = $1 and template = $2',
    [personId, template],
  );
  return rows.map(({ params }) => params);
};

test('the room shuts the person out, the deposit is back at once, the person reads why and the log who', async () => {
  const { lotId, personId, id, number } = await participant();
  expect(await revokeByTwo(id)).toEqual({ outcome: 'revoked', already: false, deposit: 'released' });
  expect(workflows.room.seat(lotId, personId)?.revoked).toBe(true);
  expect(await workflows.wallet.balanceOf(personId)).toBe(DEPOSIT);
  expect(await workflows.held(personId)).toBe(0);
  expect((await workflows.notices(personId)).slice(2)).toEqual(['application-revoked', 'deposit-released']);
  expect(await workflows.applications.find(lotId, personId)).toMatchObject({
    status: 'revoked',
    deposit_state: 'released',
    reason: REASON,
  });
  expect(await createConsoleRoomsRepository(database.db).actions(lotId, 10)).toMatchObject([
    { action: 'revoke', by: 'Second', reason: `№ ${number}: ${REASON}`, result: 'done' },
    { action: 'revoke-request', by: 'Operator' },
  ]);
});

test('carried out twice or by two at once it happens once', async () => {
  const { personId, id } = await participant();
  const carryOut = await decidedByTwo(id);
  const answers = await Promise.all([carryOut(), carryOut(true), carryOut(true)]);
  expect(answers.filter((answer) => answer?.outcome === 'revoked' && !answer.already)).toHaveLength(1);
  expect(await workflows.wallet.balanceOf(personId)).toBe(DEPOSIT);
  expect((await workflows.notices(personId)).filter((name) => name === 'application-revoked')).toHaveLength(
    1,
  );
});

test('no one whose right was taken away applies for the lot again', async () => {
  const { lotId, personId, id } = await participant();
  await revokeByTwo(id);
  expect(await workflows.apply(lotId, personId)).toMatchObject({
    outcome: 'refused',
    objection: { reason: 'revoked' },
  });
});

test('one person alone revokes no one, before bidding begins either, and loses them nothing', async () => {
  for (const running of [false, true]) {
    const { lotId, personId, id } = await participant();
    workflows.room.running = running;
    const asked = await workflows.revoking.request(id, STAFF, { reason: REASON, lot: 'continue' });
    expect(asked).toMatchObject({ outcome: 'requested' });
    expect(workflows.room.seat(lotId, personId)?.revoked).toBe(false);
    expect(await workflows.applications.find(lotId, personId)).toMatchObject({
      status: 'admitted',
      deposit_state: 'held',
    });
    expect(await createConsoleRoomsRepository(database.db).actions(lotId, 10)).toMatchObject([
      { action: 'revoke-request' },
    ]);
  }
  workflows.room.running = false;
});

test('what was decided elsewhere about somebody revokes no one who leads, or takes the lead meanwhile', async () => {
  const leads = await participant();
  workflows.room.leader = leads.number;
  expect(await revokeDecided(leads.id)).toEqual({ outcome: 'refused', reason: 'leading' });
  const { personId, lotId, id, number } = await participant();
  workflows.room.before = async (command) => {
    if (command === 'ban') workflows.room.leader = number;
  };
  expect(await revokeDecided(id)).toEqual({ outcome: 'refused', reason: 'leading' });
  expect(workflows.room.seat(lotId, personId)?.revoked).toBe(false);
});

test('two persons revoke who leads: the deposit stays held until the close, and is then forfeited', async () => {
  const { lotId, personId, id, number } = await participant();
  workflows.room.leader = number;
  expect(await revokeByTwo(id)).toEqual({ outcome: 'revoked', already: false, deposit: 'held' });
  expect(await workflows.held(personId)).toBe(DEPOSIT);
  await end(lotId, personId, true);
  expect(await workflows.deposits.ofLot(lotId)).toBe(1);
  expect(await workflows.applications.find(lotId, personId)).toMatchObject({
    status: 'revoked',
    deposit_state: 'forfeited',
    reason: REASON,
  });
  expect((await workflows.notices(personId)).slice(2)).toEqual([
    'application-revoked',
    'deposit-forfeited-revoked',
  ]);
  expect(await saidAbout(personId, 'deposit-forfeited-revoked')).toMatchObject([
    { amountTiyin: DEPOSIT, reason: REASON },
  ]);
  expect(await workflows.deposits.ofLot(lotId)).toBe(0);
});

test('a deposit is never forfeited on one person’s word', async () => {
  const { lotId, personId, id } = await participant();
  await database.pool.query("update trade_application set status = 'revoked' where id = $1", [id]);
  await end(lotId, personId, true);
  await workflows.deposits.ofLot(lotId);
  expect(await workflows.applications.find(lotId, personId)).toMatchObject({ deposit_state: 'released' });
  expect(await workflows.wallet.balanceOf(personId)).toBe(DEPOSIT);
});

test('a revocation of two whose process died after the room’s answer is finished by the close', async () => {
  const { lotId, personId, id } = await participant();
  const asked = await workflows.revoking.request(id, STAFF, { reason: REASON, lot: 'continue' });
  if (asked?.outcome !== 'requested') throw new Error('no request was opened');
  await createConsoleRoomsRepository(database.db).decide(asked.requestId, 'approve', SECOND);
  // The room has shut the person out, nothing of it is written here.
  await end(lotId, personId, true);
  await workflows.deposits.ofLot(lotId);
  expect(await workflows.applications.find(lotId, personId)).toMatchObject({
    status: 'revoked',
    deposit_state: 'forfeited',
    reason: REASON,
  });
  const notices = await workflows.notices(personId);
  expect(notices).not.toContain('auction-won');
  expect(notices.slice(2)).toEqual(['application-revoked', 'deposit-forfeited-revoked']);
});

test('anyone who was revoked by two and outbid afterwards has the deposit back at the close', async () => {
  const { lotId, personId, id, number } = await participant();
  workflows.room.leader = number;
  await revokeByTwo(id);
  await end(lotId, await workflows.person(0));
  await workflows.deposits.ofLot(lotId);
  expect(await workflows.applications.find(lotId, personId)).toMatchObject({
    status: 'revoked',
    deposit_state: 'released',
  });
  expect(await workflows.wallet.balanceOf(personId)).toBe(DEPOSIT);
});

test('who no longer leads when the second person approves has the deposit back at once', async () => {
  const { personId, id, number } = await participant();
  workflows.room.leader = number;
  workflows.room.before = async (command) => {
    if (command === 'ban') workflows.room.leader = number + 1;
  };
  expect(await revokeByTwo(id)).toEqual({ outcome: 'revoked', already: false, deposit: 'released' });
  expect(await workflows.wallet.balanceOf(personId)).toBe(DEPOSIT);
});

test('asked for twice there is one request; for oneself and after the end there is none', async () => {
  const { lotId, personId, id } = await participant();
  const ask = (staff = STAFF) => workflows.revoking.request(id, staff, { reason: REASON, lot: 'repeat' });
  const answers = await Promise.all([ask(), ask(SECOND), ask()]);
  expect(new Set(answers.map((answer) => answer?.outcome === 'requested' && answer.requestId)).size).toBe(1);
  expect(answers.filter((answer) => answer?.outcome === 'requested' && !answer.already)).toHaveLength(1);
  expect(await ask({ personId, name: 'Myself' })).toEqual({ outcome: 'refused', reason: 'own' });
  await database.pool.query("update lot set outcome = 'withdrawn', status = 10 where id = $1", [lotId]);
  expect(await ask()).toEqual({ outcome: 'refused', reason: 'over' });
  expect(await workflows.revoking.request(999_999, STAFF, { reason: REASON, lot: 'continue' })).toBeNull();
  await workflows.deposits.ofLot(lotId);
});

test('an application that still waits for its room is revoked without it', async () => {
  const { lotId, personId, id } = await participant();
  workflows.room.seats.clear();
  await database.pool.query("update trade_application set status = 'requested' where id = $1", [id]);
  expect(await revokeByTwo(id)).toMatchObject({ outcome: 'revoked', deposit: 'released' });
  expect(await workflows.admission.admit(id)).toBe('decided');
  expect(workflows.room.seat(lotId, personId)).toBeUndefined();
});

test('refuses an ended auction, a cancelled application and one’s own; an unknown one is not there', async () => {
  const one = await participant();
  expect(await revokeDecided(one.id, { ...STAFF, personId: one.personId })).toEqual({
    outcome: 'refused',
    reason: 'own',
  });
  workflows.room.closed = true;
  expect(await revokeDecided(one.id)).toEqual({ outcome: 'refused', reason: 'over' });
  workflows.room.closed = false;
  await database.pool.query("update lot set outcome = 'withdrawn', status = 10 where id = $1", [one.lotId]);
  expect(await revokeDecided(one.id)).toEqual({ outcome: 'refused', reason: 'over' });
  const other = await participant();
  await workflows.cancelling.sendCode(other.lotId, other.personId, '127.0.0.1');
  await workflows.cancelling.cancel(other.lotId, other.personId, workflows.codeOf(other.personId));
  expect(await revokeDecided(other.id)).toEqual({ outcome: 'refused', reason: 'no-application' });
  expect(await revokeDecided(999_999)).toBeNull();
  expect(await workflows.wallet.balanceOf(one.personId)).toBe(0);
  await workflows.deposits.ofLot(one.lotId);
});

test('where the room does not answer nothing is decided, and asking again finishes it', async () => {
  const { lotId, personId, id } = await participant();
  workflows.room.before = async () => {
    throw Object.assign(new Error('silent'), { name: 'ControlOutcomeUnknown' });
  };
  expect(await revokeDecided(id)).toEqual({ outcome: 'refused', reason: 'busy' });
  expect(await workflows.held(personId)).toBe(DEPOSIT);
  workflows.room.before = async () => undefined;
  expect(await revokeDecided(id)).toMatchObject({ outcome: 'revoked', deposit: 'released' });
  const results = (await createConsoleRoomsRepository(database.db).actions(lotId, 10)).map(
    ({ result }) => result,
  );
  expect(results).toEqual(['done', 'unknown']);
});

test('each change which the person sees is announced with it', async () => {
  const { personId, id } = await participant();
  const announced = async () => {
    const { rows } = await database.pool.query(
      "select count(*)::int as count from outbox where topic = $1 and payload ->> 'personId' = $2",
      [APPLICATION_EVENTS.changed, personId],
    );
    return rows[0].count as number;
  };
  const applying = await announced();
  expect(applying).toBeGreaterThanOrEqual(2);
  await revokeByTwo(id);
  expect(await announced()).toBe(applying + 1);
  const row = await createApplicationRowsRepository(database.db).byId(id);
  expect(row).toMatchObject({ status: 'revoked', reason: REASON });
});
