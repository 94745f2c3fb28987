import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createOneTimeCodes } from '#server/platform/one-time-codes/index.ts';
import { SESSION_SECRET } from '../../fixtures/platform-process.ts';
import {
  formOf,
  messageTo,
  openRegistration,
  PASSWORD,
  pinfl,
  registered,
} from '../../fixtures/registrations.ts';
import {
  Browser,
  makeAccount,
  openSignInPage,
  startSignInApp,
  type SignInApp,
} from '../../fixtures/sign-in-app.ts';

/** What is done after an answer takes longer on a busy machine. */
const PATIENT = { timeout: 30_000 };

let fixture: SignInApp;
beforeAll(async () => {
  fixture = await startSignInApp({ rateLimitFactor: 1_000 });
});
afterAll(() => fixture?.close());

/** What was sent a minute ago no longer holds up the next message. */
const minutePasses = () =>
  sql`update one_time_code_send set sent_at = sent_at - interval '61 seconds'`.execute(fixture.database.db);
const sentTo = (to: string) => fixture.codesSent.filter((message) => message.to === to);
const accountsOf = async (phone: string) =>
  (
    await sql<{ id: string; name: string }>`
      select id, name from identity_account where phone = ${phone}`.execute(fixture.database.db)
  ).rows;
/** An answer without what differs from page to page. */
const shape = ({ status, text, location }: { status: number; text: string; location: URL | null }) => ({
  status,
  location: location?.pathname.replace(/^\/interaction\/[^/]+/, '') ?? null,
  text: text
    .replaceAll(/\/interaction\/[^/"?]+/g, '')
    .replaceAll(/data-challenge="[^"]+"/g, '')
    .replaceAll(/\+998[\d\s\u00a0\u2060-]+/g, 'PHONE'),
});

describe('a registration', () => {
  test('reserves nothing: who confirms the number gets it, no matter who typed it first', async () => {
    const phone = '+998935550001';
    const squatter = await openRegistration(fixture);
    await squatter.register(formOf(phone, 301, { name: 'Somebody Else' }));
    const theirs = await messageTo(fixture, phone);
    expect(await accountsOf(phone)).toEqual([]);
    await minutePasses();

    const owner = await openRegistration(fixture);
    await owner.register(formOf(phone, 301, { name: 'Right Owner' }));
    await vi.waitFor(() => expect(sentTo(phone)).toHaveLength(2), PATIENT);
    const answer = await owner.enter(sentTo(phone)[1]!.code);
    await owner.browser.follow(answer.location ?? '', (url) => url.pathname === '/home');
    expect(await accountsOf(phone)).toMatchObject([{ name: 'Right Owner' }]);

    // Even the code that was sent to the number for the other registration is worth nothing now.
    expect((await squatter.enter(theirs.code)).status).toBe(422);
    expect(await accountsOf(phone)).toHaveLength(1);
    expect((await fixture.directory.authenticate(phone, PASSWORD))?.name).toBe('Right Owner');
  });

  test('takes a number over from an account that never confirmed it', async () => {
    const old = await makeAccount(fixture, { pinfl: pinfl(311) });
    await sql`update identity_account set vouched = false where id = ${old.id}`.execute(fixture.database.db);
    expect(await fixture.directory.authenticate(old.phone, old.password)).toMatchObject({ id: old.id });
    await registered(
      fixture,
      formOf(old.phone, 311, { password: 'quiet-garden-7', repeat: 'quiet-garden-7' }),
    );
    const now = await fixture.directory.authenticate(old.phone, 'quiet-garden-7');
    expect(now).toMatchObject({ phoneConfirmed: true, pinfl: pinfl(311) });
    expect(await fixture.directory.authenticate(old.phone, old.password)).toBeNull();
  });

  test('of one number by two people who enter their codes at one instant makes one account', async () => {
    const phone = '+998935550002';
    const two = [];
    for (const serial of [321, 322]) {
      const pages = await openRegistration(fixture);
      await pages.register(formOf(phone, serial));
      await vi.waitFor(() => expect(sentTo(phone)).toHaveLength(two.length + 1), PATIENT);
      two.push({ pages, code: sentTo(phone).at(-1)!.code });
      await minutePasses();
    }
    const answers = await Promise.all(two.map(({ pages, code }) => pages.enter(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect(await accountsOf(phone)).toHaveLength(1);
    // The one that lost reads what any wrong code answers.
    const lost = answers.findIndex(({ status }) => status === 422);
    const wrong = await two[lost]!.pages.enter('000000');
    expect(shape(answers[lost]!)).toEqual(shape(wrong));
  });

  test('confirmed by two presses is one account, and a wrong code is none', async () => {
    const phone = '+998935550003';
    const pages = await openRegistration(fixture);
    await pages.register(formOf(phone, 331));
    const { code } = await messageTo(fixture, phone);
    expect((await pages.enter(code === '111111' ? '222222' : '111111')).status).toBe(422);
    expect((await pages.enter('')).status).toBe(422);
    const answers = await Promise.all([pages.enter(code), pages.enter(code)]);
    expect(answers.map(({ status }) => status)).toContain(303);
    expect(await accountsOf(phone)).toHaveLength(1);
  });

  test('is not sent without the work, for each one sends a message', async () => {
    const pages = await openRegistration(fixture);
    const answer = await pages.post(formOf('+998935550004', 341));
    expect(answer.status).toBe(422);
    expect((await pages.codePage()).location?.pathname).toMatch(/\/register$/);
    expect(sentTo('+998935550004')).toEqual([]);
  });

  test('that is not confirmed is deleted after a day', async () => {
    const phone = '+998935550005';
    const pages = await openRegistration(fixture);
    await pages.register(formOf(phone, 351));
    const { code } = await messageTo(fixture, phone);
    await sql`update identity_registration set expires_at = now() - interval '1 second' where phone = ${phone}`.execute(
      fixture.database.db,
    );
    expect((await pages.enter(code)).location?.pathname).toMatch(/\/register$/);
    expect(await accountsOf(phone)).toEqual([]);
    await fixture.restartSite();
    await vi.waitFor(async () => {
      const { rows } = await sql`select 1 from identity_registration where phone = ${phone}`.execute(
        fixture.database.db,
      );
      expect(rows).toEqual([]);
    }, PATIENT);
  });
});

describe('whether a number has an account', () => {
  /** Each step of a registration, as its answers look. */
  async function walk(form: ReturnType<typeof formOf>) {
    const pages = await openRegistration(fixture);
    const answers = [await pages.register(form), await pages.codePage(), await pages.again()];
    for (let turn = 0; turn < 6; turn += 1) answers.push(await pages.enter('000000'));
    // In another browser the password of the registration leads to the code again.
    const browser = new Browser();
    const page = await openSignInPage(fixture, browser);
    const signIn = (password: string) =>
      browser.send(`${page.origin}${page.pathname}/sign-in`, { login: form.phone, password });
    answers.push(await signIn('not-the-password-1'), await signIn(form.password));
    answers.push(await browser.send(`${page.origin}${page.pathname}/register/code`));
    return answers.map(shape);
  }

  test('shows in no answer of a registration nor of a sign-in, and its owner is informed', async () => {
    const owner = await registered(fixture, formOf('+998935550010', 361));
    const { id } = (await fixture.app.call('GET', '/api/shop/auth/me', { cookie: owner.cookie })).body as {
      id: string;
    };
    const person = await fixture.accounts.byId(id);
    await fixture.directory.change(person!.subject, { emailConfirmed: true });
    await minutePasses();
    const mine = { password: 'other-garden-9', repeat: 'other-garden-9' };
    const free = await walk(formOf('+998935550011', 362, mine));
    // The phone, the e-mail and the PINFL of somebody who has an account.
    const taken = await walk(formOf('+998935550010', 361, mine));
    expect(taken).toEqual(free);
    expect(free.map(({ status }) => status)).toEqual([
      303, 200, 200, 422, 422, 422, 422, 422, 422, 401, 303, 200,
    ]);
    await messageTo(fixture, '+998935550010', 'register-taken');
    await messageTo(fixture, 'person-361@example.uz', 'register-taken');
    expect(sentTo('+998935550010').filter(({ purpose }) => purpose === 'register')).toHaveLength(1);
    // And the owner goes on as before.
    expect(await fixture.directory.authenticate('+998935550010', PASSWORD)).not.toBeNull();
  });

  test('does not show in how soon another message may be sent, nor do strangers use up its codes', async () => {
    const numbers = ['+998935550020', '+998935550021'];
    await registered(fixture, formOf(numbers[0]!, 371));
    const rows = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from one_time_code_send where phone is not null group by phone order by 1`.execute(
        fixture.database.db,
      );
      return rows.map(({ count }) => count);
    };
    await sql`delete from one_time_code_send`.execute(fixture.database.db);
    for (const [at, phone] of numbers.entries()) {
      const pages = await openRegistration(fixture);
      await pages.register(formOf(phone, 380 + at));
      await messageTo(fixture, phone, at === 0 ? 'register-taken' : 'register');
    }
    expect(await rows()).toEqual([1, 1]);
    // The owner of the number gets a code to bid with at once.
    const codes = createOneTimeCodes({
      db: fixture.database.db,
      secret: SESSION_SECRET,
      sender: { send: async () => undefined },
    });
    const wanted = { purpose: 'apply', subject: 'lot:1', personId: 'the owner', address: '192.0.2.1' };
    expect(await codes.issue({ ...wanted, channels: { phone: numbers[0]! } })).toMatchObject({
      outcome: 'sent',
    });
  });

  test('a PINFL of another account is left out, and the account is made', async () => {
    await registered(fixture, formOf('+998935550030', 391));
    await registered(fixture, formOf('+998935550031', 391));
    expect(await fixture.directory.byLogin('+998935550030')).toMatchObject({ pinfl: pinfl(391) });
    expect(await fixture.directory.byLogin('+998935550031')).toMatchObject({ pinfl: null });
  });

  test('an e-mail that anyone may state is no login before it is confirmed', async () => {
    await registered(fixture, formOf('+998935550040', 395));
    expect(await fixture.directory.byLogin('person-395@example.uz')).toBeNull();
    expect(await fixture.directory.byLogin('+998935550040')).not.toBeNull();
  });
});
