import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TO_EVERY_CHANNEL } from '#shared/notifications/templates.ts';
import { startRefundsApp, type RefundsApp, type Signed } from '../../fixtures/refunds-app.ts';

/** Longer ago than a password counts as typed just now. */
const TIRED_MS = 5 * 60_000 + 1_000;
const PATH = '/api/shop/gateway/account';
const OWN = { bankName: 'Boshqa bank', mfo: '01095', account: '20208000912345678002' };
const CARD = '8600123456789017';
/** Called the same as that of the owner. */
const FOREIGN = { ...OWN, account: '20208000912345678666' };

let fixture: RefundsApp;
beforeAll(async () => {
  fixture = await startRefundsApp();
});
afterAll(() => fixture.close());

describe('an account or a card to pay out to, in a session that somebody left open', () => {
  test('is not put in the place of the owner’s without a password that was typed just now', async () => {
    const me = await fixture.signIn();
    // Without requisites in the profile the first saved account is the one that the page has chosen.
    await fixture.database.pool.query('delete from person_profile where person_id = $1', [me.personId]);
    const call = (method: 'GET' | 'POST' | 'DELETE', path: string, who: Signed, body?: object) =>
      fixture.app.call(method, path, { cookie: who.cookie, ...(body ? { body } : {}) });
    const { id } = (await call('POST', PATH, me, OWN)).body;

    const left = await fixture.signIn(['buyer'], TIRED_MS, me.personId);
    await fixture.database.pool.query('delete from person_profile where person_id = $1', [me.personId]);
    const removed = await call('DELETE', `${PATH}/${id}`, left);
    const added = await call('POST', PATH, left, FOREIGN);
    const card = await call('POST', '/api/shop/gateway/uzcard-cards', left, { number: CARD, expiry: '1239' });
    const { items } = (await call('GET', PATH, me)).body;
    expect({
      removed: removed.status,
      added: added.body.ERROR?.code,
      card: card.body.ERROR?.code,
      items,
    }).toEqual({ removed: 200, added: 'sign-in-again', card: 'sign-in-again', items: [] });
  });

  test('is announced to its owner on every channel', async () => {
    const me = await fixture.signIn();
    const before = (await fixture.notices(me)).length;
    await fixture.app.call('POST', PATH, { cookie: me.cookie, body: OWN });
    // The same one again is no other one.
    await fixture.app.call('POST', PATH, { cookie: me.cookie, body: OWN });
    const added = (await fixture.notices(me)).slice(before);
    expect(added).toEqual(['payout-destination-added']);
    expect(TO_EVERY_CHANNEL.has('payout-destination-added')).toBe(true);
  });
});
