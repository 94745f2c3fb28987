import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createNotifications, type Notifications } from '#server/domains/content/notifications/index.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { createConflicts } from '#server/domains/people/conflicts-of-interest/conflicts-of-interest.service.ts';
import { accountsOf } from '#server/domains/people/conflicts-of-interest/same-person.repository.ts';
import { createIncidents } from '#server/domains/staff/incidents/incidents.service.ts';
import { createStaffNotes } from '#server/domains/staff/notes/staff-notes.service.ts';
import { createStaffTasks } from '#server/domains/staff/tasks/staff-tasks.service.ts';
import { createOpenIncidents } from '#server/domains/staff/incidents/open-incidents.ts';
import { createSendMessages } from '#server/domains/staff/incidents/send-messages.ts';
import { createTradeApplicationsRepository } from '#server/domains/trade/trade-applications/index.ts';
import { INCIDENT_ALONE_PEOPLE } from '#shared/limits/incidents.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const MINUTE_US = 60_000_000;
const PAGE = { page: 1, size: 100 };
const REPORT = 'The cable of the second provider was cut, its owner has joined it again.';
const WORDS = {
  uz: 'Auksionlar toʻxtab qoldi, vaqt qaytarildi.',
  ru: 'Аукционы прерывались, время возвращено.',
};

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('truncate incident, incident_step, incident_message, auction_interruption');
  await database.pool.query('truncate technical_break, technical_break_room cascade');
});

