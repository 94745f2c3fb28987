import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDemoPeople, type DemoPerson } from '#server/domains/people/accounts/index.ts';
import { runStaffAddCommand } from '#server/domains/people/accounts/add-staff.ts';
import { runResetPasswordCommand } from '#server/domains/people/accounts/reset-password.ts';
import { createNotifications } from '#server/domains/content/notifications/index.ts';
import { signInOverHttp } from '#server/identity/index.ts';
import { TO_EVERY_CHANNEL } from '#shared/notifications/templates.ts';
import { eventually } from '../../fixtures/services.ts';
import { shutAccount } from '../../fixtures/shut-account.ts';
import { makeAccount, startSignInApp, type SignInApp } from '../../fixtures/sign-in-app.ts';

let fixture: SignInApp;
beforeAll(async () => {
  fixture = await startSignInApp({ rateLimitFactor: 1_000 });
});
afterAll(() => fixture?.close());

async function signedIn(given: Parameters<typeof makeAccount>[1] = {}) {
  const { phone, password } = await makeAccount(fixture, given);
  const options = { publicUrl: fixture.app.url, identityUrl: fixture.identityUrl, login: phone, password };
  const cookie = await signInOverHttp(options);
  const me = (await fixture.app.call('GET', '/api/shop/auth/me', { cookie })).body as { id: string };
  return { cookie, id: me.id, phone, options };
}

describe('roles', () => {
  test('chosen by the person reach the living session without ending it', async () => {
    const { cookie, id } = await signedIn();
    const chosen = await fixture.app.call('PUT', '/api/shop/auth/roles', {
      cookie,
      body: { roles: ['customer', 'buyer'] },
    });
    expect(chosen.body.roles).toEqual(['buyer', 'customer']);
    const [session] = await fixture.app.sessions.list(id);
    expect(session?.person.roles).toEqual(['buyer', 'customer']);
  });

  test.each([
    [['operator']],
    [['buyer', 'administrator']],
    [[]],
    [['buyer', 'customer', 'buyer']],
    ['buyer'],
  ])('cannot be taken by asking for %j', async (roles) => {
    const { cookie, id } = await signedIn();
    const answer = await fixture.app.call('PUT', '/api/shop/auth/roles', { cookie, body: { roles } });
    expect(answer.status).toBe(400);
    expect((await fixture.accounts.byId(id))?.roles).toEqual(['buyer']);
  });

  test('given by staff end every session of the person at once', async () => {
    const { cookie, id } = await signedIn();
    const heard: string[] = [];
    const stop = fixture.app.sessions.onChange((change) => {
      if (change.personId === id) heard.push(change.kind);
    });
    const person = await fixture.accounts.setRoles(id, ['operator']);
    await eventually(() => heard.includes('ended'), 'the sessions to end');
    stop();
    expect(person.roles).toEqual(['operator']);
    expect((await fixture.app.call('GET', '/api/shop/auth/me', { cookie })).status).toBe(401);
  });

  test('of both sides are never given to one account, neither by staff nor in the database', async () => {
    const { id } = await signedIn();
    await expect(fixture.accounts.setRoles(id, ['buyer', 'operator'])).rejects.toMatchObject({
      status: 422,
      code: 'auth.one-side',
    });
    await expect(
      fixture.database.pool.query(`update person set roles = '{customer,auditor}' where id = $1`, [id]),
    ).rejects.toMatchObject({ code: '23514' });
    expect((await fixture.accounts.byId(id))?.roles).toEqual(['buyer']);
  });

  test('of trading are refused to staff', async () => {
    const { id, options } = await signedIn();
    await fixture.accounts.setRoles(id, ['operator']);
    const cookie = await signInOverHttp(options);
    const answer = await fixture.app.call('PUT', '/api/shop/auth/roles', {
      cookie,
      body: { roles: ['customer'] },
    });
    expect([answer.status, answer.body.ERROR.code]).toEqual([409, 'auth.staff-account']);
    expect((await fixture.accounts.byId(id))?.roles).toEqual(['operator']);
  });

  test('of trading are refused also when staff rights are given at the moment of that choice', async () => {
    const { cookie, id } = await signedIn();
    const { pool } = fixture.database;
    const granting = await pool.connect();
    try {
      await granting.query('begin');
      await granting.query(`update person set roles = '{operator}' where id = $1`, [id]);
      const body = { roles: ['customer'] };
      const choosing = fixture.app.call('PUT', '/api/shop/auth/roles', { cookie, body });
      // The choice has come to the row, which is not its own yet.
      const waits = async () => {
        const { rows } = await pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      };
      await eventually(waits, 'the choice to wait for the grant');
      await granting.query('commit');
      expect((await choosing).status).toBe(409);
    } finally {
      granting.release();
    }
    expect((await fixture.accounts.byId(id))?.roles).toEqual(['operator']);
  });

  test('need a session to be chosen', async () => {
    const answer = await fixture.app.call('PUT', '/api/shop/auth/roles', { body: { roles: ['customer'] } });
    expect([answer.status, answer.body.ERROR.code]).toEqual([401, 'no-session']);
  });
});

