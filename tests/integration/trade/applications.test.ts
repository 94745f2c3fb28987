import { describe, expect, test } from 'vitest';
import { DEPOSIT, withApplications, type ApplicationsFixture } from '../../fixtures/applications-fixture.ts';
import type { ApplicationWorkflows } from '../../fixtures/application-workflows.ts';
import type { TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
let workflows: ApplicationWorkflows;
let paidLot: ApplicationsFixture['paidLot'];
withApplications((fixture) => ({ database, workflows, paidLot } = fixture));

const setLot = (lotId: number, set: string) =>
  database.pool.query(`update lot set ${set} where id = $1`, [lotId]);

const refusal = async (lotId: number, personId: string) => {
  const answer = await workflows.applying.sendCode(lotId, personId, '127.0.0.1');
  return answer?.outcome === 'refused' ? answer.objection.reason : answer?.outcome;
};

describe('applying', () => {
  test('holds the deposit, draws a number and sits down in the room', async () => {
    const lotId = await paidLot();
    const personId = await workflows.person(25_000_00);
    expect(await workflows.apply(lotId, personId)).toMatchObject({ outcome: 'applied', already: false });
    const application = await workflows.applications.find(lotId, personId);
    expect(application).toMatchObject({
      status: 'admitted',
      deposit_state: 'held',
      deposit_tiyin: DEPOSIT,
      // (10 000 held + 15 000 left) at 5 percent, though the deposit is of 10.
      limit_tiyin: 500_000_00,
    });
    expect(workflows.room.seat(lotId, personId)).toMatchObject({
      number: application?.number,
      limitTiyin: 500_000_00,
    });
    expect(await workflows.wallet.balanceOf(personId)).toBe(15_000_00);
    expect(await workflows.held(personId)).toBe(DEPOSIT);
    expect(await workflows.notices(personId)).toEqual(['deposit-held', 'application-admitted']);
  });

  test('asks nothing to be held and sets no limit where the lot asks for no deposit', async () => {
    const lotId = await paidLot({ choices: { depositPercent: 0 } });
    const personId = await workflows.person(0);
    expect(await workflows.apply(lotId, personId)).toMatchObject({ outcome: 'applied' });
    expect(await workflows.applications.find(lotId, personId)).toMatchObject({
      deposit_state: 'none',
      limit_tiyin: null,
    });
  });

  test('answers the same application when it is sent twice, ten times at once or without a code', async () => {
    const lotId = await paidLot();
    const personId = await workflows.person(50_000_00);
    await workflows.applying.sendCode(lotId, personId, '127.0.0.1');
    const code = workflows.codeOf(personId);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => workflows.applying.apply(lotId, personId, code)),
    );
    const ids = new Set(
      answers.map((answer) => (answer?.outcome === 'applied' ? answer.applicationId : null)),
    );
    expect(ids.size).toBe(1);
    expect(answers.filter((answer) => answer?.outcome === 'applied' && !answer.already)).toHaveLength(1);
    expect(await workflows.applying.apply(lotId, personId, '000000')).toMatchObject({
      outcome: 'applied',
      already: true,
    });
    expect(await workflows.held(personId)).toBe(DEPOSIT);
    expect(await refusal(lotId, personId)).toBe('applied');
  });

  test('of two lots at the same moment only as many are held as the money allows', async () => {
    const lots = await Promise.all([paidLot(), paidLot(), paidLot()]);
    const personId = await workflows.person(2 * DEPOSIT + 1);
    const codes: string[] = [];
    for (const lotId of lots) {
      await workflows.applying.sendCode(lotId, personId, '127.0.0.1');
      codes.push(workflows.codeOf(personId));
    }
    const answers = await Promise.all(
      lots.map((lotId, i) => workflows.applying.apply(lotId, personId, codes[i] ?? '')),
    );
    const outcomes = answers.map((answer) =>
      answer?.outcome === 'refused' ? answer.objection : answer?.outcome,
    );
    expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(2);
    expect(outcomes).toContainEqual({ reason: 'short-balance', missingTiyin: DEPOSIT - 1 });
    expect(await workflows.held(personId)).toBe(2 * DEPOSIT);
  });

  test('gives numbers without a collision when many apply at once', async () => {
    const lotId = await paidLot({ choices: { depositPercent: 0 } });
    const people = await Promise.all(Array.from({ length: 25 }, () => workflows.person(0)));
    for (const personId of people) await workflows.applying.sendCode(lotId, personId, '127.0.0.1');
    await Promise.all(
      people.map((personId) => workflows.applying.apply(lotId, personId, workflows.codeOf(personId))),
    );
    const { rows } = await database.pool.query('select number from trade_application where lot_id = $1', [
      lotId,
    ]);
    expect(new Set(rows.map(({ number }) => number)).size).toBe(25);
  });

  test('takes only a code of this lot, once, and says what is wrong with any other', async () => {
    const [lotId, other] = [await paidLot(), await paidLot()];
    const personId = await workflows.person(50_000_00);
    await workflows.applying.sendCode(other, personId, '127.0.0.1');
    const foreign = workflows.codeOf(personId);
    expect(await workflows.applying.apply(lotId, personId, foreign)).toEqual({
      outcome: 'code',
      problem: 'expired',
    });
    await workflows.applying.sendCode(lotId, personId, '127.0.0.1');
    const right = workflows.codeOf(personId);
    const wrong = right === '111111' ? '222222' : '111111';
    for (let i = 0; i < 5; i += 1)
      expect(await workflows.applying.apply(lotId, personId, wrong)).toEqual({
        outcome: 'code',
        problem: 'wrong',
      });
    expect(await workflows.applying.apply(lotId, personId, right)).toEqual({
      outcome: 'code',
      problem: 'too-many',
    });
    expect(await workflows.held(personId)).toBe(0);
  });

  test('an application that was made while the room did not answer is admitted by the next round', async () => {
    const lotId = await paidLot();
    const personId = await workflows.person(50_000_00);
    workflows.room.before = () =>
      Promise.reject(Object.assign(new Error('no answer'), { name: 'ControlOutcomeUnknown' }));
    expect(await workflows.apply(lotId, personId)).toMatchObject({ outcome: 'applied' });
    expect(await workflows.applications.find(lotId, personId)).toMatchObject({ status: 'requested' });
    workflows.room.before = async () => undefined;
    await workflows.admission.admitWaiting((error) => {
      throw error;
    });
    expect(await workflows.applications.find(lotId, personId)).toMatchObject({ status: 'admitted' });
  });

  test('an application whose room closes before the admission gets its deposit back and a notification', async () => {
    const lotId = await paidLot();
    const personId = await workflows.person(DEPOSIT);
    workflows.room.closed = true;
    await workflows.apply(lotId, personId);
    expect(await workflows.applications.find(lotId, personId)).toMatchObject({
      status: 'turned-down',
      deposit_state: 'released',
    });
    expect(await workflows.wallet.balanceOf(personId)).toBe(DEPOSIT);
    expect(await workflows.notices(personId)).toContain('application-turned-down');
  });
});

