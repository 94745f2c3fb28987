import { expect, test } from 'vitest';
import {
  APPLICATION_EVENTS,
  createApplicationRowsRepository,
  createConsoleRoomsRepository,
} from '#server/domains/trade-applications/index.ts';
import { DEPOSIT, onApplicationStage, type ApplicationStage } from '../support/application-stage.ts';
import type { ApplicationStand } from '../support/application-stand.ts';
import type { TestDatabase } from '../support/services.ts';

const STAFF = { personId: '00000000-0000-4000-8000-000000000001', name: 'Operator' };
const SECOND = { personId: '00000000-0000-4000-8000-000000000002', name: 'Second' };
const REASON = 'Took part under another’s name';

let database: TestDatabase;
let stand: ApplicationStand;
let paidLot: ApplicationStage['paidLot'];
onApplicationStage((stage) => ({ database, stand, paidLot } = stage));

/** Somebody admitted to a lot with a deposit. */
async function participant() {
  const lotId = await paidLot();
  const personId = await stand.person(DEPOSIT);
  await stand.apply(lotId, personId);
  const { id, number } = (await stand.applications.find(lotId, personId))!;
  return { lotId, personId, id, number };
}

const revoke = (id: number, staff = STAFF) => stand.revoking.revoke(id, staff, REASON);

/** One person asks, a second one approves. */
async function revokeByTwo(id: number) {
  const asked = await stand.revoking.request(id, STAFF, { reason: REASON, lot: 'continue' });
  if (asked?.outcome !== 'requested') throw new Error('no request was opened');
  const requests = createConsoleRoomsRepository(database.db);
  expect(await requests.decide(asked.requestId, 'approved', SECOND)).toBe(true);
  const request = { id: asked.requestId, applicationId: id, reason: REASON };
  return stand.revoking.carryOut(request, SECOND, { again: false });
}

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
  expect(await revoke(id)).toEqual({ outcome: 'revoked', already: false, deposit: 'released' });
  expect(stand.room.seat(lotId, personId)?.revoked).toBe(true);
  expect(await stand.wallet.balanceOf(personId)).toBe(DEPOSIT);
  expect(await stand.held(personId)).toBe(0);
  expect((await stand.told(personId)).slice(2)).toEqual(['application-revoked', 'deposit-released']);
  expect(await stand.applications.find(lotId, personId)).toMatchObject({
    status: 'revoked',
    deposit_state: 'released',
    reason: REASON,
  });
  expect(await createConsoleRoomsRepository(database.db).actions(lotId, 10)).toMatchObject([
    { action: 'revoke', by: 'Operator', reason: `№ ${number}: ${REASON}`, result: 'done' },
  ]);
});

test('pressed twice or by two at once it happens once', async () => {
  const { personId, id } = await participant();
  const answers = await Promise.all([revoke(id), revoke(id), revoke(id)]);
  expect(answers.filter((answer) => answer?.outcome === 'revoked' && !answer.already)).toHaveLength(1);
  expect(await stand.wallet.balanceOf(personId)).toBe(DEPOSIT);
  expect((await stand.told(personId)).filter((name) => name === 'application-revoked')).toHaveLength(1);
});

test('nobody whose right was taken away applies for the lot again', async () => {
  const { lotId, personId, id } = await participant();
  await revoke(id);
  expect(await stand.apply(lotId, personId)).toMatchObject({
    outcome: 'refused',
    objection: { reason: 'revoked' },
  });
});

test('one person alone never revokes who leads, and loses them nothing', async () => {
  const { lotId, personId, id, number } = await participant();
  stand.room.leader = number;
  expect(await revoke(id)).toEqual({ outcome: 'refused', reason: 'leading' });
  expect(stand.room.seat(lotId, personId)?.revoked).toBe(false);
  expect(await stand.applications.find(lotId, personId)).toMatchObject({
    status: 'admitted',
    deposit_state: 'held',
  });
  expect(await createConsoleRoomsRepository(database.db).actions(lotId, 10)).toEqual([]);
});

test('who takes the lead between the press and the room’s answer is not revoked by one person', async () => {
  const { personId, lotId, id, number } = await participant();
  stand.room.before = async (command) => {
    if (command === 'ban') stand.room.leader = number;
  };
  expect(await revoke(id)).toEqual({ outcome: 'refused', reason: 'leading' });
  expect(stand.room.seat(lotId, personId)?.revoked).toBe(false);
});

test('two persons revoke who leads: the deposit stays held until the close, and is then forfeited', async () => {
  const { lotId, personId, id, number } = await participant();
  stand.room.leader = number;
  expect(await revokeByTwo(id)).toEqual({ outcome: 'revoked', already: false, deposit: 'held' });
  expect(await stand.held(personId)).toBe(DEPOSIT);
  await end(lotId, personId, true);
  expect(await stand.deposits.ofLot(lotId)).toBe(1);
  expect(await stand.applications.find(lotId, personId)).toMatchObject({
    status: 'revoked',
    deposit_state: 'forfeited',
    reason: REASON,
  });
  expect((await stand.told(personId)).slice(2)).toEqual(['application-revoked', 'deposit-forfeited-revoked']);
  expect(await saidAbout(personId, 'deposit-forfeited-revoked')).toMatchObject([
    { amountTiyin: DEPOSIT, reason: REASON },
  ]);
  expect(await stand.deposits.ofLot(lotId)).toBe(0);
});

