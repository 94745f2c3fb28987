import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConflicts } from '#server/domains/people/conflicts-of-interest/conflicts-of-interest.service.ts';
import { hasReadAsStaff } from '#server/domains/people/conflicts-of-interest/index.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { createRecordsRepository } from '#server/domains/staff/records/found-records.repository.ts';
import { RECORD_TIES } from '#server/domains/staff/records/record-ties.repository.ts';
import { createRecords, type RecordReader } from '#server/domains/staff/records/records.service.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { RECORD_KINDS, RECORD_RIGHTS, type RecordKind } from '#shared/api/console/record-kinds.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { STAFF_ROLES, type Role } from '#shared/api/contract.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const one = async <Row>(text: string, values: unknown[] = []): Promise<Row> =>
  (await database.pool.query(text, values)).rows[0] as Row;

async function person(roles: Role[] = ['buyer']): Promise<string> {
  const { id } = await one<{ id: string }>(
    `insert into person (issuer, subject, kind, name, language, roles)
     values ('test', $1, 'natural', 'Somebody', 'uz', $2) returning id`,
    [randomUUID(), roles],
  );
  return id;
}

async function reader(...roles: Role[]): Promise<RecordReader> {
  return { personId: await person(roles), roles, address: '203.0.113.9' };
}

const records = () =>
  createRecords({
    repository: createRecordsRepository(database.db),
    actions: createActionLog(database.db),
    conflicts: createConflicts(database.db, async () => new Map()),
  });

/** An application for a lot with its deposit held. */
async function applied(lotId: number, personId: string) {
  const wallet = createWallet(database.db);
  const why = { personId, key: randomUUID(), actor: 'system', reason: 'test' };
  await wallet.topUp({ ...why, amountTiyin: 70_000, provider: 'test', reference: 'payment:1' });
  const held = await wallet.hold({ ...why, amountTiyin: 50_000, reference: `lot:${lotId}` });
  if (held.outcome !== 'held') throw new Error(held.outcome);
  const { holdId } = held;
  const { id } = await one<{ id: number }>(
    `insert into trade_application (lot_id, person_id, number, status, confirmed_at, deposit_tiyin, deposit_state, hold_id)
     values ($1, $2, 4, 'admitted', now(), 50000, 'held', $3) returning id`,
    [lotId, personId, holdId],
  );
  return { applicationId: String(id), holdId: String(holdId) };
}

async function task(lotId: number): Promise<string> {
  const { id } = await one<{ id: number }>(
    `insert into staff_task (occasion, kind, lot_id, due_at) values ($1, 'repeat-lot', $2, now()) returning id`,
    [randomUUID(), lotId],
  );
  return String(id);
}

async function decision(kind: string, subject: string, personIds: string[], lotId: number): Promise<string> {
  const { id } = await one<{ id: number }>(
    `insert into decision (kind, subject, payload, digest, person_ids, lot_id, reason, proposed_by, expires_at)
     values ($1, $2, '{}', '', $3, $4, 'because it is so', 'staff', now() + interval '1 day') returning id`,
    [kind, subject, personIds, lotId],
  );
  return String(id);
}

const names = (rows: readonly { kind: RecordKind; number: string }[]) =>
  rows.map(({ kind, number }) => `${kind} ${number}`);