describe('an application is refused', () => {
  test.each([
    ['practice', "practice = true, rule_set_name = 'private'"],
    ['not-auction', "trade_type = 'fixed-price'"],
    ['lot-closed', 'status = 9'],
    ['lot-closed', "outcome = 'withdrawn'"],
    ['applications-closed', 'applications_until = now()'],
  ])('with %s where %s', async (reason, set) => {
    const lotId = await paidLot();
    await setLot(lotId, set);
    expect(await refusal(lotId, await workflows.person(50_000_00))).toBe(reason);
  });

  test('to the owner of the lot, to who is no buyer, barred, without consent or with gaps in the profile', async () => {
    const lotId = await paidLot();
    const owner = await workflows.person(50_000_00);
    await database.pool.query('update lot set customer_person_id = $2 where id = $1', [lotId, owner]);
    expect(await refusal(lotId, owner)).toBe('own-lot');
    expect(await refusal(lotId, await workflows.person(50_000_00, { roles: ['customer'] }))).toBe(
      'not-buyer',
    );
    const unsigned = await workflows.person(50_000_00);
    workflows.consents.delete(unsigned);
    expect(await refusal(lotId, unsigned)).toBe('consent');
    const barred = await workflows.person(50_000_00);
    workflows.bars.set(barred, '2030-01-31');
    expect(await workflows.applying.sendCode(lotId, barred, '127.0.0.1')).toMatchObject({
      objection: { reason: 'barred', until: '2030-01-31' },
    });
    const bare = await workflows.person(50_000_00, { nationalId: null, name: ' ', phone: null });
    expect(await workflows.applying.sendCode(lotId, bare, '127.0.0.1')).toMatchObject({
      objection: { reason: 'profile', missingFacts: ['national-id', 'name', 'phone'] },
    });
    expect(workflows.sent).toEqual([]);
  });

  test('with the sum that is missing, to the tiyin', async () => {
    const lotId = await paidLot();
    expect(
      await workflows.applying.sendCode(lotId, await workflows.person(DEPOSIT - 1), '127.0.0.1'),
    ).toEqual({
      outcome: 'refused',
      depositTiyin: DEPOSIT,
      objection: { reason: 'short-balance', missingTiyin: 1 },
    });
    expect(await workflows.applying.sendCode(lotId, await workflows.person(0), '127.0.0.1')).toMatchObject({
      objection: { missingTiyin: DEPOSIT },
    });
    expect(await refusal(lotId, await workflows.person(DEPOSIT))).toBe('sent');
  });

  test('when the facts have changed since the code was sent, and the code stays valid', async () => {
    const lotId = await paidLot();
    const personId = await workflows.person(50_000_00);
    await workflows.applying.sendCode(lotId, personId, '127.0.0.1');
    workflows.bars.set(personId, '2030-01-31');
    const code = workflows.codeOf(personId);
    expect(await workflows.applying.apply(lotId, personId, code)).toMatchObject({ outcome: 'refused' });
    workflows.bars.delete(personId);
    expect(await workflows.applying.apply(lotId, personId, code)).toMatchObject({ outcome: 'applied' });
  });

  test('by the clock of the database: at midnight in Tashkent the deadline itself is late', async () => {
    const lotId = await paidLot();
    const personId = await workflows.person(50_000_00);
    await workflows.applying.sendCode(lotId, personId, '127.0.0.1');
    await setLot(lotId, "applications_until = clock_timestamp() + interval '150 ms'");
    const early = await workflows.applications.lot(lotId);
    expect(early!.now < early!.applicationsUntil).toBe(true);
    await database.pool.query('select pg_sleep(0.2)');
    expect(await workflows.applying.apply(lotId, personId, workflows.codeOf(personId))).toMatchObject({
      objection: { reason: 'applications-closed' },
    });
  });

  test('when the hammer fell at the same moment: no one applies behind its back', async () => {
    const lotId = await paidLot();
    const personId = await workflows.person(50_000_00);
    await workflows.applying.sendCode(lotId, personId, '127.0.0.1');
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query("update lot set outcome = 'withdrawn', status = 10 where id = $1", [lotId]);
    const applying = workflows.applying.apply(lotId, personId, workflows.codeOf(personId));
    await client.query('select pg_sleep(0.1)');
    await client.query('commit');
    client.release();
    expect(await applying).toMatchObject({ objection: { reason: 'lot-closed' } });
    expect(await workflows.held(personId)).toBe(0);
  });
});