async function person(name: string, roles: string[] = []) {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into person (issuer, subject, kind, name, language, roles)
     values ('test', $1, 'natural', $2, 'uz', $3) returning id`,
    [randomUUID(), name, roles],
  );
  return { personId: rows[0]!.id, name, address: '203.0.113.9' };
}

const record = (action: Omit<Parameters<ReturnType<typeof createActionLog>['record']>[0], 'address'>) =>
  createActionLog(database.db).record({ ...action, address: null });
const incidents = () =>
  createIncidents({
    db: database.db,
    record,
    recordReading: (action) => createActionLog(database.db).record(action),
    colleagues: () => createStaffTasks({ db: database.db, record }).colleagues(),
    accountsOf,
    conflicts: createConflicts(database.db, async () => new Map()),
  });
const round = () => createOpenIncidents(database.db)();
const open = (by: { personId: string; name: string }, minutesAgo = 60, requestId = randomUUID()) =>
  incidents().open(
    { requestId, title: 'Rooms stood still', severity: 'major', sinceMs: Date.now() - minutesAgo * 60_000 },
    by,
  );
const all = async () => (await incidents().page({ ...PAGE, state: 'all' })).items;

interface Interruption {
  kind?: 'suspended' | 'deadlineMoved';
  cause?: string;
  beganUs: number;
  endedUs?: number | null;
  outageUs?: number;
}
let seq = 0;
async function interrupt(lotId: number, of: Interruption): Promise<void> {
  const { kind = 'suspended', cause = 'outage', beganUs, endedUs = null, outageUs = null } = of;
  await database.pool.query(
    `insert into auction_interruption (lot_id, seq, kind, cause, reason, began_us, ended_us, outage_us)
     values ($1, $2, $3, $4, '', $5, $6, $7)`,
    [lotId, (seq += 1), kind, cause, beganUs, endedUs, outageUs],
  );
}
const minutesAgoUs = (minutes: number) => Date.now() * 1_000 - minutes * MINUTE_US;

async function admit(lotId: number, personId: string): Promise<void> {
  await createTradeApplicationsRepository(database.db).apply(lotId, personId, 0);
  await database.pool.query(
    `update trade_application set status = 'admitted', confirmed_at = now() where lot_id = $1 and person_id = $2`,
    [lotId, personId],
  );
}

describe('an incident', () => {
  test('is opened once for a request, watched, closed with a report and reopened with a reason, each recorded', async () => {
    const anna = await person('Anna', ['operator']);
    const requestId = randomUUID();
    const first = await open(anna, 60, requestId);
    expect(await open(anna, 60, requestId)).toEqual(first);
    expect(first).toMatchObject({ state: 'open', cause: 'staff', untilMs: null, report: null });
    const { id } = first;
    await expect(incidents().reopen(id, 'was not over', anna)).rejects.toMatchObject({
      code: 'incidents.state',
    });
    const watched = await incidents().watch(id, anna);
    expect(watched.state).toBe('watching');
    expect(watched.untilMs).not.toBeNull();
    await expect(incidents().watch(id, anna)).rejects.toMatchObject({ code: 'incidents.state' });
    expect(await incidents().close(id, REPORT, anna)).toMatchObject({ state: 'closed', report: REPORT });
    await expect(incidents().close(id, REPORT, anna)).rejects.toMatchObject({ code: 'incidents.state' });
    expect(await incidents().reopen(id, 'It came back', anna)).toMatchObject({
      state: 'open',
      untilMs: null,
      report: null,
    });
    const { rows } = await database.pool.query(
      `select action from person_action where person_id = $1 and type = 'incident' order by id`,
      [anna.personId],
    );
    expect(rows.map(({ action }) => action)).toEqual(['opened', 'watched', 'closed', 'reopened']);
    await expect(incidents().one(999_999)).rejects.toMatchObject({ status: 404 });
  });

  test('has an owner who may deal with it, and times one after the other', async () => {
    const [anna, auditor] = [await person('Anna', ['operator']), await person('Vali', ['auditor'])];
    const { id, sinceMs } = await open(anna);
    const change = { title: 'Rooms stood still', severity: 'minor', sinceMs, untilMs: null } as const;
    await expect(
      incidents().change(id, { ...change, ownerId: auditor.personId }, anna),
    ).rejects.toMatchObject({ code: 'incidents.no-colleague' });
    expect(await incidents().change(id, { ...change, ownerId: anna.personId }, anna)).toMatchObject({
      severity: 'minor',
      owner: { id: anna.personId, name: 'Anna' },
    });
    await expect(
      incidents().change(id, { ...change, untilMs: sinceMs - 1, ownerId: null }, anna),
    ).rejects.toMatchObject({ code: 'incidents.times' });
    await incidents().close(id, REPORT, anna);
    await expect(incidents().change(id, { ...change, ownerId: null }, anna)).rejects.toMatchObject({
      code: 'incidents.state',
    });
  });

  test('shows what was recorded elsewhere in its time, and nothing of another time', async () => {
    const anna = await person('Anna', ['operator']);
    const [lotId, other] = [
      await publishTestLot(database, { ruleSet: 'private' }),
      await publishTestLot(database, { ruleSet: 'private' }),
    ];
    const { id } = await open(anna);
    await interrupt(lotId, { beganUs: minutesAgoUs(30), endedUs: minutesAgoUs(20) });
    await interrupt(other, { beganUs: minutesAgoUs(600), endedUs: minutesAgoUs(500) });
    await createStaffNotes(database.db).add({ kind: 'incident', id }, anna, 'Asked the provider.');
    const tasks = createStaffTasks({ db: database.db, record });
    await tasks.open({ occasion: randomUUID(), kind: 'repeat-lot', lotId, dueAt: new Date() });
    await tasks.open({ occasion: randomUUID(), kind: 'repeat-lot', lotId: other, dueAt: new Date() });
    const events = await incidents().timeline(id);
    expect(events.map(({ event, lotId: about }) => [event, about])).toEqual([
      ['rooms-interrupted', lotId],
      ['rooms-resumed', lotId],
      ['opened', null],
      ['note', null],
      ['task-opened', lotId],
    ]);
    expect(events.find(({ event }) => event === 'note')).toMatchObject({
      by: 'Anna',
      text: 'Asked the provider.',
    });
  });
});

describe('an event of the platform', () => {
  test('an outage opens one incident, however many rooms it interrupts and however late they say so', async () => {
    const lots = [
      await publishTestLot(database, { ruleSet: 'private' }),
      await publishTestLot(database, { ruleSet: 'private' }),
      await publishTestLot(database, { ruleSet: 'private' }),
    ];
    const [first = 0, second = 0, third = 0] = lots;
    await interrupt(first, { beganUs: minutesAgoUs(10) });
    await interrupt(second, {
      beganUs: minutesAgoUs(9),
      kind: 'deadlineMoved',
      cause: 'rebuild',
      outageUs: MINUTE_US,
    });
    await Promise.all([round(), round(), round()]);
    expect(await all()).toMatchObject([
      { cause: 'outage', severity: 'critical', state: 'open', title: null },
    ]);
    const began = minutesAgoUs(12);
    await interrupt(third, { beganUs: began });
    await round();
    expect(await all()).toMatchObject([{ cause: 'outage', sinceMs: Math.floor(began / 1_000) }]);
    const { id } = (await all())[0]!;
    await incidents().close(id, REPORT, await person('Anna', ['operator']));
    await round();
    expect(await all()).toHaveLength(1);
    await interrupt(first, { beganUs: Date.now() * 1_000 + 1_000 });
    await round();
    expect(await all()).toHaveLength(2);
  });

  test.each<[string, Interruption]>([
    ['a pause by staff', { cause: 'staff', beganUs: minutesAgoUs(5) }],
    [
      'a stall of a second',
      { kind: 'deadlineMoved', cause: 'stall', outageUs: 1_000_000, beganUs: minutesAgoUs(5) },
    ],
    ['an outage of two days ago', { beganUs: minutesAgoUs(2 * 24 * 60) }],
  ])('%s opens none', async (_, interruption) => {
    await interrupt(await publishTestLot(database, { ruleSet: 'private' }), interruption);
    await round();
    expect(await all()).toEqual([]);
  });

  test('a technical break opens one, which is watched once its rooms go on', async () => {
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into technical_break (reason, begun_by, begun_by_name) values ('A new release', 'anna', 'Anna') returning id`,
    );
    await Promise.all([round(), round()]);
    expect(await all()).toMatchObject([{ cause: 'technical-break', state: 'open', untilMs: null }]);
    await database.pool.query(
      `update technical_break set ended_by = 'anna', ended_by_name = 'Anna', ended_at = now(), over_at = now() where id = $1`,
      [rows[0]!.id],
    );
    await round();
    expect(await all()).toMatchObject([{ cause: 'technical-break', state: 'watching' }]);
    const { id } = (await all())[0]!;
    expect((await incidents().timeline(id)).map(({ event, by }) => [event, by])).toEqual(
      expect.arrayContaining([
        ['opened', null],
        ['break-begun', 'Anna'],
        ['break-ended', 'Anna'],
        ['watched', null],
      ]),
    );
    await incidents().reopen(id, 'It came back', await person('Anna', ['operator']));
    await round();
    expect(await all()).toMatchObject([{ state: 'open' }]);
  });
});