describe('a record', () => {
  test('is shown with those that it names and those that name it, and the reading is recorded', async () => {
    const [lotId, anna, staff] = [
      await publishTestLot(database, { ruleSet: 'private' }),
      await person(),
      await reader('operator'),
    ];
    const { applicationId, holdId } = await applied(lotId, anna);
    const taskId = await task(lotId);
    const decisionId = await decision('payment-absence', 'settlement:12', [anna], lotId);
    const lot = await records().of('lot', String(lotId), staff);
    expect(lot.record).toMatchObject({ kind: 'lot', number: String(lotId), lotId, note: null });
    expect(lot.record.title?.uz).toBeTypeOf('string');
    expect(names(lot.related)).toEqual(
      expect.arrayContaining([
        `application ${applicationId}`,
        `staff-task ${taskId}`,
        `decision ${decisionId}`,
      ]),
    );
    const application = await records().of('application', applicationId, staff);
    expect(application.record).toMatchObject({ state: 'admitted', amountTiyin: 50_000 });
    expect(names(application.related)).toEqual([`person ${anna}`, `lot ${lotId}`, `hold ${holdId}`]);
    const hold = await records().of('hold', holdId, staff);
    expect(hold.record).toMatchObject({ state: 'hold', amountTiyin: 50_000, lotId });
    expect(names(hold.related)).toEqual([`person ${anna}`, `application ${applicationId}`]);
    // Numbers of persons are read in any letters.
    const ofAnna = await records().of('person', anna.toUpperCase(), staff);
    expect(names(ofAnna.related)).toEqual([
      `application ${applicationId}`,
      `hold ${holdId}`,
      `decision ${decisionId}`,
    ]);
    const { rows } = await database.pool.query(
      'select action, reason from person_action where person_id = $1 order by id',
      [staff.personId],
    );
    expect(rows).toEqual(
      [`lot:${lotId}`, `application:${applicationId}`, `hold:${holdId} lot:${lotId}`, `person:${anna}`].map(
        (reason) => ({
          action: 'record-viewed',
          reason,
        }),
      ),
    );
  });

  test('of a deposit says who takes part: who has read it applies for that lot no more', async () => {
    const [lotId, other, staff] = [
      await publishTestLot(database, { ruleSet: 'private' }),
      await publishTestLot(database, { ruleSet: 'private' }),
      await reader('operator'),
    ];
    const { holdId } = await applied(lotId, await person());
    await records().of('hold', holdId, staff);
    expect(await hasReadAsStaff(database.db, staff.personId, lotId)).toBe(true);
    expect(await hasReadAsStaff(database.db, staff.personId, other)).toBe(false);
  });

  test('of a bar, an offer, a claim or a difference leads to people, lots and payments, and back', async () => {
    const [lotId, anna, boris, staff] = [
      await publishTestLot(database, { ruleSet: 'private' }),
      await person(),
      await person(),
      await reader('administrator'),
    ];
    const made = async (text: string, values: unknown[]) =>
      String((await one<{ id: number }>(`${text} returning id`, values)).id);
    const bar = await made(
      `insert into barred_person (kind, id_hash, key_check, id_masked, name_masked, lot_id, start_date, end_date,
         reason, barred_by, person_id, cause)
       values ('pinfl', '${'a'.repeat(64)}', 'check', '3****', 'S***', $1, '2026-01-01', '2026-02-01', 'unpaid',
         'system', $2, 'unpaid')`,
      [lotId, anna],
    );
    const offer = await made(
      `insert into offer (lot_id, kind, person_id, bidder_number, price_tiyin, deposit_tiyin, answer_by, state,
         decided_at, decided_by)
       values ($1, 'reserve', $2, 3, 900, 100, now(), 'declined', now(), 'test')`,
      [lotId, anna],
    );
    const payment = await made(
      `insert into top_up (person_id, provider, amount_tiyin, status, request_id, expires_at)
       values ($1, 'payme', 5000, 'created', gen_random_uuid(), now() + interval '1 hour')`,
      [boris],
    );
    const difference = await made(
      `insert into payment_mismatch (provider, kind, provider_id, top_up_id)
       values ('payme', 'missing-there', 'x-1', $1)`,
      [payment],
    );
    const related = async (kind: RecordKind, number: string) =>
      names((await records().of(kind, number, staff)).related);
    expect(await related('bar', bar)).toEqual([`person ${anna}`, `lot ${lotId}`]);
    expect(await related('offer', offer)).toEqual([`person ${anna}`, `lot ${lotId}`]);
    expect(await related('payment-difference', difference)).toEqual([`payment ${payment}`]);
    expect(await related('lot', String(lotId))).toEqual(
      expect.arrayContaining([`bar ${bar}`, `offer ${offer}`]),
    );
    expect(await related('payment', payment)).toContain(`payment-difference ${difference}`);
    expect((await records().of('bar', bar, staff)).record).toMatchObject({
      state: 'ended',
      note: 'unpaid',
      lotId,
    });
    expect((await records().of('payment-difference', difference, staff)).record).toMatchObject({
      state: 'open',
      note: 'missing-there',
    });
  });

  test('says of which kinds there are more than are shown', async () => {
    const [lotId, staff] = [await publishTestLot(database, { ruleSet: 'private' }), await reader('operator')];
    for (let made = 0; made < 21; made += 1) await task(lotId);
    const { related, more } = await records().of('lot', String(lotId), staff);
    expect(related.filter(({ kind }) => kind === 'staff-task')).toHaveLength(20);
    expect(more).toEqual(['staff-task']);
  });

  test('is none for who has a part in its lot, and is not among the related ones of another', async () => {
    const [lotId, anna, staff] = [
      await publishTestLot(database, { ruleSet: 'private' }),
      await person(),
      await reader('operator'),
    ];
    const { applicationId, holdId } = await applied(lotId, anna);
    const taskId = await task(lotId);
    await database.pool.query(`update lot set customer_person_id = $1 where id = $2`, [
      staff.personId,
      lotId,
    ]);
    for (const [kind, number] of [
      ['lot', String(lotId)],
      ['application', applicationId],
      ['hold', holdId],
      ['staff-task', taskId],
    ] as const)
      await expect(records().of(kind, number, staff), kind).rejects.toMatchObject({ status: 404 });
    expect((await records().of('person', anna, staff)).related).toEqual([]);
    expect((await records().of('person', anna, await reader('operator'))).related).toHaveLength(2);
  });

  test('of a decision is read with the right of what it is about', async () => {
    const lotId = await publishTestLot(database, { ruleSet: 'private' });
    const money = await decision('payment-absence', 'settlement:77', [], lotId);
    const correction = await decision('correct-lot', `lot:${lotId}`, [], lotId);
    const moderator = await reader('moderator');
    await expect(records().of('decision', money, moderator)).rejects.toMatchObject({ status: 404 });
    expect((await records().of('decision', correction, moderator)).record.note).toBe('correct-lot');
    expect(names((await records().of('lot', String(lotId), moderator)).related)).toEqual([
      `decision ${correction}`,
    ]);
  });

  test('is none where its number is not one', async () => {
    const staff = await reader('administrator');
    for (const [kind, number] of [
      ['lot', '9007199254740993000'],
      ['lot', 'x'],
      ['person', '12'],
      ['protocol', '12'],
      ['refund', '0'],
      ['refund', '987654'],
    ] as const)
      await expect(records().of(kind, number, staff), number).rejects.toMatchObject({ status: 404 });
  });
});