describe('cancelling', () => {
  const applied = async (more: Parameters<typeof paidLot>[0] = {}) => {
    const lotId = await paidLot(more);
    const personId = await workflows.person(DEPOSIT);
    await workflows.apply(lotId, personId);
    const cancel = async () => {
      await workflows.cancelling.sendCode(lotId, personId, '127.0.0.1');
      return workflows.cancelling.cancel(lotId, personId, workflows.codeOf(personId));
    };
    return { lotId, personId, cancel };
  };

  test('leaves the room first, then releases the deposit at once, and may be repeated', async () => {
    const { lotId, personId, cancel } = await applied();
    expect(await cancel()).toEqual({ outcome: 'cancelled', already: false, releasedTiyin: DEPOSIT });
    expect(workflows.room.seat(lotId, personId)?.revoked).toBe(true);
    expect(await workflows.wallet.balanceOf(personId)).toBe(DEPOSIT);
    expect(await workflows.cancelling.cancel(lotId, personId, '000000')).toMatchObject({ already: true });
    expect(await workflows.notices(personId)).toContain('application-cancelled');
  });

  test('allows applying again: another round with a deposit of its own and the same number', async () => {
    const { lotId, personId, cancel } = await applied();
    const first = await workflows.applications.find(lotId, personId);
    await cancel();
    expect(await workflows.apply(lotId, personId)).toMatchObject({ outcome: 'applied', already: false });
    const second = await workflows.applications.find(lotId, personId);
    expect(second).toMatchObject({ id: first?.id, number: first?.number, round: 2, status: 'admitted' });
    expect(second?.hold_id).not.toBe(first?.hold_id);
    expect(await workflows.held(personId)).toBe(DEPOSIT);
    expect(await cancel()).toMatchObject({ outcome: 'cancelled', already: false });
  });

  test.each([
    ['has-price', { price: true }],
    ['auto-bid', { auto: true }],
  ] as const)('is refused with %s', async (reason, bids) => {
    const { lotId, personId, cancel } = await applied();
    workflows.room.bids(lotId, personId, bids);
    expect(await cancel()).toEqual({ outcome: 'refused', reason });
    expect(await workflows.held(personId)).toBe(DEPOSIT);
  });

  test.each([
    ['last-minutes', "applications_until = now() + interval '9 minutes 59 seconds'"],
    ['applications-closed', 'applications_until = now()'],
    ['applications-closed', "outcome = 'sold', status = 5"],
  ])('is refused with %s where %s', async (reason, set) => {
    const { lotId, cancel } = await applied();
    await setLot(lotId, set);
    expect(await cancel()).toEqual({ outcome: 'refused', reason });
    await workflows.deposits.sweep((error) => {
      throw error;
    });
  });

  test('is refused to who is needed for a price to count, and the deposit stays', async () => {
    const { lotId, personId, cancel } = await applied();
    workflows.room.needed = personId;
    expect(await cancel()).toEqual({ outcome: 'refused', reason: 'needed' });
    workflows.room.needed = null;
    expect(await workflows.applications.find(lotId, personId)).toMatchObject({
      status: 'admitted',
      deposit_state: 'held',
    });
  });

  test('is refused to who has not applied', async () => {
    const lotId = await paidLot();
    const stranger = await workflows.person(0);
    expect(await workflows.cancelling.sendCode(lotId, stranger, '127.0.0.1')).toEqual({
      outcome: 'refused',
      reason: 'no-application',
    });
  });

  test('a price that slips in before the room is asked keeps person and deposit in', async () => {
    const { lotId, personId } = await applied();
    await workflows.cancelling.sendCode(lotId, personId, '127.0.0.1');
    workflows.room.before = async (command) => {
      if (command === 'revoke') workflows.room.bids(lotId, personId, { price: true });
    };
    expect(await workflows.cancelling.cancel(lotId, personId, workflows.codeOf(personId))).toEqual({
      outcome: 'refused',
      reason: 'has-price',
    });
    expect(workflows.room.seat(lotId, personId)?.revoked).toBe(false);
    expect(await workflows.applications.find(lotId, personId)).toMatchObject({
      status: 'admitted',
      deposit_state: 'held',
    });
  });

  test('one that dies before the room answers is finished by the worker', async () => {
    const { lotId, personId } = await applied();
    await workflows.cancelling.sendCode(lotId, personId, '127.0.0.1');
    workflows.room.before = () =>
      Promise.reject(Object.assign(new Error('no answer'), { name: 'ControlOutcomeUnknown' }));
    expect(await workflows.cancelling.cancel(lotId, personId, workflows.codeOf(personId))).toEqual({
      outcome: 'refused',
      reason: 'busy',
    });
    expect(await workflows.held(personId)).toBe(DEPOSIT);
    workflows.room.before = async () => undefined;
    await database.pool.query(
      "update trade_application set cancelling_at = now() - interval '1 minute' where lot_id = $1",
      [lotId],
    );
    await workflows.cancelling.finishStuck((error) => {
      throw error;
    });
    expect(await workflows.applications.find(lotId, personId)).toMatchObject({
      status: 'cancelled',
      deposit_state: 'released',
    });
  });

  test('cancelling while the deposit is being held waits for it and leaves nothing behind', async () => {
    const lotId = await paidLot();
    const personId = await workflows.person(DEPOSIT);
    await workflows.applying.sendCode(lotId, personId, '127.0.0.1');
    let letGo: () => void = () => undefined;
    const inTheRoom = new Promise<void>((entered) => {
      workflows.room.before = async (command) => {
        if (command !== 'admit') return;
        entered();
        await new Promise<void>((resolve) => (letGo = resolve));
      };
    });
    const applying = workflows.applying.apply(lotId, personId, workflows.codeOf(personId));
    await inTheRoom;
    await workflows.cancelling.sendCode(lotId, personId, '127.0.0.1');
    const cancelling = workflows.cancelling.cancel(lotId, personId, workflows.codeOf(personId));
    letGo();
    await applying;
    expect(await cancelling).toMatchObject({ outcome: 'cancelled' });
    expect(workflows.room.seat(lotId, personId)?.revoked).toBe(true);
    expect(await workflows.wallet.balanceOf(personId)).toBe(DEPOSIT);
  });
});
