import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccounts } from '#server/domains/people/accounts/create-accounts.ts';
import { createStaffProofs } from '#server/domains/people/accounts/staff-proofs/staff-proofs.ts';
import { runStaffVerifyCommand } from '#server/domains/people/accounts/staff-proofs/verify-staff.ts';
import { createConflicts } from '#server/domains/people/conflicts-of-interest/conflicts-of-interest.service.ts';
import { accountsOf } from '#server/domains/people/conflicts-of-interest/same-person.repository.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { isSamePerson } from '#server/domains/people/conflicts-of-interest/index.ts';
import { createProvenNumbers } from '#server/identity/site/outside/proven-numbers.repository.ts';
import { openDirectory, SHIPPED_ISSUER } from '#server/identity/index.ts';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { callServer } from '../../fixtures/app.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { peopleOf } from '../../fixtures/platform-people.ts';
import { startPlatform } from '../../fixtures/platform-process.ts';
import { testDatabase, testJobsRedis, testRedis, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

let made = 0;
const nextPinfl = (): string => {
  const first = `4010190${String(810_000 + (made += 1)).padStart(6, '0')}`;
  return `${first}${pinflCheckDigit(first)}`;
};
const nextPhone = () => `+99895${1_000_000 + (made += 1)}`;

interface Given {
  roles?: string[];
  pinfl?: string | null;
  demo?: boolean;
  /** Signs in at the shipped site. */
  subject?: string;
}

async function person(given: Given = {}) {
  const { roles = ['operator'], pinfl = null, demo = false, subject } = given;
  const phone = nextPhone();
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into person (issuer, subject, kind, name, phone, pinfl, language, roles, demo)
     values ($1, $2, 'natural', 'Somebody', $3, $4, 'uz', $5, $6) returning id`,
    [subject ? SHIPPED_ISSUER : 'test', subject ?? randomUUID(), phone, pinfl, roles, demo],
  );
  return { id: rows[0]!.id, phone };
}

/** A member of staff with an account at the shipped site, whose own PINFL was proven there. */
async function provenBy(byTwin: boolean) {
  const pinfl = nextPinfl();
  const account = await openDirectory(database).create({
    kind: 'natural',
    name: 'Somebody',
    phone: nextPhone(),
    email: null,
    pinfl,
    stir: null,
    language: 'uz',
    password: 'tulip-river-42',
  });
  if (!('id' in account)) throw new Error('taken');
  const proven = { way: 'oneid', field: 'pinfl', value: pinfl, name: '', phone: null, atMs: 0 } as const;
  const link = (twin: boolean) =>
    createProvenNumbers(database.db).link(account.id, { ...proven, byTwin: twin });
  await link(byTwin);
  return { ...(await person({ subject: account.id, pinfl })), link };
}

const real = () => createStaffProofs(database.db, { sandboxes: false });
const local = () => createStaffProofs(database.db, { sandboxes: true });
const refused = { status: 403, code: 'staff-unproven' };

async function verify(...argv: string[]) {
  const jobs = testJobsRedis();
  const lines: string[] = [];
  const { db } = database;
  const actions = createActionLog(db);
  const accounts = createAccounts({ db, actions, sessions: null as never });
  const write = (line: string) => void lines.push(line);
  const code = await runStaffVerifyCommand(argv, { db, accounts, actions, accountsOf, write });
  jobs.close();
  return { code, text: lines.join('\n') };
}
const attest = (phone: string, pinfl: string) =>
  verify('--phone', phone, '--pinfl', pinfl, '--document', 'passport AA 1234567', '--reason', 'order 12');

describe('a member of staff decides', () => {
  test('nothing before the number was proven or attested, and nothing without an account', async () => {
    const { id } = await person();
    await expect(real().demand(id)).rejects.toMatchObject(refused);
    await expect(local().demand(id)).rejects.toMatchObject(refused);
    // A number that was only typed proves nothing.
    const typed = await person({ pinfl: nextPinfl() });
    await expect(local().demand(typed.id)).rejects.toMatchObject(refused);
    await expect(local().demand(randomUUID())).rejects.toMatchObject(refused);
    await expect(local().demand('person-1')).rejects.toMatchObject(refused);
  });

  test('after OneID itself vouched; its local twin counts only where twins may run', async () => {
    const staff = await provenBy(false);
    await real().demand(staff.id);
    const pretended = await provenBy(true);
    await expect(real().demand(pretended.id)).rejects.toMatchObject(refused);
    await local().demand(pretended.id);
    await pretended.link(false);
    await real().demand(pretended.id);
  });

  test('in the demo with the number of the demo, where twins may run', async () => {
    const { id } = await person({ demo: true, pinfl: nextPinfl() });
    await local().demand(id);
    await expect(real().demand(id)).rejects.toMatchObject(refused);
  });

  test('no longer by what was proven, when the account has another number by now', async () => {
    const { id } = await provenBy(false);
    await database.pool.query(
      `update identity_account set pinfl = $2 where id = (select subject::uuid from person where id = $1)`,
      [id, nextPinfl()],
    );
    await expect(real().demand(id)).rejects.toMatchObject(refused);
  });
});

describe('staff verify', () => {
  test('attests a number by a document, on record with both, and opens the way to decide', async () => {
    const { id, phone } = await person();
    const pinfl = nextPinfl();
    const { code, text } = await attest(phone, pinfl);
    expect([code, text.includes(phone), text.includes(pinfl)]).toEqual([0, false, false]);
    await real().demand(id);
    const [logged] = await createActionLog(database.db).ofType(id, 'account', 1);
    expect(logged).toMatchObject({ action: 'number-attested', result: 'done' });
    const { rows } = await database.pool.query('select * from staff_attestation where person_id = $1', [id]);
    expect(rows).toMatchObject([{ pinfl, document: 'passport AA 1234567', reason: 'order 12' }]);
    expect(logged!.reason).toBe(`attestation:${rows[0].id}`);
  });

  test('takes no number without document and reason, of no one outside the staff, and none that differs', async () => {
    const { phone } = await person();
    const [buyer, stated] = await Promise.all([person({ roles: ['buyer'] }), person({ pinfl: nextPinfl() })]);
    const pinfl = nextPinfl();
    const whole = ['--pinfl', pinfl, '--document', 'passport AA 1234567', '--reason', 'order 12'];
    for (const argv of [
      ['--phone', phone, '--pinfl', pinfl, '--reason', 'order 12'],
      ['--phone', phone, '--pinfl', pinfl, '--document', 'passport AA 1234567'],
      ['--phone', phone, ...whole.with(1, '123')],
      ['--phone', phone, ...whole, '--force'],
      ['--phone', buyer.phone, ...whole],
      ['--phone', stated.phone, ...whole],
      ['--phone', '+998939999999', ...whole],
      whole,
    ])
      expect((await verify(...argv)).code).toBe(2);
    const { rows } = await database.pool.query('select 1 from staff_attestation where pinfl = $1', [pinfl]);
    expect(rows).toEqual([]);
  });

  test('takes a number of a foreigner, whose check digit is unusual, and says so', async () => {
    const { id, phone } = await person();
    const usual = nextPinfl();
    const unusual = `${usual.slice(0, 13)}${(Number(usual[13]) + 1) % 10}`;
    const { code, text } = await attest(phone, unusual);
    expect([code, text]).toEqual([0, expect.stringContaining('unusual')]);
    await real().demand(id);
  });
});

describe('accounts of one number are one person', () => {
  test('two of the staff without a PINFL of their own, attested for one', async () => {
    const [one, other] = [await person(), await person()];
    expect(await isSamePerson(database.db, one.id, other.id)).toBe(false);
    const pinfl = nextPinfl();
    await attest(one.phone, pinfl);
    const { text } = await attest(other.phone, pinfl);
    expect(text).toContain(one.id);
    expect(await isSamePerson(database.db, one.id, other.id)).toBe(true);
    expect(await isSamePerson(database.db, other.id, one.id)).toBe(true);
    // Also after another document: an account is judged by every number it had.
    await attest(one.phone, nextPinfl());
    expect(await isSamePerson(database.db, one.id, other.id)).toBe(true);
  });

  test('and no others whose numbers are proven, though one of them states the phone of a colleague', async () => {
    const [one, other, unproven] = [await person(), await person(), await person()];
    const state = (id: string) =>
      database.pool.query('update person set phone = $2 where id = $1', [id, one.phone]);
    await Promise.all([state(other.id), state(unproven.id)]);
    expect(await isSamePerson(database.db, one.id, other.id)).toBe(true);
    for (const { id } of [one, other])
      await database.pool.query(
        `insert into staff_attestation (person_id, pinfl, document, reason) values ($1, $2, 'a passport', 'a test')`,
        [id, nextPinfl()],
      );
    const vouched = await provenBy(false);
    await state(vouched.id);
    for (const colleague of [other, vouched]) {
      expect(await isSamePerson(database.db, one.id, colleague.id)).toBe(false);
      expect(await isSamePerson(database.db, colleague.id, one.id)).toBe(false);
    }
    // Of an account without a proven number the phone is what there is, as of one that a local twin vouched for.
    const pretended = await provenBy(true);
    await state(pretended.id);
    for (const { id } of [unproven, pretended])
      expect(await isSamePerson(database.db, one.id, id)).toBe(true);
  });

  test('and the trading account of a member of staff is known by the attested number', async () => {
    const pinfl = nextPinfl();
    const own = await person({ roles: ['buyer'], pinfl });
    const staff = await person();
    const lotId = await publishTestLot(database, {
      ruleSet: 'private',
      customerPersonId: own.id,
      opensInMs: 3_600_000,
    });
    const judge = () =>
      createConflicts(database.db, async () => new Map()).judge({
        personId: staff.id,
        name: 'Somebody',
        address: '',
        action: 'console.suspend-room',
        subject: { kind: 'lot', param: 'lotId' },
        subjectId: lotId,
      });
    expect(await judge()).toBe('clear');
    await attest(staff.phone, pinfl);
    await expect(judge()).rejects.toMatchObject({ status: 403, code: 'conflict-of-interest' });
    expect(await accountsOf(database.db, own.id)).toContain(staff.id);
  });
});

test('a running site shows the office to staff that are not proven, and takes no decision of theirs', async () => {
  const redis = testRedis();
  const platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '100' });
  const people = peopleOf(redis, () => database);
  try {
    const lotId = await publishTestLot(database, { opensInMs: 3_600_000 });
    const { cookie, person: staff } = await people.signIn({ name: 'Nodira', roles: ['operator'] });
    const suspend = () =>
      callServer(platform.url, 'POST', `/api/console/rooms/${lotId}/suspend`, {
        cookie,
        body: { reason: 'a test of rights' },
      });
    // About no one in particular.
    const find = () =>
      callServer(platform.url, 'POST', '/api/console/accounts/find', {
        cookie,
        body: { find: '+998901112233' },
      });
    const look = () => callServer(platform.url, 'GET', '/api/console/rooms', { cookie });
    expect((await find()).status).toBe(200);
    const proven = await suspend();
    expect([proven.status, proven.body.ERROR?.code]).not.toEqual([403, 'staff-unproven']);
    await database.pool.query('delete from staff_attestation where person_id = $1', [staff.personId]);
    for (const change of [suspend, find]) {
      const unproven = await change();
      expect([unproven.status, unproven.body.ERROR.code]).toEqual([403, 'staff-unproven']);
    }
    expect((await look()).status).toBe(200);
  } finally {
    await people.close();
    await platform.stop();
  }
});