test.each(STAFF_ROLES)('records of the kinds that %s does not read are none', async (role) => {
  const staff = await reader(role);
  const repository = createRecordsRepository(database.db);
  const asking = createRecords({
    repository: {
      ...repository,
      find: async (wanted) =>
        wanted.map((name) => ({
          ...name,
          atMs: 0,
          amountTiyin: null,
          state: '',
          title: null,
          note: 'correct-lot',
          lotIds: [],
        })),
      related: async () => RECORD_KINDS.map((kind) => ({ kind, number: numberOf(kind) })),
    },
    actions: createActionLog(database.db),
    conflicts: { lotsOf: async () => [] },
  });
  const own = RECORD_KINDS.filter((kind) => hasRight([role], RECORD_RIGHTS[kind]));
  for (const kind of own) {
    const { related } = await asking.of(kind, numberOf(kind), staff);
    expect(
      related.map((each) => each.kind),
      kind,
    ).toEqual(own);
  }
  for (const kind of RECORD_KINDS.filter((each) => !own.includes(each)))
    await expect(asking.of(kind, numberOf(kind), staff), kind).rejects.toMatchObject({ status: 404 });
});

const numberOf = (kind: RecordKind): string => {
  if (kind === 'person') return '0b7c6a3e-2f6e-4c8f-9a55-6a1f3ac0d001';
  return kind === 'protocol' ? 'P-2026-000001' : '7';
};

test('every kind is found and tied by queries that PostgreSQL takes', async () => {
  const repository = createRecordsRepository(database.db);
  expect(await repository.find(RECORD_KINDS.map((kind) => ({ kind, number: numberOf(kind) })))).toBeDefined();
  for (const kind of RECORD_KINDS)
    expect(await repository.related({ kind, number: numberOf(kind) }, RECORD_KINDS, 5)).toBeDefined();
  const tied = new Set(RECORD_TIES.flatMap(({ a, b }) => [a, b]));
  expect(RECORD_KINDS.filter((kind) => !tied.has(kind))).toEqual([]);
});
