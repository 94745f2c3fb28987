import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EditRequest } from '#shared/api/cabinet/profile.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { NotificationContent } from '#shared/notifications/templates.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { createRenderer } from '#server/domains/content/notifications/render-message.ts';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { attestStaff } from '../../fixtures/attested-staff.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { newPerson, startProfileApp, type ProfileApp } from '../../fixtures/profile-app.ts';

let fixture: ProfileApp;
let moderator: { cookie: string; id: string };
let second: { cookie: string; id: string };
let auditor: { cookie: string };
beforeAll(async () => {
  fixture = await startProfileApp();
  moderator = await staff('moderator');
  second = await staff('operator');
  auditor = await staff('auditor');
});
afterAll(() => fixture?.close());

async function staff(role: 'moderator' | 'operator' | 'auditor') {
  const { id, again } = await newPerson(fixture);
  await fixture.accounts.setRoles(id, [role]);
  await attestStaff(fixture.database, id);
  return { cookie: await again(), id };
}

let numbers = 100;
const freshPinfl = (): string => {
  const first = `3010190${String((numbers += 1)).padStart(6, '0')}`;
  return `${first}${pinflCheckDigit(first)}`;
};

const MINE = '/api/shop/profile/edit-requests';
const CONSOLE = '/api/console/edit-requests';
const post = (cookie: string, path: string, body: unknown = {}) =>
  fixture.app.call('POST', path, { cookie, body });
const get = (cookie: string, path: string) => fixture.app.call('GET', path, { cookie });
const ask = (cookie: string, wish: object) => post(cookie, MINE, { reason: 'married last month', ...wish });
const approve = (id: number, cookie = moderator.cookie) => post(cookie, `${CONSOLE}/${id}/approve`);
const refuse = (id: number, cause = 'document-differs') =>
  post(moderator.cookie, `${CONSOLE}/${id}/refuse`, { cause, reason: 'the document does not say so' });

const idOf = (answer: { body: EditRequest }) => answer.body.id;

