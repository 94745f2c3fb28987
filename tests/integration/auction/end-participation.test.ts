import { expect, test } from 'vitest';
import { BY_RULES, createConsoleRoomsRepository } from '#server/domains/trade/trade-applications/index.ts';
import { DEPOSIT, withApplications, type ApplicationsFixture } from '../../fixtures/applications-fixture.ts';
import type { ApplicationWorkflows } from '../../fixtures/application-workflows.ts';
import type { TestDatabase } from '../../fixtures/services.ts';

const STAFF = { personId: '00000000-0000-4000-8000-000000000001', name: 'Operator' };
const REASON = 'Forged papers';

let database: TestDatabase;
let workflows: ApplicationWorkflows;
let paidLot: ApplicationsFixture['paidLot'];
withApplications((fixture) => ({ database, workflows, paidLot } = fixture));

async function inLots(count: number) {
  const personId = await workflows.person(count * DEPOSIT);
  const lots: { lotId: number; id: number; number: number }[] = [];
  for (let i = 0; i < count; i += 1) {
    const lotId = await paidLot();
    await workflows.apply(lotId, personId);
    const { id, number } = (await workflows.applications.find(lotId, personId))!;
    lots.push({ lotId, id, number });
  }
  return { personId, lots };
}

const requestsOf = async (applicationId: number) => {
  const { rows } = await database.pool.query('select * from room_request where application_id = $1', [
    applicationId,
  ]);
  return rows;
};

test('anyone who is disabled while leading keeps the right until two persons decide; elsewhere a command on the server ends it', async () => {
  const { personId, lots } = await inLots(2);
  const [leads, other] = lots as [(typeof lots)[0], (typeof lots)[0]];
  workflows.room.leader = leads.number;
  workflows.room.before = async () => {
    // The script knows one leader for all its rooms: only the first of these lots is led.
    workflows.room.leader = leads.number;
  };
  if (other.number === leads.number) other.number = -1;
  await database.pool.query('update trade_application set number = number + 1000 where id = $1', [other.id]);
  const seat = workflows.room.seat(other.lotId, personId);
  if (seat) seat.number += 1000;

  const excluded = { personId, cause: 'disabled', by: null, reason: REASON } as const;
  await workflows.endParticipation(excluded);
  await workflows.endParticipation(excluded);

  expect(await workflows.applications.find(leads.lotId, personId)).toMatchObject({
    status: 'admitted',
    deposit_state: 'held',
  });
  expect(workflows.room.seat(leads.lotId, personId)?.revoked).toBe(false);
  expect(await requestsOf(leads.id)).toMatchObject([
    { kind: 'revoke', requested_by: BY_RULES, cause: 'disabled', reason: REASON, decision: null },
  ]);
  expect(await workflows.applications.find(other.lotId, personId)).toMatchObject({
    status: 'revoked',
    deposit_state: 'released',
    reason: REASON,
  });
  expect(await requestsOf(other.id)).toEqual([]);
  const { items } = await workflows.tasks.page({ page: 1, size: 100, state: 'open' });
  expect(items.filter(({ lotId }) => lotId === leads.lotId)).toMatchObject([
    { kind: 'decide-leader', bidderNumber: leads.number, reason: REASON },
  ]);
});

const closed = (lotId: number, winner: string) =>
  database.pool.query(
    `update lot set outcome = 'sold', status = 5, winner_person_id = $2, winner_declines = true,
      room_price_tiyin = 900000 where id = $1`,
    [lotId, winner],
  );

test('anyone who is barred while leading bids no longer: the price remains, and the deposit is lost if it wins', async () => {
  const { personId, lots } = await inLots(1);
  const [led] = lots as [(typeof lots)[0]];
  workflows.room.leader = led.number;
  const barred = { personId, cause: 'barred', by: STAFF, reason: REASON } as const;
  await workflows.endParticipation(barred);
  await workflows.endParticipation(barred);
  expect(workflows.room.seat(led.lotId, personId)?.revoked).toBe(true);
  expect(await workflows.applications.find(led.lotId, personId)).toMatchObject({
    status: 'revoked',
    deposit_state: 'held',
    reason: REASON,
  });
  expect(await requestsOf(led.id)).toEqual([]);
  const { items } = await workflows.tasks.page({ page: 1, size: 100, state: 'open', lot: led.lotId });
  expect(items).toMatchObject([{ kind: 'decide-leader', bidderNumber: led.number, reason: REASON }]);
  expect(await workflows.notices(personId)).toContain('application-revoked');

  await closed(led.lotId, personId);
  await workflows.deposits.ofLot(led.lotId);
  expect(await workflows.applications.find(led.lotId, personId)).toMatchObject({
    status: 'revoked',
    deposit_state: 'forfeited',
  });
  expect(await workflows.wallet.balanceOf(personId)).toBe(0);
  expect((await workflows.notices(personId)).at(-1)).toBe('deposit-forfeited-revoked');
});