describe('staff add', () => {
  const WHY = 'Buyruq 12, 3-may';
  const run = (...argv: string[]) => runWith(...argv, '--reason', WHY);
  const runWith = async (...argv: string[]) => {
    const lines: string[] = [];
    const { accounts, directory, database } = fixture;
    const code = await runStaffAddCommand(argv, {
      accounts,
      directory,
      notify: createNotifications(database.db).notify,
      write: (line) => void lines.push(line),
    });
    return { code, lines, text: lines.join('\n') };
  };

  test('makes the first staff account with a one-time password that is printed once', async () => {
    const { code, text } = await run(
      '--phone',
      '+998 93 111 11 11',
      '--role',
      'operator',
      '--name',
      'Oʻktam',
    );
    expect(code).toBe(0);
    expect(text).not.toContain('931111111');
    const password = /password.*: (\S+)$/m.exec(text)?.[1] ?? '';
    expect(password).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/);
    expect(await fixture.directory.authenticate('+998931111111', password)).toMatchObject({
      passwordOnce: true,
      name: 'Oʻktam',
    });
    const [person] = await fixture.accounts.byPhone('+998931111111');
    expect(person?.roles).toEqual(['operator']);
  });

  test('offers a role to somebody who trades, and prints no password', async () => {
    const { id, phone, options } = await signedIn();
    const { code, text } = await run('--phone', phone, '--role', 'auditor');
    expect([code, text.includes('assword'), text.includes('chooses one side')]).toEqual([0, false, true]);
    expect(await fixture.accounts.byId(id)).toMatchObject({ roles: ['buyer'], offeredRoles: ['auditor'] });
    expect((await run('--phone', phone, '--role', 'auditor')).text).toContain('already');
    expect(await signInOverHttp(options)).toContain('savdo_session');
  });

  test('gives a further role to staff at once', async () => {
    const { id, phone } = await signedIn();
    await fixture.accounts.setRoles(id, ['moderator']);
    expect((await run('--phone', phone, '--role', 'operator')).text).toContain('is now operator');
    expect(await fixture.accounts.byId(id)).toMatchObject({
      roles: ['moderator', 'operator'],
      offeredRoles: [],
    });
  });

  test('is on record, and the person reads of it, once', async () => {
    const { id, phone } = await signedIn();
    for (let time = 0; time < 2; time += 1) await run('--phone', phone, '--role', 'auditor');
    expect(await fixture.actions.ofType(id, 'roles', 2)).toMatchObject([
      { action: 'offered-by-command', reason: 'role:auditor' },
    ]);
    const staff = await signedIn();
    await fixture.accounts.setRoles(staff.id, ['moderator']);
    await run('--phone', staff.phone, '--role', 'operator');
    expect((await fixture.actions.ofType(staff.id, 'roles', 1))[0]).toMatchObject({
      action: 'granted-by-command',
    });
    const { rows } = await fixture.database.pool.query(
      `select template, params ->> 'reason' as reason from inbox_message where person_id = any($1)`,
      [[id, staff.id]],
    );
    const message = { template: 'staff-roles-changed', reason: WHY };
    expect(rows).toEqual([message, message]);
  });

  test.each([[[]], [['--reason', '  no  ']]])('asks for a reason: not with %j', async (reason) => {
    const { id, phone } = await signedIn();
    const { code, text } = await runWith('--phone', phone, '--role', 'auditor', ...reason);
    expect([code, text.includes('--reason says why')]).toEqual([2, true]);
    expect(await fixture.accounts.byId(id)).toMatchObject({ roles: ['buyer'], offeredRoles: [] });
  });

  test('is among the changes of the account, with its reason, once', async () => {
    const { id, phone } = await signedIn();
    for (let time = 0; time < 2; time += 1) await run('--phone', phone, '--role', 'auditor');
    const { rows } = await fixture.database.pool.query(
      'select kind, role, reason, evidence, asked_by from account_change where person_id = $1',
      [id],
    );
    expect(rows).toEqual([
      {
        kind: 'give-role',
        role: 'auditor',
        reason: WHY,
        evidence: 'a command on the server',
        asked_by: null,
      },
    ]);
  });

  test('gives a shut account nothing, and says so', async () => {
    const { id, phone } = await signedIn();
    await shutAccount(fixture.database, fixture.app.sessions, id);
    const { code, text } = await run('--phone', phone, '--role', 'operator');
    expect([code, text.includes('shut account')]).toEqual([2, true]);
    expect(await fixture.accounts.byId(id)).toMatchObject({ roles: ['buyer'], offeredRoles: [] });
    expect((await fixture.actions.ofType(id, 'roles', 5)).map(({ action }) => action)).not.toContain(
      'offered-by-command',
    );
  });

  test.each([
    [['--phone', '123', '--role', 'operator'], '+998'],
    [['--phone', '+998931111112', '--role', 'king'], 'administrator'],
    [['--phone', '+998931111112', '--role', 'buyer'], 'administrator'],
    [['--phone', '+998931111112'], '--role'],
    [['--shoe', '43'], '--shoe'],
  ])('does nothing for %j and says why', async (argv, hint) => {
    const { code, text } = await run(...argv);
    expect([code, text.includes(hint)]).toEqual([2, true]);
    expect(await fixture.directory.byLogin('+998931111112')).toBeNull();
  });

  test('asks the person to sign in first where the provider is not ours', async () => {
    const lines: string[] = [];
    const deps = {
      accounts: fixture.accounts,
      directory: null,
      notify: createNotifications(fixture.database.db).notify,
      write: (line: string) => void lines.push(line),
    };
    expect(
      await runStaffAddCommand(['--phone', '+998931111113', '--role', 'operator', '--reason', WHY], deps),
    ).toBe(2);
    expect(lines.join()).toContain('sign in first');
  });
});

