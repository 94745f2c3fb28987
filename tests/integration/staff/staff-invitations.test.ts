import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInvitationTokens } from '#server/domains/people/accounts/index.ts';
import { createInvitations } from '#server/domains/people/accounts/invitations/invitations.service.ts';
import { mailInvitation } from '#server/domains/people/accounts/invitations/mail-invitation.ts';
import type { Letter } from '#server/integrations/email/port.ts';
import { isSamePerson } from '#server/domains/people/conflicts-of-interest/index.ts';
import { LetterRefused } from '#server/integrations/email/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { STAFF_INVITATION } from '#shared/lifecycles/staff-invitation.ts';
import { attestStaff } from '../../fixtures/attested-staff.ts';
import { SESSION_SECRET } from '../../fixtures/platform-process.ts';
import { shutAccount } from '../../fixtures/shut-account.ts';
import { Browser, makeAccount, startSignInApp, type SignInApp } from '../../fixtures/sign-in-app.ts';
import { recordTransitions, transitionsOf } from '../../fixtures/visited-transitions.ts';

const PATH = '/api/console/invitations';
const PASSWORD = 'mulberry-river-77';

let fixture: SignInApp;
let one: string;
let two: string;
let visited: () => Promise<Set<string>>;
const letters: Letter[] = [];

beforeAll(async () => {
  fixture = await startSignInApp({ staffSecondFactor: 'required', rateLimitFactor: 100 });
  visited = await recordTransitions(fixture.database, [STAFF_INVITATION]);
  [one, two] = [await administrator(), await administrator()];
});
afterAll(() => fixture?.close());

let made = 0;
async function administrator(): Promise<string> {
  return (await signedAdministrator()).cookie;
}

async function signedAdministrator(): Promise<{ id: string; cookie: string }> {
  made += 1;
  const person = await fixture.accounts.prepare({
    issuer: 'test',
    subject: `admin-${made}`,
    kind: 'natural',
    name: 'Admin Namunayev',
    language: 'uz',
    phone: `+99890777000${made}`,
    email: null,
    pinfl: null,
    stir: null,
  });
  await fixture.accounts.setRoles(person.id, ['administrator']);
  await attestStaff(fixture.database, person.id);
  const extra = { authenticatedAtMs: String(Date.now()), secondFactor: '1' };
  const signed = await fixture.app.signIn({ personId: person.id, roles: ['administrator'] }, extra);
  return { id: person.id, cookie: signed.cookie };
}

const wish = (change: object = {}) => {
  made += 1;
  return {
    name: 'Nargiza Namunova',
    email: `new${made}@example.uz`,
    phone: `+998 90 888-00-${10 + made}`,
    roles: ['operator', 'moderator'],
    language: 'ru',
    reason: 'Joins the office',
    evidence: 'Order 12',
    ...change,
  };
};
const post = async (cookie: string, path: string, body: object = {}) => {
  const answer = await fixture.app.call('POST', path, { cookie, body });
  return answer.body.ERROR?.code ?? answer.body;
};
const tokens = createInvitationTokens(SESSION_SECRET);

/** What the worker does once an invitation is approved; the link of the letter. */
async function mailed(
  id: number,
  send = async (letter: Letter) => void letters.push(letter),
): Promise<string> {
  const { db } = fixture.database;
  const mail = { send, close: () => undefined };
  const refused: Error[] = [];
  const deps = { db, mail, texts: loadTexts(), tokens, siteUrl: fixture.identityUrl };
  await mailInvitation({ ...deps, onRefused: (error) => refused.push(error) }, id);
  return /https?:\S+/.exec(letters.at(-1)?.text ?? '')?.[0] ?? '';
}

/** An approved invitation and its link. */
async function invited(
  change: object = {},
): Promise<{ id: number; link: string; email: string; phone: string }> {
  const { id, email, phone } = await post(one, PATH, wish(change));
  expect((await post(two, `${PATH}/${id}/approve`)).state).toBe('sent');
  return { id, email, phone, link: await mailed(id) };
}
const choose = (link: string, password = PASSWORD) =>
  new Browser().send(link, { password, repeat: password });