test('who is barred while leading and outbid before the close has the deposit back', async () => {
  const { personId, lots } = await inLots(1);
  const [led] = lots as [(typeof lots)[0]];
  workflows.room.leader = led.number;
  await workflows.endParticipation({ personId, cause: 'barred', by: null, reason: REASON });
  await closed(led.lotId, await workflows.person(0));
  await workflows.deposits.ofLot(led.lotId);
  expect(await workflows.wallet.balanceOf(personId)).toBe(DEPOSIT);
});

test('a bar of a leader whose process died after the room’s answer counts as declining at the close', async () => {
  const { personId, lots } = await inLots(1);
  const [led] = lots as [(typeof lots)[0]];
  workflows.room.leader = led.number;
  let asked = 0;
  workflows.room.before = async (command) => {
    // The room revokes, and its answer is lost.
    if (command !== 'ban' || (asked += 1) < 2) return;
    throw Object.assign(new Error('silent'), { name: 'ControlOutcomeUnknown' });
  };
  const barred = { personId, cause: 'barred', by: null, reason: REASON } as const;
  await expect(workflows.endParticipation(barred)).rejects.toThrow('did not answer');
  workflows.room.before = async () => undefined;
  await closed(led.lotId, personId);
  await workflows.endParticipation(barred);
  await workflows.deposits.ofLot(led.lotId);
  expect(await workflows.applications.find(led.lotId, personId)).toMatchObject({
    status: 'revoked',
    deposit_state: 'forfeited',
  });
});

test.each([
  ['runs', true],
  ['is to open', false],
])(
  'who is disabled by one person keeps the right in a room that %s, until a second one approves',
  async (_, running) => {
    const { personId, lots } = await inLots(1);
    const [lot] = lots as [(typeof lots)[0]];
    workflows.room.leader = null;
    workflows.room.running = running;
    await workflows.endParticipation({ personId, cause: 'disabled', by: STAFF, reason: REASON });
    await workflows.endParticipation({ personId, cause: 'disabled', by: STAFF, reason: REASON });
    expect(workflows.room.seat(lot.lotId, personId)?.revoked).toBe(false);
    expect(await requestsOf(lot.id)).toMatchObject([
      { kind: 'revoke', requested_by: STAFF.personId, cause: 'disabled', decision: null },
    ]);
    // A bar is the decision of two, and a command on the server is not one of the office's.
    for (const excluded of [
      { cause: 'barred', by: STAFF } as const,
      { cause: 'disabled', by: null } as const,
    ]) {
      const other = await inLots(1);
      await workflows.endParticipation({ personId: other.personId, ...excluded, reason: REASON });
      expect(workflows.room.seat(other.lots[0]!.lotId, other.personId)?.revoked).toBe(true);
    }
    workflows.room.running = false;
  },
);

test('a request the rules opened needs two members of staff, not one and the rules', async () => {
  const { personId, lots } = await inLots(1);
  const [leads] = lots as [(typeof lots)[0]];
  workflows.room.leader = leads.number;
  await workflows.endParticipation({ personId, cause: 'disabled', by: null, reason: '' });
  const [request] = await requestsOf(leads.id);
  expect(request).toMatchObject({ requested_by: BY_RULES, requested_by_name: '' });
  const requests = createConsoleRoomsRepository(database.db);
  await expect(requests.decide(request.id, 'approve', STAFF)).rejects.toThrow('room_request_two_persons');
  const found = (await requests.findRequest(request.id))!;
  expect(await requests.second(found, STAFF)).toBe(true);
  expect(await requests.second(found, { ...STAFF, personId: 'another' })).toBe(false);
  await expect(requests.decide(request.id, 'approve', STAFF)).rejects.toThrow('room_request_check');
  expect(await requests.decide(request.id, 'approve', { personId: 'another', name: 'Another' })).toBe(true);
});

test('a room that does not answer is asked again; the others are not held up', async () => {
  const { personId, lots } = await inLots(2);
  let first = true;
  workflows.room.before = async () => {
    if (!first) return;
    first = false;
    throw Object.assign(new Error('silent'), { name: 'ControlOutcomeUnknown' });
  };
  const excluded = { personId, cause: 'disabled', by: null, reason: REASON } as const;
  await expect(workflows.endParticipation(excluded)).rejects.toThrow('did not answer');
  const status = async (i: number) =>
    (await workflows.applications.find(lots[i]?.lotId ?? 0, personId))?.status ?? null;
  expect([await status(0), await status(1)]).toEqual(['admitted', 'revoked']);
  await workflows.endParticipation(excluded);
  expect(await status(0)).toBe('revoked');
});
