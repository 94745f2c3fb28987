import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DEPOSIT, withApplications, type ApplicationsFixture } from '../../fixtures/applications-fixture.ts';
import type { ApplicationWorkflows } from '../../fixtures/application-workflows.ts';
import { COMPLETE } from '../../fixtures/complete-run.ts';
import type { TestDatabase } from '../../fixtures/services.ts';

/** Several of the batches they are released in. */
const CROWD = COMPLETE ? 500 : 60;

let database: TestDatabase;
let workflows: ApplicationWorkflows;
let paidLot: ApplicationsFixture['paidLot'];
withApplications((fixture) => ({ database, workflows, paidLot } = fixture));

/** A lot with so many participants who hold a deposit. */
async function withParticipants(count: number) {
  const lotId = await paidLot();
  const people: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const personId = await workflows.person(DEPOSIT);
    await workflows.apply(lotId, personId);
    people.push(personId);
  }
  return { lotId, people };
}

const end = (lotId: number, set: { outcome: string; status: number; winner?: string; declines?: boolean }) =>
  database.pool.query(
    `update lot set outcome = $2, status = $3, winner_person_id = $4, winner_declines = $5,
      room_price_tiyin = 900000 where id = $1`,
    [lotId, set.outcome, set.status, set.winner ?? null, set.declines ?? false],
  );

const states = async (lotId: number, people: string[]) => {
  const found = await Promise.all(people.map((personId) => workflows.applications.find(lotId, personId)));
  return found.map((application) => `${application?.status} ${application?.deposit_state}`);
};

describe('after the hammer', () => {
  test('losers have their money back, the winner’s deposit stays, and everybody is notified', async () => {
    const { lotId, people } = await withParticipants(4);
    const [winner = '', loser = ''] = people;
    await end(lotId, { outcome: 'sold', status: 5, winner });
    expect(await workflows.deposits.ofLot(lotId)).toBe(4);
    expect(workflows.settledDeposits.toSorted()).toEqual(['held', 'released', 'released', 'released']);
    expect(await states(lotId, people)).toEqual([
      'won held',
      'lost released',
      'lost released',
      'lost released',
    ]);
    expect(await workflows.wallet.balanceOf(loser)).toBe(DEPOSIT);
    expect(await workflows.held(winner)).toBe(DEPOSIT);
    expect((await workflows.notices(winner)).slice(2)).toEqual(['auction-won']);
    expect((await workflows.notices(loser)).slice(2)).toEqual(['auction-lost', 'deposit-released']);
    expect(await workflows.deposits.ofLot(lotId)).toBe(0);
  });

  test.each([
    ['not-held', 9, 'auction-not-held'],
    ['withdrawn', 10, 'auction-withdrawn'],
    ['no-price-given', 11, 'auction-no-price'],
  ])('%s: everybody has the deposit back, and reads what happened', async (outcome, status, template) => {
    const { lotId, people } = await withParticipants(2);
    await end(lotId, { outcome, status });
    await workflows.deposits.ofLot(lotId);
    expect(await states(lotId, people)).toEqual(['lost released', 'lost released']);
    expect((await workflows.notices(people[0] ?? '')).slice(2)).toEqual([template, 'deposit-released']);
  });

  test('a winner whose right two persons revoked forfeits the deposit, and no one is notified of a win', async () => {
    const { lotId, people } = await withParticipants(2);
    const [winner = '', loser = ''] = people;
    const { id, number } = (await workflows.applications.find(lotId, winner))!;
    await database.pool.query(
      `insert into room_request (lot_id, kind, application_id, bidder_number, reason, requested_by,
        requested_by_name, expires_at, decision, decided_by, decided_at)
       values ($1, 'revoke', $2, $3, 'forged papers', 'one', 'One', now(), 'approved', 'two', now())`,
      [lotId, id, number],
    );
    await end(lotId, { outcome: 'sold', status: 5, winner, declines: true });
    await workflows.deposits.ofLot(lotId);
    expect(await states(lotId, people)).toEqual(['revoked forfeited', 'lost released']);
    expect(await workflows.held(winner)).toBe(0);
    expect(await workflows.wallet.balanceOf(winner)).toBe(0);
    expect((await workflows.notices(winner)).slice(2)).toEqual([
      'application-revoked',
      'deposit-forfeited-revoked',
    ]);
    expect((await workflows.notices(loser)).slice(2)).toEqual([
      'auction-winner-declined',
      'deposit-released',
    ]);
  });

  test('a result that is cancelled later gives the winner’s deposit back, too', async () => {
    const { lotId, people } = await withParticipants(2);
    const [winner = ''] = people;
    await end(lotId, { outcome: 'sold', status: 5, winner });
    await workflows.deposits.ofLot(lotId);
    await database.pool.query('update lot set status = 16 where id = $1', [lotId]);
    await workflows.deposits.sweep((error) => {
      throw error;
    });
    expect(await workflows.wallet.balanceOf(winner)).toBe(DEPOSIT);
  });

  test('is settled by the sweep when its event is lost, and never before the lot has its outcome', async () => {
    const { lotId, people } = await withParticipants(1);
    await expect(workflows.deposits.ofLot(lotId)).rejects.toThrow('no outcome');
    await end(lotId, { outcome: 'not-held', status: 9 });
    await workflows.deposits.sweep((error) => {
      throw error;
    });
    expect(await states(lotId, people)).toEqual(['lost released']);
  });

  test('settled twice at the same moment, each deposit is released once', async () => {
    const { lotId, people } = await withParticipants(6);
    await end(lotId, { outcome: 'not-held', status: 9 });
    await Promise.all([
      workflows.deposits.ofLot(lotId),
      workflows.deposits.ofLot(lotId),
      workflows.deposits.ofLot(lotId),
    ]);
    for (const personId of people) expect(await workflows.wallet.balanceOf(personId)).toBe(DEPOSIT);
  });
});

test(`${CROWD} losers have their deposits back`, async () => {
  const lotId = await paidLot();
  const people = Array.from({ length: CROWD }, () => randomUUID());
  for (const [i, personId] of people.entries()) {
    await workflows.wallet.topUp({
      key: `crowd-${i}`,
      personId,
      amountTiyin: DEPOSIT,
      provider: 'test',
      reference: `payment:crowd-${i}`,
      reason: 'test',
      actor: 'system',
    });
    const application = await workflows.applications.apply(lotId, personId, DEPOSIT);
    const held = await workflows.wallet.hold({
      key: `application:${application.id}:1`,
      personId,
      amountTiyin: DEPOSIT,
      reference: `lot:${lotId}`,
      reason: 'application',
      actor: personId,
    });
    if (held.outcome !== 'held') throw new Error(held.outcome);
    await workflows.applications.deposited(application.id, held.holdId);
    await workflows.applications.decide(application.id, 'admit');
  }
  await end(lotId, { outcome: 'sold', status: 5, winner: 'somebody else' });
  const begun = performance.now();
  expect(await workflows.deposits.ofLot(lotId)).toBe(CROWD);
  process.stdout.write(`${CROWD} deposits released in ${Math.round(performance.now() - begun)} ms\n`);
  const { rows } = await database.pool.query(
    `select count(*)::int as back from ledger_account
     where kind = 'available' and balance_tiyin = $1 and person_id = any($2)`,
    [DEPOSIT, people],
  );
  expect(rows[0].back).toBe(CROWD);
});