describe('whom an incident concerns', () => {
  async function concerning() {
    const anna = await person('Anna', ['operator']);
    const [one, two, calm] = [
      await publishTestLot(database, { ruleSet: 'private' }),
      await publishTestLot(database, { ruleSet: 'private' }),
      await publishTestLot(database, { ruleSet: 'private' }),
    ];
    const [ali, vali, far] = [await person('Ali'), await person('Vali'), await person('Far')];
    await admit(one, ali.personId);
    await admit(two, ali.personId);
    await admit(two, vali.personId);
    await admit(calm, far.personId);
    await interrupt(one, { beganUs: minutesAgoUs(90), endedUs: minutesAgoUs(30) });
    await interrupt(two, { cause: 'staff', beganUs: minutesAgoUs(20) });
    await interrupt(calm, { kind: 'deadlineMoved', cause: 'staff', beganUs: minutesAgoUs(20), outageUs: 0 });
    await interrupt(calm, { beganUs: minutesAgoUs(120), endedUs: minutesAgoUs(100) });
    return { anna, one, two, ali, vali, far, incident: await open(anna) };
  }
  const messagesOf = async (personId: string) =>
    (
      await database.pool.query(
        `select params from inbox_message where person_id = $1 and template = 'incident-message'`,
        [personId],
      )
    ).rows;
  const sending = (notifications: Notifications = createNotifications(database.db)) =>
    createSendMessages({ db: database.db, notifications })();

  test('rooms interrupted or paused in its time, and who was admitted to them, each once', async () => {
    const { one, two, ali, vali, incident } = await concerning();
    expect(incident).toMatchObject({ rooms: 2, people: 2 });
    const rooms = await incidents().rooms(incident.id, PAGE);
    expect(rooms.items.map(({ lotId, people, untilMs }) => [lotId, people, untilMs === null])).toEqual([
      [one, 1, false],
      [two, 2, true],
    ]);
    const people = await incidents().people(incident.id, PAGE, { personId: randomUUID(), address: '' });
    expect(people).toMatchObject({
      total: 2,
      items: [
        { personId: ali.personId, name: 'Ali', rooms: 2 },
        { personId: vali.personId, name: 'Vali', rooms: 1 },
      ],
    });
  });

  test('each gets a message once, though the sending is cut off and repeated', async () => {
    const { anna, ali, vali, far, incident } = await concerning();
    const request = { requestId: randomUUID(), ...WORDS, isPublic: false };
    await incidents().message(incident.id, request, anna);
    await incidents().message(incident.id, request, anna);
    const notifications = createNotifications(database.db);
    await sending();
    await database.pool.query('update incident_message set sent_at = null, people = null');
    await Promise.all([sending(notifications), sending(notifications)]);
    for (const { personId } of [ali, vali]) {
      const messages = await messagesOf(personId);
      expect(messages).toHaveLength(1);
      expect(messages[0].params.words).toMatchObject({ uz: WORDS.uz, ru: WORDS.ru, en: WORDS.ru });
      expect(messages[0].params.words['uz-Cyrl']).toMatch(/^Аукционлар/);
    }
    expect(await messagesOf(far.personId)).toEqual([]);
    expect((await incidents().one(incident.id)).messages).toMatchObject([{ by: 'Anna', people: 2 }]);
  });

  test('a sending that fails part of the way is not marked as sent, and is ended by the next round', async () => {
    const { anna, ali, vali, incident } = await concerning();
    await incidents().message(incident.id, { requestId: randomUUID(), ...WORDS, isPublic: false }, anna);
    const [, last] = [ali.personId, vali.personId].sort();
    const { notify } = createNotifications(database.db);
    const dying: Notifications = {
      notify: (tx, message) =>
        message.personId === last ? Promise.reject(new Error('cut off')) : notify(tx, message),
    };
    await expect(sending(dying)).rejects.toThrow('cut off');
    expect((await incidents().one(incident.id)).messages).toMatchObject([{ sentAtMs: null, people: null }]);
    await sending();
    for (const { personId } of [ali, vali]) expect(await messagesOf(personId)).toHaveLength(1);
    expect((await incidents().one(incident.id)).messages).toMatchObject([{ people: 2 }]);
  });

  test('one person writes to so many people in a day, and to everyone with a second person', async () => {
    const { anna, ali, vali, incident } = await concerning();
    const send = (more: object = {}) =>
      incidents().message(incident.id, { requestId: randomUUID(), ...WORDS, isPublic: false, ...more }, anna);
    await expect(send({ isPublic: true })).rejects.toMatchObject({ code: 'incidents.second-person' });
    for (let left = INCIDENT_ALONE_PEOPLE; left >= 2; left -= 2) await send();
    await expect(send()).rejects.toMatchObject({ code: 'incidents.second-person' });
    await incidents().message(
      incident.id,
      { requestId: randomUUID(), ...WORDS, isPublic: false },
      await person('Bek', ['operator']),
    );
    await database.pool.query(`update incident_message set written_at = written_at - interval '25 hours'`);
    await send();
    expect(await messagesOf(ali.personId)).toEqual([]);
    expect(await messagesOf(vali.personId)).toEqual([]);
  });

  test('two accounts of one member of staff write alone to no more people than one account', async () => {
    const { anna, incident } = await concerning();
    const again = await person('Anna', ['operator']);
    const phone = '+998901112233';
    await database.pool.query('update person set phone = $2 where id = any($1::uuid[])', [
      [anna.personId, again.personId],
      phone,
    ]);
    const send = (by: typeof anna) =>
      incidents().message(incident.id, { requestId: randomUUID(), ...WORDS, isPublic: false }, by);
    for (let left = INCIDENT_ALONE_PEOPLE; left >= 2; left -= 2) await send(anna);
    await expect(send(again)).rejects.toMatchObject({ code: 'incidents.second-person' });
  });

  test('a message goes to whom the incident concerned when it was written, whatever becomes of its times', async () => {
    const { anna, far, incident } = await concerning();
    await incidents().message(incident.id, { requestId: randomUUID(), ...WORDS, isPublic: false }, anna);
    const { title, severity } = incident;
    const sinceMs = incident.sinceMs - 120 * 60_000;
    await incidents().change(incident.id, { title, severity, sinceMs, untilMs: null, ownerId: null }, anna);
    expect(await incidents().one(incident.id)).toMatchObject({ people: 3 });
    await sending();
    expect(await messagesOf(far.personId)).toEqual([]);
  });

  test('an incident begins a week ago at the earliest, or where it began already', async () => {
    const anna = await person('Anna', ['operator']);
    const week = 7 * 24 * 60;
    await expect(open(anna, week + 1)).rejects.toMatchObject({ code: 'incidents.times' });
    const { id, sinceMs, title, severity } = await open(anna, week - 1);
    const change = (at: number) =>
      incidents().change(id, { title, severity, sinceMs: at, untilMs: null, ownerId: null }, anna);
    await expect(change(sinceMs - 120_000)).rejects.toMatchObject({ code: 'incidents.times' });
    await database.pool.query(`update incident set since = since - interval '30 days' where id = $1`, [id]);
    const back = sinceMs - 30 * 24 * 3_600_000;
    expect(await change(back)).toMatchObject({ sinceMs: back });
    await expect(change(back - 1)).rejects.toMatchObject({ code: 'incidents.times' });
  });

  test('no message is written about an incident that concerns no one', async () => {
    const anna = await person('Anna', ['operator']);
    const { id } = await open(anna);
    await expect(
      incidents().message(id, { requestId: randomUUID(), ...WORDS, isPublic: false }, anna),
    ).rejects.toMatchObject({
      code: 'incidents.no-people',
    });
  });
});