describe('a request to change what is set', () => {
  test('changes the name when staff approve it, everywhere at once, and the person is notified', async () => {
    const { cookie, id, subjectOf } = await withNumber();
    const asked = await ask(cookie, { name: '  Aziza   Karimova ' });
    expect(asked.body).toMatchObject({ status: 'open', changes: { kind: null, name: 'Aziza Karimova' } });
    expect((await get(cookie, '/api/shop/profile')).body.openRequest).toMatchObject({ id: idOf(asked) });
    const answer = await approve(idOf(asked));
    expect(answer.body).toMatchObject({ status: 'approved', decidedBy: expect.any(String), own: false });
    expect(await fixture.accounts.byId(id)).toMatchObject({ name: 'Aziza Karimova' });
    const [session] = await fixture.app.sessions.list(id);
    expect(session?.person.name).toBe('Aziza Karimova');
    expect(await fixture.directory.byId(await subjectOf())).toMatchObject({
      name: 'Aziza Karimova',
    });
    expect((await fixture.noticesOf(id)).at(-1)).toMatchObject({ template: 'edit-request-approved' });
    const actions = await fixture.actions.ofPerson(id, {}, { limit: 5, offset: 0 });
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['edit-approved', 'edit-asked']),
    );
  });

  test('changes nothing at all when it cannot be written down', async () => {
    const { cookie, id } = await withNumber();
    const asked = await ask(cookie, { name: 'Aziza Karimova' });
    const { pool } = fixture.database;
    await pool.query(`create function refuse_decisions() returns trigger language plpgsql as
      $$ begin if new.action = 'edit-decided' then raise 'the log is away'; end if; return new; end $$`);
    await pool.query(`create trigger refuse_decisions before insert on person_action
      for each row execute function refuse_decisions()`);
    try {
      expect((await approve(idOf(asked))).status).toBe(500);
      expect((await refuse(idOf(asked))).status).toBe(500);
    } finally {
      await pool.query('drop function refuse_decisions cascade');
    }
    expect((await fixture.accounts.byId(id))?.name).not.toBe('Aziza Karimova');
    const logged = await fixture.actions.ofPerson(id, {}, { limit: 5, offset: 0 });
    expect(logged.map(({ action }) => action)).not.toContain('edit-approved');
    expect((await approve(idOf(asked))).body).toMatchObject({ status: 'approved' });
  });

  test('to change the number is not approved by one person', async () => {
    const { cookie, id, number } = await withNumber();
    const without = await ask(cookie, { kind: 'legal', name: '«Namuna» MChJ' });
    expect([without.status, without.body.ERROR.code]).toEqual([400, 'profile.number-of-kind']);
    const asked = idOf(await ask(cookie, { nationalId: freshPinfl() }));
    const answer = await approve(asked);
    expect([answer.status, answer.body.ERROR.code]).toEqual([409, 'edit-requests.two-persons']);
    expect((await fixture.accounts.byId(id))?.pinfl).toBe(number);
    expect((await refuse(asked)).status).toBe(200);
  });

  test.each([
    [
      'sells',
      `insert into customer_order (person_id, request_id, fields, status) values ($1, gen_random_uuid(), '{}', 'approved')`,
      `update customer_order set status = 'cancelled' where person_id = $1`,
    ],
    [
      'buys',
      `insert into offer (lot_id, kind, person_id, bidder_number, price_tiyin, deposit_tiyin, answer_by)
       select max(id), 'reserve', $1, 1, 100, 0, now() + interval '1 day' from lot`,
      'delete from offer where person_id = $1::text',
    ],
  ])('to change the name of who %s is not approved by one person', async (_, begin, end) => {
    const { cookie, id } = await withNumber();
    const { pool } = fixture.database;
    await publishTestLot(fixture.database);
    await pool.query(begin, [id]);
    const asked = idOf(await ask(cookie, { name: 'Somebody Trusted' }));
    const answer = await approve(asked);
    expect([answer.status, answer.body.ERROR?.code]).toEqual([409, 'edit-requests.two-persons']);
    expect((await fixture.accounts.byId(id))?.name).not.toBe('Somebody Trusted');
    await pool.query(end, [id]);
    expect((await approve(asked)).body).toMatchObject({ status: 'approved' });
  });

  test('may be for a PINFL with an unusual check digit, as OneID and E-IMZO state of foreigners', async () => {
    const { cookie, number } = await withNumber();
    const fresh = freshPinfl();
    const nationalId = `${fresh.slice(0, 13)}${(Number(fresh[13]) + 1) % 10}`;
    const asked = await ask(cookie, { nationalId });
    expect([asked.status, asked.body.changes, asked.body.before]).toMatchObject([
      200,
      { nationalId },
      { nationalId: number },
    ]);
    expect((await refuse(idOf(asked))).status).toBe(200);
  });

  test('that was approved outlives the provider’s next word', async () => {
    const { cookie, id, again } = await withNumber();
    await approve(idOf(await ask(cookie, { name: 'Nigora Aliyeva' })));
    const { subject } = (await fixture.accounts.byId(id))!;
    await fixture.directory.change(subject, { name: 'What The Provider Says' });
    await again();
    expect((await fixture.accounts.byId(id))?.name).toBe('Nigora Aliyeva');
  });

  test('is refused with a reason that the person reads, and changes nothing', async () => {
    const { cookie, id } = await withNumber();
    const before = await fixture.accounts.byId(id);
    const asked = await ask(cookie, { name: 'Somebody Else' });
    expect((await refuse(idOf(asked), 'mood')).body.ERROR.code).toBe('lists.not-offered');
    expect((await refuse(idOf(asked))).body).toMatchObject({ status: 'refused' });
    expect(await fixture.accounts.byId(id)).toEqual(before);
    const notice = (await fixture.noticesOf(id)).at(-1)!;
    expect(notice.template).toBe('edit-request-refused');
    const renderer = createRenderer(loadTexts(), () => undefined);
    const textIn = (language: Language, content = notice as object) =>
      renderer.message(language, content as NotificationContent, null).text;
    expect(textIn('uz')).toBe(
      'Maʼlumotlarni oʻzgartirish soʻrovingiz rad etildi. Sabab: hujjatda boshqa maʼlumot koʻrsatilgan. the document does not say so',
    );
    expect(textIn('ru')).toMatch(/отклонён\. Причина: .+\. the document does not say so$/);
    // As earlier versions wrote it.
    expect(textIn('en', { template: notice.template, params: { reason: 'No' } })).toBe(
      'Your request to change your data was refused. No',
    );
    const [listed] = (await get(cookie, MINE)).body.items as EditRequest[];
    expect(listed).toMatchObject({
      decisionReason: 'the document does not say so',
      decisionCause: { code: 'document-differs', name: { en: 'the document says something else' } },
    });
  });

  test('is one at a time, also when two are sent together; one taken back makes room', async () => {
    const { cookie } = await withNumber();
    const both = await Promise.all([ask(cookie, { name: 'First' }), ask(cookie, { name: 'Second' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const made = both.find(({ status }) => status === 200)!;
    expect(both.find(({ status }) => status === 409)?.body.ERROR.code).toBe('edit-requests.open');
    expect((await post(cookie, `${MINE}/${idOf(made)}/withdraw`)).body).toMatchObject({
      status: 'withdrawn',
    });
    const late = await approve(idOf(made));
    expect([late.status, late.body.ERROR.code]).toEqual([409, 'edit-requests.decided']);
    expect((await ask(cookie, { name: 'Third' })).status).toBe(200);
  });

  test('is decided once by two of the staff who decide together', async () => {
    const { cookie, id } = await withNumber();
    const asked = idOf(await ask(cookie, { name: 'Lola Usmonova' }));
    const answers = await Promise.all([approve(asked), approve(asked, second.cookie), refuse(asked)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await fixture.noticesOf(id)).toHaveLength(1);
  });

  test('is not decided by the one who made it', async () => {
    const asked = idOf(await ask(second.cookie, { name: 'Better Name' }));
    const own = await fixture.judgedEarlier(() => approve(asked, second.cookie));
    expect([own.status, own.body.ERROR.code]).toEqual([403, 'edit-requests.own']);
    const list = (await get(second.cookie, `${CONSOLE}?size=100`)).body.items as {
      id: number;
      own: boolean;
    }[];
    expect(list.find(({ id }) => id === asked)?.own).toBe(true);
    expect((await approve(asked)).status).toBe(200);
  });

  test('is not approved when the data have changed since', async () => {
    const { cookie, id, again } = await withNumber();
    const asked = idOf(await ask(cookie, { name: 'Karima Tosheva' }));
    const { subject } = (await fixture.accounts.byId(id))!;
    await fixture.directory.change(subject, { name: 'Changed Meanwhile' });
    await again();
    const answer = await approve(asked);
    expect([answer.status, answer.body.ERROR.code]).toEqual([409, 'edit-requests.changed-meanwhile']);
    expect((await refuse(asked)).status).toBe(200);
  });

  test('for a number of somebody else tells its writer nothing', async () => {
    const [first, other] = [await withNumber(), await withNumber()];
    const taken = await ask(other.cookie, { nationalId: first.number });
    expect(taken.status).toBe(200);
    expect((await refuse(idOf(taken))).status).toBe(200);
  });

  test.each([
    [{}, 422, 'edit-requests.nothing-changes'],
    [{ kind: 'natural' }, 422, 'edit-requests.nothing-changes'],
    [{ name: '<b>Ali</b>' }, 400, 'profile.name'],
    [{ name: 'A' }, 400, 'malformed'],
    [{ nationalId: '70101900000010' }, 400, 'profile.pinfl'],
    [{ nationalId: '209876543' }, 400, 'profile.pinfl'],
    [{ name: 'Ali Valiyev', reason: 'no' }, 400, 'malformed'],
    [{ name: 'Ali Valiyev', status: 'approved' }, 400, 'malformed'],
  ])('of %j answers %i %s', async (wish, status, code) => {
    const { cookie } = await withNumber();
    const answer = await ask(cookie, wish);
    expect([answer.status, answer.body.ERROR.code]).toEqual([status, code]);
  });

  test('of one person is not there for another', async () => {
    const owner = await withNumber();
    const other = await withNumber();
    const asked = idOf(await ask(owner.cookie, { name: 'Mine Alone' }));
    expect((await post(other.cookie, `${MINE}/${asked}/withdraw`)).status).toBe(404);
    expect((await get(other.cookie, MINE)).body).toMatchObject({ items: [], total: 0 });
    expect((await post('', `${MINE}/${asked}/withdraw`)).status).toBe(401);
    for (const verb of ['approve', 'refuse']) {
      const body = verb === 'refuse' ? { cause: 'other', reason: 'because I may' } : {};
      expect((await post(owner.cookie, `${CONSOLE}/${asked}/${verb}`, body)).status).toBe(403);
      expect((await post(auditor.cookie, `${CONSOLE}/${asked}/${verb}`, body)).status).toBe(403);
      expect((await post(moderator.cookie, `${CONSOLE}/999999/${verb}`, body)).status).toBe(404);
    }
    expect((await get(owner.cookie, CONSOLE)).status).toBe(403);
    const seen = await get(auditor.cookie, `${CONSOLE}?status=open&size=100`);
    expect(seen.body.items.some(({ id }: EditRequest) => id === asked)).toBe(true);
    expect((await refuse(asked)).status).toBe(200);
  });
});

/** A natural person with a PINFL. */
async function withNumber() {
  const number = freshPinfl();
  const person = await newPerson(fixture, { pinfl: number });
  return { ...person, number, subjectOf: async () => (await person.person()).subject };
}