test('a deposit is never forfeited on one person’s word', async () => {
  const { lotId, personId, id } = await participant();
  await database.pool.query("update trade_application set status = 'revoked' where id = $1", [id]);
  await end(lotId, personId, true);
  await stand.deposits.ofLot(lotId);
  expect(await stand.applications.find(lotId, personId)).toMatchObject({ deposit_state: 'released' });
  expect(await stand.wallet.balanceOf(personId)).toBe(DEPOSIT);
});

test('a revocation of two whose process died after the room’s answer is finished by the close', async () => {
  const { lotId, personId, id } = await participant();
  const asked = await stand.revoking.request(id, STAFF, { reason: REASON, lot: 'continue' });
  if (asked?.outcome !== 'requested') throw new Error('no request was opened');
  await createConsoleRoomsRepository(database.db).decide(asked.requestId, 'approved', SECOND);
  // The room has shut the person out, nothing of it is written here.
  await end(lotId, personId, true);
  await stand.deposits.ofLot(lotId);
  expect(await stand.applications.find(lotId, personId)).toMatchObject({
    status: 'revoked',
    deposit_state: 'forfeited',
    reason: REASON,
  });
  const told = await stand.told(personId);
  expect(told).not.toContain('auction-won');
  expect(told.slice(2)).toEqual(['application-revoked', 'deposit-forfeited-revoked']);
});

test('whoever was revoked by two and outbid afterwards has the deposit back at the close', async () => {
  const { lotId, personId, id, number } = await participant();
  stand.room.leader = number;
  await revokeByTwo(id);
  await end(lotId, await stand.person(0));
  await stand.deposits.ofLot(lotId);
  expect(await stand.applications.find(lotId, personId)).toMatchObject({
    status: 'revoked',
    deposit_state: 'released',
  });
  expect(await stand.wallet.balanceOf(personId)).toBe(DEPOSIT);
});

test('who no longer leads when the second person approves has the deposit back at once', async () => {
  const { personId, id, number } = await participant();
  stand.room.leader = number;
  stand.room.before = async (command) => {
    if (command === 'ban') stand.room.leader = number + 1;
  };
  expect(await revokeByTwo(id)).toEqual({ outcome: 'revoked', already: false, deposit: 'released' });
  expect(await stand.wallet.balanceOf(personId)).toBe(DEPOSIT);
});

test('asked for twice there is one request; for oneself and after the end there is none', async () => {
  const { lotId, personId, id } = await participant();
  const ask = (staff = STAFF) => stand.revoking.request(id, staff, { reason: REASON, lot: 'repeat' });
  const answers = await Promise.all([ask(), ask(SECOND), ask()]);
  expect(new Set(answers.map((answer) => answer?.outcome === 'requested' && answer.requestId)).size).toBe(1);
  expect(answers.filter((answer) => answer?.outcome === 'requested' && !answer.already)).toHaveLength(1);
  expect(await ask({ personId, name: 'Myself' })).toEqual({ outcome: 'refused', reason: 'own' });
  await database.pool.query("update lot set outcome = 'withdrawn', status = 10 where id = $1", [lotId]);
  expect(await ask()).toEqual({ outcome: 'refused', reason: 'over' });
  expect(await stand.revoking.request(999_999, STAFF, { reason: REASON, lot: 'continue' })).toBeNull();
  await stand.deposits.ofLot(lotId);
});

test('an application that still waits for its room is revoked without it', async () => {
  const { lotId, personId, id } = await participant();
  stand.room.seats.clear();
  await database.pool.query("update trade_application set status = 'requested' where id = $1", [id]);
  expect(await revoke(id)).toMatchObject({ outcome: 'revoked', deposit: 'released' });
  expect(await stand.admission.admit(id)).toBe('decided');
  expect(stand.room.seat(lotId, personId)).toBeUndefined();
});

test('refuses an ended auction, a cancelled application and one’s own; an unknown one is not there', async () => {
  const one = await participant();
  expect(await revoke(one.id, { ...STAFF, personId: one.personId })).toEqual({
    outcome: 'refused',
    reason: 'own',
  });
  stand.room.closed = true;
  expect(await revoke(one.id)).toEqual({ outcome: 'refused', reason: 'over' });
  stand.room.closed = false;
  await database.pool.query("update lot set outcome = 'withdrawn', status = 10 where id = $1", [one.lotId]);
  expect(await revoke(one.id)).toEqual({ outcome: 'refused', reason: 'over' });
  const other = await participant();
  await stand.cancelling.sendCode(other.lotId, other.personId, '127.0.0.1');
  await stand.cancelling.cancel(other.lotId, other.personId, stand.codeOf(other.personId));
  expect(await revoke(other.id)).toEqual({ outcome: 'refused', reason: 'no-application' });
  expect(await revoke(999_999)).toBeNull();
  expect(await stand.wallet.balanceOf(one.personId)).toBe(0);
  await stand.deposits.ofLot(one.lotId);
});

test('where the room does not answer nothing is decided, and asking again finishes it', async () => {
  const { lotId, personId, id } = await participant();
  stand.room.before = async () => {
    throw Object.assign(new Error('silent'), { name: 'ControlOutcomeUnknown' });
  };
  expect(await revoke(id)).toEqual({ outcome: 'refused', reason: 'busy' });
  expect(await stand.held(personId)).toBe(DEPOSIT);
  stand.room.before = async () => undefined;
  expect(await revoke(id)).toMatchObject({ outcome: 'revoked', deposit: 'released' });
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
  await revoke(id);
  expect(await announced()).toBe(applying + 1);
  const row = await createApplicationRowsRepository(database.db).byId(id);
  expect(row).toMatchObject({ status: 'revoked', reason: REASON });
});
