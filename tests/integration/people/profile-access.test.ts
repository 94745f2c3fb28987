import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPerson, startProfileApp, type ProfileApp } from '../../fixtures/profile-app.ts';

let fixture: ProfileApp;
beforeAll(async () => {
  fixture = await startProfileApp();
});
afterAll(() => fixture?.close());

const may = async (action: string, cookie = '') =>
  (await fixture.app.call('GET', `/api/shop/common/action/access?action=${action}`, { cookie })).body as {
    allowed: boolean;
    reason?: string;
    message?: string;
    missing?: string[];
    until?: string;
  };

const PINFL = '30101900000105';

describe('asking what one may do', () => {
  test.each(['apply', 'bid', 'sell', 'top-up', 'refund'])(
    'tells a visitor to sign in before %s',
    async (action) => {
      expect(await may(action)).toMatchObject({
        allowed: false,
        reason: 'sign-in',
        message: expect.any(String),
      });
    },
  );

  test('names the obstacles to an application one by one, until there are none', async () => {
    const { cookie, id, phone } = await newPerson(fixture, { pinfl: PINFL });
    expect(await may('apply', cookie)).toMatchObject({
      reason: 'profile',
      missing: ['phoneConfirmed'],
    });
    const contact = { channel: 'phone', value: phone };
    await fixture.app.call('POST', '/api/shop/profile/send-code', { cookie, body: contact });
    const { code } = await fixture.lastSent();
    await fixture.app.call('POST', '/api/shop/profile/confirm', { cookie, body: { ...contact, code } });
    expect(await may('apply', cookie)).toMatchObject({ allowed: false, reason: 'offer' });
    await fixture.sign(id);
    expect(await may('apply', cookie)).toEqual({ allowed: true });
    await fixture.bar(PINFL, '2027-01-31');
    const barred = await may('apply', cookie);
    expect(barred).toMatchObject({ allowed: false, reason: 'barred', until: '2027-01-31' });
    expect(barred.message).toContain('31.01.2027');
  });

  test('minds the role: a bid is for buyers', async () => {
    const { cookie } = await newPerson(fixture);
    expect((await may('bid', cookie)).allowed).toBe(true);
    await fixture.app.call('PUT', '/api/shop/auth/roles', { cookie, body: { roles: ['customer'] } });
    expect(await may('bid', cookie)).toMatchObject({ allowed: false, reason: 'role' });
    expect((await may('top-up', cookie)).allowed).toBe(true);
  });

  test('lets customers sell whose profile is complete and whose offer is signed, whatever its deadline', async () => {
    const { cookie, id, phone, email } = await newPerson(fixture, { pinfl: '30101900000206' });
    expect(await may('sell', cookie)).toMatchObject({ allowed: false, reason: 'role' });
    await fixture.app.call('PUT', '/api/shop/auth/roles', { cookie, body: { roles: ['customer'] } });
    expect(await may('sell', cookie)).toMatchObject({
      reason: 'profile',
      missing: ['phoneConfirmed', 'emailConfirmed', 'address', 'bankRequisites'],
    });
    await fixture.accounts.prepareDetails(id, {
      phone,
      email,
      address: { regionId: 1726, areaId: 1726266, text: 'Navoiy koʻchasi, 1-uy' },
      requisites: { bankName: 'Namuna bank', mfo: '00999', account: '20208000900123456001' },
    });
    expect(await may('sell', cookie)).toMatchObject({ allowed: false, reason: 'offer' });
    await fixture.sign(id);
    expect(await may('sell', cookie)).toEqual({ allowed: true });
    await fixture.bar('30101900000206', '2027-01-31');
    expect(await may('sell', cookie)).toMatchObject({ reason: 'barred', until: '2027-01-31' });
    await fixture.database.pool.query(`update person set pinfl = '50101150000000' where id = $1`, [id]);
    for (const action of ['sell', 'apply']) {
      if (action === 'apply')
        await fixture.app.call('PUT', '/api/shop/auth/roles', { cookie, body: { roles: ['buyer'] } });
      const minor = await may(action, cookie);
      expect(minor, action).toMatchObject({ allowed: false, reason: 'under-age' });
      expect(minor.message).toContain('18');
    }
    const set = (statement: string) =>
      fixture.database.pool.query(`update person set ${statement} where id = $1`, [id]);
    await set("pinfl = '31234567890123'");
    expect(await may('apply', cookie)).toMatchObject({ reason: 'under-age' });
    await set('of_age_at = now()');
    expect(await may('apply', cookie)).not.toMatchObject({ reason: 'under-age' });
  });

  test('speaks the language of the person', async () => {
    const answer = await fixture.app.call('GET', '/api/shop/common/action/access?action=bid', {
      headers: { 'accept-language': 'ru' },
    });
    expect(answer.body.message).toMatch(/войдите/i);
  });

  test.each(['', 'fly', 'order-create', 'order-send', 'toString', 'apply&action=bid'])(
    'refuses the action "%s"',
    async (action) => {
      const answer = await fixture.app.call('GET', `/api/shop/common/action/access?action=${action}`);
      expect(answer.status).toBe(400);
    },
  );
});
