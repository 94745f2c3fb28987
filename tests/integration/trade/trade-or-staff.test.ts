import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrateToLatest } from '#server/platform/database/index.ts';
import { signInOverHttp } from '#server/identity/index.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { migrateBefore } from '../../fixtures/older-schema.ts';
import { testDatabase } from '../../fixtures/services.ts';
import { makeAccount, startSignInApp, type SignInApp } from '../../fixtures/sign-in-app.ts';

let fixture: SignInApp;
beforeAll(async () => {
  fixture = await startSignInApp({ rateLimitFactor: 1_000 });
});
afterAll(() => fixture?.close());

async function signedIn() {
  const { phone: login, password } = await makeAccount(fixture);
  const cookie = await signInOverHttp({
    publicUrl: fixture.app.url,
    identityUrl: fixture.identityUrl,
    login,
    password,
  });
  const { id } = (await fixture.app.call('GET', '/api/shop/auth/me', { cookie })).body as { id: string };
  return { cookie, id };
}

describe('an account that trades and is offered a staff role', () => {
  const choose = (cookie: string, side: string) =>
    fixture.app.call('PUT', '/api/shop/auth/side', { cookie, body: { side } });
  const offered = async () => {
    const person = await signedIn();
    expect(await fixture.accounts.addStaffRole(person.id, 'operator', async () => undefined)).toBe('offered');
    return person;
  };

  test('goes on trading, signed in as before, until its owner chooses', async () => {
    const { cookie, id } = await offered();
    const { body } = await fixture.app.call('GET', '/api/shop/auth/me', { cookie });
    expect(body).toMatchObject({ roles: ['buyer'], offeredRoles: ['operator'] });
    expect((await fixture.app.sessions.list(id))[0]?.person.roles).toEqual(['buyer']);
    // The choice of trading roles leaves the offer as it is.
    await fixture.app.call('PUT', '/api/shop/auth/roles', { cookie, body: { roles: ['customer'] } });
    expect(await fixture.accounts.byId(id)).toMatchObject({
      roles: ['customer'],
      offeredRoles: ['operator'],
    });
  });

  test('serves as staff once trading is given up, in the living session too', async () => {
    const { cookie, id } = await offered();
    const answer = await choose(cookie, 'staff');
    expect([answer.status, answer.body.roles, answer.body.offeredRoles]).toEqual([
      200,
      ['operator'],
      undefined,
    ]);
    expect((await fixture.app.sessions.list(id))[0]?.person.roles).toEqual(['operator']);
    // Chosen once more, nothing changes; and the way back is closed.
    expect((await choose(cookie, 'staff')).body.roles).toEqual(['operator']);
    const back = await choose(cookie, 'trade');
    expect([back.status, back.body.ERROR.code]).toEqual([409, 'auth.staff-account']);
    const actions = await fixture.actions.ofPerson(id, {}, { limit: 2, offset: 0 });
    expect(actions.map(({ action }) => action)).toEqual(['staff-chosen', 'offered-by-command']);
  });

  test('keeps trading when its owner declines, and is staff no more', async () => {
    const { cookie, id } = await offered();
    expect((await choose(cookie, 'trade')).body).not.toHaveProperty('offeredRoles');
    expect(await fixture.accounts.byId(id)).toMatchObject({ roles: ['buyer'], offeredRoles: [] });
    const late = await choose(cookie, 'staff');
    expect([late.status, late.body.ERROR.code]).toEqual([409, 'auth.no-staff-role']);
    expect((await choose(cookie, 'trade')).status).toBe(200);
  });

  test('does not leave in the middle of an auction it takes part in', async () => {
    const { cookie, id } = await offered();
    const lotId = await publishTestLot(fixture.database, { ruleSet: 'private', opensInMs: 3_600_000 });
    const { pool } = fixture.database;
    await pool.query(
      `insert into trade_application (lot_id, person_id, number, status, confirmed_at) values ($1, $2, 1, 'admitted', now())`,
      [lotId, id],
    );
    const answer = await choose(cookie, 'staff');
    expect([answer.status, answer.body.ERROR.code]).toEqual([409, 'auth.still-trading']);
    expect((await fixture.accounts.byId(id))?.roles).toEqual(['buyer']);
    await pool.query(`update trade_application set status = 'cancelled' where person_id = $1`, [id]);
    expect((await choose(cookie, 'staff')).status).toBe(200);
  });

  test('was both before the rule: it trades on, and its staff role waits for the choice', async () => {
    const database = await testDatabase('empty');
    try {
      await migrateBefore(database, '0033');
      const one = `insert into person (issuer, subject, kind, name, language, roles) values ('i', $1, 'natural', 'n', 'uz', $2)`;
      await database.pool.query(one, ['both', ['buyer', 'operator', 'auditor']]);
      await database.pool.query(one, ['staff', ['administrator']]);
      await database.pool.query(one, ['buyer', ['buyer', 'customer']]);
      await migrateToLatest(database);
      const { rows } = await database.pool.query(
        `select subject, roles, offered_roles as offered, (select count(*)::int from person_action where person_id = person.id) as lines
         from person order by subject`,
      );
      expect(rows).toEqual([
        { subject: 'both', roles: ['buyer'], offered: ['operator', 'auditor'], lines: 1 },
        { subject: 'buyer', roles: ['buyer', 'customer'], offered: [], lines: 0 },
        { subject: 'staff', roles: ['administrator'], offered: [], lines: 0 },
      ]);
    } finally {
      await database.close();
    }
  });
});