const stateOf = async (id: number) =>
  (await fixture.database.pool.query('select state from staff_invitation where id = $1', [id])).rows[0].state;

describe('an invitation', () => {
  test('of two administrators leads by a letter to an account with its roles, and to a second factor', async () => {
    const asked = await post(one, PATH, wish());
    expect(asked).toMatchObject({ state: 'waiting', may: ['refuse'], roles: ['moderator', 'operator'] });
    expect(await post(one, `${PATH}/${asked.id}/approve`)).toBe('invitations.second-person');
    expect(await post(two, `${PATH}/${asked.id}/approve`)).toMatchObject({ state: 'sent', may: ['revoke'] });
    expect(await post(two, `${PATH}/${asked.id}/approve`)).toBe('invitations.decided');
    const before = letters.length;
    const link = await mailed(asked.id);
    await mailed(asked.id);
    expect([letters.length - before, letters.at(-1)?.to]).toEqual([1, asked.email]);
    // The link is nowhere in the database.
    const { rows } = await fixture.database.pool.query(
      'select staff_invitation::text as row from staff_invitation',
    );
    for (const { row } of rows) expect(row).not.toContain(link.split('.').at(-1));

    const browser = new Browser();
    const page = await browser.send(link);
    expect([page.status, page.text.includes(asked.email)]).toEqual([200, true]);
    expect((await choose(link, 'short')).status).toBe(422);
    const done = await browser.send(link, { password: PASSWORD, repeat: PASSWORD });
    expect(done.status).toBe(303);
    const signIn = await browser.follow(done.location!);
    const typed = await browser.send(`${signIn.origin}${signIn.pathname}/sign-in`, {
      login: asked.phone,
      password: PASSWORD,
    });
    expect((await browser.follow(typed.location!)).pathname).toMatch(/\/enrol$/);
    const [person] = await fixture.accounts.byPhone(asked.phone);
    expect(person).toMatchObject({ roles: ['moderator', 'operator'], emailConfirmed: true });
    expect(await stateOf(asked.id)).toBe('accepted');
    // Used: neither the page nor a second account.
    expect([(await browser.send(link)).status, (await choose(link)).status]).toEqual([410, 410]);
  });

  test('that is opened twice at once makes one account', async () => {
    const { link, phone } = await invited();
    const answers = await Promise.all([choose(link), choose(link, 'willow-river-78')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
    expect(await fixture.accounts.byPhone(phone)).toHaveLength(1);
  });

  test('that is revoked, too old, of another installation or invented opens nothing', async () => {
    const revoked = await invited();
    expect((await post(one, `${PATH}/${revoked.id}/revoke`, { reason: 'Changed our mind' })).state).toBe(
      'revoked',
    );
    const old = await invited();
    await fixture.database.pool.query(
      `update staff_invitation set expires_at = clock_timestamp() - interval '1 s' where id = $1`,
      [old.id],
    );
    const foreign = createInvitationTokens('another-secret').write({ id: old.id, approvedAt: new Date() });
    const links = [revoked.link, old.link, `${fixture.identityUrl}/invitation/${foreign}`];
    for (const link of [...links, `${fixture.identityUrl}/invitation/1.x`, `${old.link}x`]) {
      expect((await new Browser().send(link)).status, link).toBe(410);
      expect((await choose(link)).status, link).toBe(410);
    }
    expect(await fixture.accounts.byPhone(old.phone)).toEqual([]);
    const invitations = createInvitations({
      db: fixture.database.db,
      actions: fixture.actions,
      isSamePerson,
      mail: true,
      directoryOf: null,
    });
    expect(await invitations.expire()).toBe(1);
    expect(await stateOf(old.id)).toBe('expired');
    expect(await post(one, `${PATH}/${old.id}/revoke`, { reason: 'Too late now' })).toBe(
      'invitations.decided',
    );
  });

  test('of somebody who left the staff is not approved, and its link is dead', async () => {
    const { database, accounts } = fixture;
    const [asks, approves] = [await signedAdministrator(), await signedAdministrator()];
    const [waiting, sent] = [await post(asks.cookie, PATH, wish()), await post(asks.cookie, PATH, wish())];
    const other = await post(one, PATH, wish());
    for (const { id } of [sent, other])
      expect((await post(approves.cookie, `${PATH}/${id}/approve`)).state).toBe('sent');
    const links = [await mailed(sent.id), await mailed(other.id)];
    // One is dismissed, the account of the other one is shut.
    await accounts.setRoles(asks.id, []);
    expect(await post(two, `${PATH}/${waiting.id}/approve`)).toBe('asker-left');
    expect((await choose(links[0]!)).status).toBe(410);
    await shutAccount(database, fixture.app.sessions, approves.id);
    expect([(await new Browser().send(links[1]!)).status, (await choose(links[1]!)).status]).toEqual([
      410, 410,
    ]);
    expect([...(await accounts.byPhone(sent.phone)), ...(await accounts.byPhone(other.phone))]).toEqual([]);
    expect((await post(two, `${PATH}/${other.id}/revoke`, { reason: 'They left us' })).state).toBe('revoked');
  });

  test('is for people without an account: none trades and serves', async () => {
    const trader = await makeAccount(fixture);
    expect(await post(one, PATH, wish({ phone: trader.phone }))).toBe('invitations.account-exists');
    expect(await post(one, PATH, wish({ email: trader.email.toUpperCase() }))).toBe(
      'invitations.account-exists',
    );
    const open = wish();
    const { id } = await post(one, PATH, open);
    expect(await post(one, PATH, wish({ email: open.email }))).toBe('invitations.open');
    expect((await post(two, `${PATH}/${id}/refuse`, { reason: 'Not agreed' })).state).toBe('refused');
    // Who only states the phone and the mailbox, as people of other identity providers may, keeps their owner out of nothing.
    const stated = wish();
    const stranger = {
      issuer: 'test',
      subject: stated.email,
      kind: 'natural',
      name: 'Stranger',
      language: 'uz',
    } as const;
    const phone = stated.phone.replaceAll(/[ -]/g, '');
    await fixture.accounts.prepare({ ...stranger, phone, email: stated.email, pinfl: null, stir: null });
    expect(await post(one, PATH, stated)).toMatchObject({ state: 'waiting' });
    // Registered between the approval and the click.
    const { link, email } = await invited();
    await makeAccount(fixture, { email });
    expect((await choose(link)).status).toBe(409);
    expect(await post(one, PATH, wish({ phone: '+7 901 123 45 67' }))).toBe('invitations.phone');
    expect(await post(one, PATH, wish({ email: 'no-address' }))).toBe('invitations.email');
    expect(await post(one, PATH, wish({ name: '<b>Ali</b>' }))).toBe('invitations.name');
  });

  test('whose letter is refused for good says so, and is not sent again', async () => {
    const { id } = await post(one, PATH, wish());
    await post(two, `${PATH}/${id}/approve`);
    const refuse = () => Promise.reject(new LetterRefused('no such mailbox'));
    await mailed(id, refuse);
    const { items } = (await fixture.app.call('GET', `${PATH}?state=sent`, { cookie: one })).body;
    expect(items.find((each: { id: number }) => each.id === id).mailedAtMs).toBeNull();
    // A fault that may pass is the queue's to try again.
    await expect(mailed(id, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  });
});

test('every transition of invitations was taken', async () => {
  const seen = await visited();
  for (const [event, expected] of transitionsOf(STAFF_INVITATION))
    for (const transition of expected) expect(seen, event).toContain(transition);
});
