import { randomInt, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { withApplications, type ApplicationsFixture } from '../../fixtures/applications-fixture.ts';
import type { ApplicationWorkflows } from '../../fixtures/application-workflows.ts';
import type { TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
let workflows: ApplicationWorkflows;
let paidLot: ApplicationsFixture['paidLot'];
withApplications((fixture) => ({ database, workflows, paidLot } = fixture));

const refusal = async (lotId: number, personId: string) => {
  const answer = await workflows.applying.sendCode(lotId, personId, '127.0.0.1');
  return answer?.outcome === 'refused' ? answer.objection.reason : answer?.outcome;
};

describe('an application is taken', () => {
  test('of whose confirmed phone the seller only states, and not that of the one who states it', async () => {
    const lotId = await paidLot();
    const [owner, stating] = [await workflows.person(50_000_00), await workflows.person(50_000_00)];
    for (const [id, confirmedAt] of [
      [owner, new Date()],
      [stating, null],
    ])
      await database.pool.query(
        `insert into person (id, issuer, subject, kind, name, phone, phone_confirmed_at, language)
         values ($1::uuid, 'test', $1::text, 'natural', 'n', '+998931110077', $2, 'uz')`,
        [id, confirmedAt],
      );
    const sell = (personId: string) =>
      database.pool.query('update lot set customer_person_id = $2 where id = $1', [lotId, personId]);
    await sell(stating);
    expect(await workflows.apply(lotId, owner)).toMatchObject({ outcome: 'applied' });
    await sell(owner);
    expect(await refusal(lotId, stating)).toBe('own-lot');
  });
});

describe('an application is refused', () => {
  test('to another account of the one who sells the lot, by PINFL or phone, with money and code alike', async () => {
    const lotId = await paidLot();
    const [seller, byPinfl, byPhone, other] = [
      randomUUID(),
      await workflows.person(50_000_00),
      await workflows.person(50_000_00),
      await workflows.person(50_000_00),
    ];
    for (const [id, phone, pinfl] of [
      [seller, '+998931110001', '30101900000309'],
      [byPinfl, '+998931110002', '30101900000309'],
      [byPhone, '+998931110001', '30101900000317'],
      [other, '+998931110004', '30101900000325'],
    ])
      await database.pool.query(
        `insert into person (id, issuer, subject, kind, name, phone, pinfl, language)
         values ($1::uuid, 'test', $1::text, 'natural', 'n', $2, $3, 'uz')`,
        [id, phone, pinfl],
      );
    const sell = (personId: string | null) =>
      database.pool.query('update lot set customer_person_id = $2 where id = $1', [lotId, personId]);
    await sell(seller);
    for (const each of [byPinfl, byPhone]) expect(await refusal(lotId, each)).toBe('own-lot');
    // With a code from before the lot had its seller.
    await sell(null);
    await workflows.applying.sendCode(lotId, byPinfl, '127.0.0.1');
    await sell(seller);
    expect(await workflows.applying.apply(lotId, byPinfl, workflows.codeOf(byPinfl))).toMatchObject({
      objection: { reason: 'own-lot' },
    });
    expect(await workflows.held(byPinfl)).toBe(0);
    // It became known while the application waited for the room: the deposit is back, and the person knows why.
    workflows.room.before = async () => {
      throw Object.assign(new Error('away'), { name: 'ControlOutcomeUnknown' });
    };
    expect(await workflows.apply(lotId, other)).toMatchObject({ outcome: 'applied' });
    workflows.room.before = async () => undefined;
    await database.pool.query(`update person set phone = '+998931110001' where id = $1`, [other]);
    await workflows.admission.admitWaiting((error) => {
      throw error;
    });
    expect(await workflows.applications.find(lotId, other)).toMatchObject({
      status: 'turned-down',
      reason: 'own-lot',
      deposit_state: 'released',
    });
    expect(workflows.room.seat(lotId, other)).toBeUndefined();
    expect((await workflows.notices(other)).at(-1)).toBe('application-own-lot');
  });

  test.each([
    ['who takes part', 'application', 'bidders-viewed', (lotId: number) => `lot:${lotId}`],
    ['its record', 'account', 'record-viewed', (lotId: number) => `lot:${lotId}`],
    [
      'the record of an application',
      'account',
      'record-viewed',
      (_: number, id: number) => `application:${id}`,
    ],
    [
      'that of a rival',
      'account',
      'record-viewed',
      (_: number, _id: number, rival: string) => `person:${rival}`,
    ],
    [
      'the trail of a rival',
      'account',
      'trail-viewed',
      (_: number, _id: number, rival: string) => `person:${rival} all`,
    ],
    [
      'it as a file',
      'account',
      'trail-exported',
      (_: number, _id: number, rival: string) => `person:${rival} all`,
    ],
    ['their limits', 'application', 'limits-viewed', (lotId: number) => `lot:${lotId} A complaint`],
    [
      'their limits in the list',
      'application',
      'limits-viewed',
      (_: number, id: number) => `application:${id}`,
    ],
    ['their offers', 'account', 'attempts-searched', (lotId: number) => `lot:${lotId} person:p1`],
  ])('to who has read, as staff and under another account, %s', async (_, type, action, reasonOf) => {
    const [lotId, other] = [await paidLot(), await paidLot()];
    const [staff, trading] = [randomUUID(), await workflows.person(50_000_00)];
    const phone = `+99893${randomInt(1_000_000, 9_999_999)}`;
    for (const id of [staff, trading])
      await database.pool.query(
        `insert into person (id, issuer, subject, kind, name, phone, language)
         values ($1::uuid, 'test', $1::text, 'natural', 'n', $2, 'uz')`,
        [id, phone],
      );
    const rivalId = await workflows.person(50_000_00);
    const rival = await workflows.apply(lotId, rivalId);
    if (rival?.outcome !== 'applied') throw new Error(rival?.outcome);
    await createActionLog(database.db).record({
      personId: staff,
      type,
      action,
      result: 'done',
      reason: reasonOf(lotId, rival.applicationId, rivalId),
    });
    expect(await refusal(lotId, trading)).toBe('read-as-staff');
    expect(await workflows.apply(other, trading)).toMatchObject({ outcome: 'applied' });
  });

  test('to who is barred while the application waits: it is turned down, and the deposit is back', async () => {
    const lotId = await paidLot();
    const personId = await workflows.person(50_000_00);
    workflows.room.before = async () => {
      throw Object.assign(new Error('away'), { name: 'ControlOutcomeUnknown' });
    };
    expect(await workflows.apply(lotId, personId)).toMatchObject({ outcome: 'applied' });
    workflows.room.before = async () => undefined;
    workflows.bars.set(personId, '2099-01-01');
    await workflows.admission.admitWaiting((error) => {
      throw error;
    });
    expect(await workflows.applications.find(lotId, personId)).toMatchObject({
      status: 'turned-down',
      reason: 'barred',
      deposit_state: 'released',
    });
    expect(workflows.room.seat(lotId, personId)).toBeUndefined();
    expect((await workflows.notices(personId)).at(-1)).toBe('application-barred');
    workflows.bars.delete(personId);
  });

  test('to natural persons who are not of age by their PINFL', async () => {
    const lotId = await paidLot();
    const personId = await workflows.person(50_000_00);
    const person = workflows.people.get(personId)!;
    workflows.people.set(personId, { ...person, nationalId: { kind: 'pinfl', value: '50101150000000' } });
    expect(await refusal(lotId, personId)).toBe('under-age');
    workflows.people.set(personId, { ...person, nationalId: { kind: 'stir', value: '501011500' } });
    expect(await refusal(lotId, personId)).toBe('sent');
  });

  test('to foreigners whose PINFL contains no day of birth, until a document has shown it', async () => {
    const lotId = await paidLot();
    const personId = await workflows.person(50_000_00);
    const person = workflows.people.get(personId)!;
    const foreigner = { ...person, nationalId: { kind: 'pinfl', value: '31234567890123' } } as const;
    workflows.people.set(personId, foreigner);
    expect(await refusal(lotId, personId)).toBe('under-age');
    workflows.people.set(personId, { ...foreigner, shownOfAge: true });
    expect(await refusal(lotId, personId)).toBe('sent');
  });

  test('to who has become staff between reading and writing', async () => {
    const lotId = await paidLot();
    const personId = await workflows.person(50_000_00);
    await workflows.applying.sendCode(lotId, personId, '127.0.0.1');
    workflows.lookUp = async () => {
      workflows.people.set(personId, { ...workflows.people.get(personId)!, roles: ['operator'] });
    };
    expect(await workflows.applying.apply(lotId, personId, workflows.codeOf(personId))).toMatchObject({
      objection: { reason: 'not-buyer' },
    });
    expect(await workflows.held(personId)).toBe(0);
  });
});