test('everyone reads of incidents what the platform opened and what staff wrote for everyone, and no name', async () => {
  const anna = await person('Anna', ['operator']);
  const vali = await person('Vali');
  const lotId = await publishTestLot(database, { ruleSet: 'private' });
  await admit(lotId, vali.personId);
  await interrupt(lotId, { beganUs: minutesAgoUs(20), endedUs: minutesAgoUs(10) });
  await round();
  const outage = (await all()).find(({ cause }) => cause === 'outage')!;
  const own = await open(anna, 60);
  const secret = await open(anna, 60);
  const message = (id: number) =>
    incidents().message(id, { requestId: randomUUID(), ...WORDS, isPublic: false }, anna);
  await message(own.id);
  await message(secret.id);
  await message(outage.id);
  // As two persons decide.
  await database.pool.query('update incident_message set is_public = true where incident_id = $1', [own.id]);
  await incidents().close(outage.id, REPORT, anna);
  const published = await incidents().published(90);
  expect(published).toMatchObject({
    technicalBreak: null,
    incidents: [
      { cause: 'outage', state: 'closed', messages: [] },
      { cause: 'staff', untilMs: null, messages: [{ text: { uz: WORDS.uz, en: WORDS.ru } }] },
    ],
  });
  expect(JSON.stringify(published)).not.toMatch(/Anna|Rooms stood|cable/);
});