describe('account reset-password', () => {
  const run = async (...argv: string[]) => {
    const lines: string[] = [];
    const { accounts, directory, app, database } = fixture;
    const write = (line: string) => void lines.push(line);
    const code = await runResetPasswordCommand(argv, {
      db: database.db,
      accounts,
      directory,
      sessions: app.sessions,
      write,
    });
    return { code, text: lines.join('\n') };
  };

  test('prints a one-time password once and ends the sessions of the account', async () => {
    const { cookie, phone, options } = await signedIn();
    const { code, text } = await run('--phone', phone, '--reason', 'letter 17');
    const password = /: (\S+)$/.exec(text)?.[1] ?? '';
    expect([code, text.includes(phone)]).toEqual([0, false]);
    expect((await fixture.app.call('GET', '/api/shop/auth/me', { cookie })).status).toBe(401);
    expect(await fixture.directory.authenticate(phone, options.password)).toBeNull();
    expect(await fixture.directory.authenticate(phone, password)).toMatchObject({ passwordOnce: true });
  });

  test('is on record with its reason, without which it does nothing, and its owner reads of it on every channel', async () => {
    const { id, phone } = await signedIn();
    expect(await run('--phone', phone)).toMatchObject({ code: 2, text: expect.stringMatching(/^--reason/) });
    await run('--phone', phone, '--reason', 'letter 17');
    const { database, passwords, actions } = fixture;
    const { id: accountId } = (await fixture.directory.byLogin(phone))!;
    const { rows } = await database.pool.query(
      `select payload from outbox where topic = 'sign-in.password-reset' and payload ->> 'accountId' = $1`,
      [accountId],
    );
    expect(rows).toMatchObject([{ payload: { byCommand: true } }]);
    // As the worker does with what is in the outbox.
    await database.db.transaction().execute((tx) => passwords.wasReset(tx, rows[0].payload));
    expect((await actions.ofType(id, 'account', 1))[0]).toMatchObject({
      action: 'password-reset-by-command',
      reason: 'letter 17',
    });
    const inbox = await database.pool.query('select template from inbox_message where person_id = $1', [id]);
    expect(inbox.rows).toEqual([{ template: 'password-reset' }]);
    expect(TO_EVERY_CHANNEL.has('password-reset')).toBe(true);
  });

  test.each([[['--phone', '+998939999999']], [['--phone', 'x']], [['--all']]])(
    'does nothing for %j',
    async (argv) => {
      expect((await run(...argv, '--reason', 'letter 17')).code).toBe(2);
    },
  );
});

