import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPerson, startPeopleStand, type PeopleStand } from '../support/people-stand.ts';

let stand: PeopleStand;
beforeAll(async () => {
  stand = await startPeopleStand();
});
afterAll(() => stand?.close());

const may = async (action: string, cookie = '') =>
  (await stand.app.call('GET', `/api/shop/common/action/access?action=${action}`, { cookie })).body as {
    allowed: boolean;
    reason?: string;
    message?: string;
    missing?: string[];
    until?: string;
  };

const PINFL = '30101900000105';

describe('asking what one may do', () => {
  test.each(['apply', 'bid', 'top-up', 'refund'])('tells a visitor to sign in before %s', async (action) => {
    expect(await may(action)).toMatchObject({
      allowed: false,
      reason: 'sign-in',
      message: expect.any(String),
    });
  });

  test('names the obstacles to an application one by one, until there are none', async () => {
    const { cookie, id, phone } = await newPerson(stand, { pinfl: PINFL });
    expect(await may('apply', cookie)).toMatchObject({
      reason: 'profile',
      missing: ['phoneConfirmed'],
    });
    const contact = { channel: 'phone', value: phone };
    await stand.app.call('POST', '/api/shop/profile/send-code', { cookie, body: contact });
    const code = stand.sent.at(-1)?.code;
    await stand.app.call('POST', '/api/shop/profile/confirm', { cookie, body: { ...contact, code } });
    expect(await may('apply', cookie)).toMatchObject({ allowed: false, reason: 'offer' });
    stand.signed.add(id);
    expect(await may('apply', cookie)).toEqual({ allowed: true });
    stand.bars.set(PINFL, '2027-01-31');
    const barred = await may('apply', cookie);
    expect(barred).toMatchObject({ allowed: false, reason: 'barred', until: '2027-01-31' });
    expect(barred.message).toContain('31.01.2027');
  });

  test('minds the role: a bid is for buyers', async () => {
    const { cookie } = await newPerson(stand);
    expect((await may('bid', cookie)).allowed).toBe(true);
    await stand.app.call('PUT', '/api/shop/auth/roles', { cookie, body: { roles: ['customer'] } });
    expect(await may('bid', cookie)).toMatchObject({ allowed: false, reason: 'role' });
    expect((await may('top-up', cookie)).allowed).toBe(true);
  });

  test('speaks the language of the person', async () => {
    const answer = await stand.app.call('GET', '/api/shop/common/action/access?action=bid', {
      headers: { 'accept-language': 'ru' },
    });
    expect(answer.body.message).toMatch(/войдите/i);
  });

  test.each(['', 'fly', 'order-create', 'order-send', 'toString', 'apply&action=bid'])(
    'refuses the action "%s"',
    async (action) => {
      const answer = await stand.app.call('GET', `/api/shop/common/action/access?action=${action}`);
      expect(answer.status).toBe(400);
    },
  );
});