describe('demo people', () => {
  const demo = (phone: string, roles: DemoPerson['roles']): DemoPerson => ({
    kind: 'natural',
    name: 'Demo',
    phone,
    email: null,
    pinfl: null,
    stir: null,
    language: 'uz',
    roles,
  });
  const deps = () => ({ accounts: fixture.accounts, directory: fixture.directory, sandboxesAllowed: true });

  test('sign in through the real flow with their roles, and again after a repeated start', async () => {
    const people = [demo('+998940000001', ['buyer']), demo('+998940000002', ['operator'])];
    const first = await createDemoPeople(people, 'first-password-1', deps());
    const again = await createDemoPeople(people, 'other-password-2', deps());
    expect(again.map((person) => person.id)).toEqual(first.map((person) => person.id));
    expect(again.map((person) => [person.roles, person.demo])).toEqual([
      [['buyer'], true],
      [['operator'], true],
    ]);
    const urls = { publicUrl: fixture.app.url, identityUrl: fixture.identityUrl };
    const login = '+998940000002';
    await expect(signInOverHttp({ ...urls, login, password: 'first-password-1' })).rejects.toThrow(/wrong/);
    const cookie = await signInOverHttp({ ...urls, login, password: 'other-password-2' });
    const me = await fixture.app.call('GET', '/api/shop/auth/me', { cookie });
    expect(me.body).toMatchObject({ id: again[1]?.id, roles: ['operator'] });
  });

  test('come back to their phone after somebody has tried out how one is changed', async () => {
    const one = { ...demo('+998940000007', ['buyer']), email: 'demo7@savdo.example' };
    const [before] = await createDemoPeople([one], 'first-password-1', deps());
    const subject = before?.subject ?? '';
    await fixture.directory.change(subject, { phone: '+998940000099' });
    await fixture.database.db
      .updateTable('person')
      .set({ phone: '+998940000099' })
      .where('id', '=', before?.id)
      .execute();
    const [after] = await createDemoPeople([one], 'first-password-1', deps());
    expect(after).toMatchObject({ id: before?.id, phone: one.phone, phoneConfirmed: true });
    expect(await fixture.directory.authenticate(one.phone, 'first-password-1')).not.toBeNull();
  });

  test('are refused in a real installation and never take a real account', async () => {
    const people = [demo('+998940000003', ['buyer'])];
    await expect(createDemoPeople(people, 'x', { ...deps(), sandboxesAllowed: false })).rejects.toThrow(
      /refused/,
    );
    const real = await makeAccount(fixture);
    await expect(createDemoPeople([demo(real.phone, ['buyer'])], 'x', deps())).rejects.toThrow(/real/);
    expect(await fixture.directory.authenticate(real.phone, real.password)).not.toBeNull();
  });
});

describe('the action log', () => {
  test('keeps sign-in and sign-out with their time, newest first', async () => {
    const { cookie, id } = await signedIn();
    await fixture.app.call('POST', '/api/shop/auth/logout', { cookie });
    const actions = await fixture.actions.ofPerson(id, {}, { limit: 10, offset: 0 });
    expect(actions.map(({ type, action, result }) => [type, action, result])).toEqual([
      ['sign-in', 'sign-out', 'done'],
      ['sign-in', 'sign-in', 'done'],
    ]);
  });

  test.each([
    "update person_action set result = 'refused'",
    'delete from person_action',
    'truncate person_action',
  ])('is not changed by %j', async (statement) => {
    await expect(fixture.database.pool.query(statement)).rejects.toThrow(/never changed/);
  });
});
