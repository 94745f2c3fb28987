import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PAYMENT_PROVIDERS, type PaymentProvider } from '#shared/api/cabinet/payments.ts';
import { paymentRow, startPaymentsApp, type PaymentsApp } from '../../fixtures/payments-app.ts';

let fixture: PaymentsApp;
let me: { cookie: string; personId: string };
let other: { cookie: string; personId: string };
let staff: { cookie: string };

beforeAll(async () => {
  fixture = await startPaymentsApp();
  const signIn = async (roles?: 'operator'[]) => {
    const { cookie, person } = await fixture.app.signIn({
      personId: randomUUID(),
      ...(roles ? { roles } : {}),
    });
    return { cookie, personId: person.personId };
  };
  [me, other, staff] = [await signIn(), await signIn(), await signIn(['operator'])];
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.clock.nowMs = Date.now();
});

const get = (path: string, cookie = me.cookie) => fixture.app.call('GET', path, { cookie });
const post = (path: string, body: unknown, cookie = me.cookie) =>
  fixture.app.call('POST', path, { body, cookie });

const AMOUNT = 50_000_000;
const asked = (change: object = {}) => ({
  provider: 'payme',
  amountTiyin: AMOUNT,
  requestId: randomUUID(),
  ...change,
});
async function start(provider: PaymentProvider, change: object = {}, cookie = me.cookie) {
  const { status, body } = await post('/api/shop/payment/top-up', asked({ provider, ...change }), cookie);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { paymentId: number; checkoutUrl: string };
}
/** Presses a button of the pretend checkout as a browser would. */
const press = (checkoutUrl: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(checkoutUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });

describe('beginning a top-up', () => {
  test('offers the providers that are set up, with limits', async () => {
    const { body } = await get('/api/shop/payment/top-up/options');
    expect(body.providers.map(({ id, pretend }: any) => [id, pretend])).toEqual(
      PAYMENT_PROVIDERS.map((id) => [id, true]),
    );
    expect([body.minTiyin, body.maxTiyin]).toEqual([100_000, 50_000_000_000]);
  });

  test('is one payment per intent, however often it is sent', async () => {
    const body = asked();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post('/api/shop/payment/top-up', body)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    const another = await post('/api/shop/payment/top-up', { ...body, amountTiyin: AMOUNT + 1 });
    expect([another.status, another.body.ERROR.code]).toEqual([422, 'payments.request-reused']);
    for (const change of [{ provider: 'uzum' }, { returnTo: '/lot-card/5' }]) {
      const changed = await post('/api/shop/payment/top-up', { ...body, ...change });
      expect([changed.status, changed.body.ERROR.code], JSON.stringify(change)).toEqual([
        422,
        'payments.request-reused',
      ]);
    }
    const theirs = await post('/api/shop/payment/top-up', body, other.cookie);
    expect(theirs.body.paymentId).not.toBe(answers[0]!.body.paymentId);
  });

  test.each([
    [{ amountTiyin: 99_999 }, 422, 'payments.too-small'],
    [{ amountTiyin: 50_000_000_001 }, 422, 'payments.too-large'],
    [{ amountTiyin: 0 }, 400, 'malformed'],
    [{ amountTiyin: -1 }, 400, 'malformed'],
    [{ amountTiyin: 100_000.5 }, 400, 'malformed'],
    [{ amountTiyin: '100000' }, 400, 'malformed'],
    [{ amountTiyin: 2 ** 53 }, 400, 'malformed'],
    [{ provider: 'octo' }, 400, 'malformed'],
    [{ requestId: 'x' }, 400, 'malformed'],
    [{ status: 'paid' }, 400, 'malformed'],
    [{ personId: 'somebody' }, 400, 'malformed'],
  ])('%j is refused with %d %s', async (change, status, code) => {
    const answer = await post('/api/shop/payment/top-up', asked(change));
    expect([answer.status, answer.body.ERROR.code]).toEqual([status, code]);
  });

  test('names the limit in the person’s language', async () => {
    const { cookie } = await fixture.app.signIn({ language: 'ru' });
    const answer = await post('/api/shop/payment/top-up', asked({ amountTiyin: 1 }), cookie);
    expect(answer.body.ERROR.message).toBe('Наименьшая сумма — 1\u00a0000\u00a0UZS.');
  });

  test('keeps own paths only to come back to', async () => {
    const { paymentId } = await start('payme', { returnTo: '/lot-view/5?tab=terms' });
    expect((await get(`/api/shop/user/payments/${paymentId}`)).body.returnTo).toBe('/lot-view/5?tab=terms');
    for (const returnTo of ['//evil.example', 'https://evil.example', '/\\evil', 'javascript:alert(1)']) {
      const one = await start('payme', { returnTo });
      expect((await get(`/api/shop/user/payments/${one.paymentId}`)).body.returnTo).toBeNull();
    }
  });

  test('is for people who are signed in', async () => {
    for (const [method, path] of [
      ['GET', '/api/shop/payment/top-up/options'],
      ['POST', '/api/shop/payment/top-up'],
      ['GET', '/api/shop/user/payments'],
      ['GET', '/api/shop/user/payments/1'],
      ['GET', '/api/shop/user/payments/1/receipt'],
    ] as const)
      expect((await fixture.app.call(method, path, method === 'POST' ? { body: asked() } : {})).status).toBe(
        401,
      );
  });

  test('is not offered where no provider is set up and stand-ins are not allowed', async () => {
    const bare = await startPaymentsApp({}, { twins: false });
    const { cookie } = await bare.app.signIn();
    const options = await bare.app.call('GET', '/api/shop/payment/top-up/options', { cookie });
    expect(options.body.providers).toEqual([]);
    const answer = await bare.app.call('POST', '/api/shop/payment/top-up', { cookie, body: asked() });
    expect([answer.status, answer.body.ERROR.code]).toEqual([422, 'payments.not-offered']);
    for (const path of [
      '/pay/payme',
      '/pay/click/prepare',
      '/pay/uzum/check',
      '/pay/paynet',
      '/pay/pretend/payme',
    ]) {
      expect((await bare.app.call('GET', path)).status).toBe(404);
    }
    await bare.close();
  });
});

describe.each(PAYMENT_PROVIDERS)('through the stand-in of %s', (provider) => {
  test('the checkout says that it is none, in four languages', async () => {
    const { checkoutUrl } = await start(provider);
    const titles = new Set<string>();
    for (const lang of ['uz', 'ru', 'uz-Cyrl', 'en']) {
      const answer = await fetch(`${checkoutUrl}${checkoutUrl.includes('?') ? '&' : '?'}lang=${lang}`);
      const page = await answer.text();
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-security-policy')).toContain("object-src 'none'");
      expect(page).toContain(`<html lang="${lang}">`);
      expect(page).toContain('500\u00a0000\u00a0UZS');
      titles.add(/<title>(.*?)<\/title>/.exec(page)![1]!);
    }
    expect(titles.size).toBe(4);
  });

  test('a good card puts the money on the balance and leads back', async () => {
    const before = await fixture.wallet.balanceOf(me.personId);
    const { paymentId, checkoutUrl } = await start(provider);
    const answer = await press(checkoutUrl, { do: 'pay', card: 'good' });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      // Paynet's application knows no way back.
      `${fixture.app.url}/${provider === 'paynet' ? 'home' : `redirecting?payment=${paymentId}`}`,
    ]);
    expect(await fixture.wallet.balanceOf(me.personId)).toBe(before + AMOUNT);
    const { body } = await get(`/api/shop/user/payments/${paymentId}`);
    expect(body).toMatchObject({ status: 'paid', cause: null, checkoutUrl: null, amountTiyin: AMOUNT });
    expect(fixture.failures).toEqual([]);
    expect(fixture.forged).toEqual([]);
  });

  test('a declined card leaves the balance alone, and another try at the same link pays', async () => {
    const before = await fixture.wallet.balanceOf(me.personId);
    const { paymentId, checkoutUrl } = await start(provider);
    expect((await press(checkoutUrl, { do: 'pay', card: 'declined' })).status).toBe(303);
    expect(await fixture.wallet.balanceOf(me.personId)).toBe(before);
    const { body } = await get(`/api/shop/user/payments/${paymentId}`);
    // Paynet speaks to us only of money that was taken.
    expect(body.status).toBe(provider === 'paynet' ? 'created' : 'cancelled');
    expect(body.checkoutUrl).toBe(checkoutUrl);
    expect((await press(checkoutUrl, { do: 'pay', card: 'good' })).status).toBe(303);
    expect(await fixture.wallet.balanceOf(me.personId)).toBe(before + AMOUNT);
  });

  test('leaving pays nothing; a link paid twice is refused the second time', async () => {
    const { paymentId, checkoutUrl } = await start(provider);
    await press(checkoutUrl, { do: 'leave' });
    expect((await paymentRow(fixture, paymentId)).status).toBe('created');
    await press(checkoutUrl, { do: 'pay', card: 'good' });
    const before = await fixture.wallet.balanceOf(me.personId);
    const again = await press(checkoutUrl, { do: 'pay', card: 'good' });
    expect(again.status).toBe(200);
    expect(await again.text()).toContain('class="reply"');
    expect(await fixture.wallet.balanceOf(me.personId)).toBe(before);
  });

  test('another sum in the link is refused by us', async () => {
    const { paymentId, checkoutUrl } = await start(provider);
    const changed =
      provider === 'payme'
        ? `${fixture.app.url}/pay/pretend/payme/${Buffer.from(
            Buffer.from(new URL(checkoutUrl).pathname.split('/').at(-1)!, 'base64')
              .toString()
              .replace(`a=${AMOUNT}`, `a=${AMOUNT * 100}`),
          ).toString('base64')}`
        : checkoutUrl.replace(/(amount|a)=[\d.]+/, provider === 'click' ? '$1=1.00' : '$1=100');
    expect((await press(changed, { do: 'pay', card: 'good' })).status).toBe(200);
    expect(await paymentRow(fixture, paymentId)).toMatchObject({ status: 'created' });
  });

  test('a page of another site presses no buttons here, and no one is led anywhere else', async () => {
    const { checkoutUrl } = await start(provider);
    const foreign = await press(checkoutUrl, { do: 'pay' }, { 'sec-fetch-site': 'cross-site' });
    expect(foreign.status).toBe(403);
    const elsewhere =
      provider === 'payme'
        ? `${fixture.app.url}/pay/pretend/payme/${Buffer.from('m=x;ac.payment_id=1;a=100;l=uz;c=https://evil.example/').toString('base64')}`
        : checkoutUrl.replace(
            encodeURIComponent(fixture.app.url),
            encodeURIComponent('https://evil.example'),
          );
    const answer = await press(elsewhere, { do: 'leave' });
    expect(answer.headers.get('location')).toBe(`${fixture.app.url}/home`);
  });

  test('a link that says nothing is no checkout', async () => {
    const answer = await fetch(`${fixture.app.url}/pay/pretend/${provider}/bm90aGluZw==?lang=en`);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('The link is wrong');
  });

  test('its books take a paid payment back while the money is free', async () => {
    const mine = await fixture.app.signIn({ personId: randomUUID() });
    const { paymentId, checkoutUrl } = await start(provider, {}, mine.cookie);
    await press(checkoutUrl, { do: 'pay', card: 'good' });
    const books = `${fixture.app.url}/pay/pretend/${provider}?lang=en`;
    const page = await (await fetch(books)).text();
    expect(page).toContain(String(paymentId));
    const { rows } = await fixture.database.pool.query(
      'select provider_id from pretend_payment where account = $1',
      [String(paymentId)],
    );
    const id = rows[0].provider_id as string;
    const reported = await (await press(books, { id, do: 'repeat' })).text();
    expect(reported).toContain('Done.');
    expect(await fixture.wallet.balanceOf(mine.person.personId)).toBe(AMOUNT);
    if (provider === 'click') return;
    await press(books, { id, do: 'refund' });
    expect(await fixture.wallet.balanceOf(mine.person.personId)).toBe(0);
    const { body } = await get(`/api/shop/user/payments/${paymentId}`, mine.cookie);
    expect(body).toMatchObject({ status: 'refunded', cause: 'returned' });
  });
});

describe('my payments', () => {
  test('are mine alone, newest first, by page, status, provider and day', async () => {
    const mine = await fixture.app.signIn({ personId: randomUUID() });
    const ids: number[] = [];
    for (const provider of ['payme', 'click', 'uzum', 'payme'] as const) {
      const { paymentId, checkoutUrl } = await start(provider, {}, mine.cookie);
      if (provider === 'click') await press(checkoutUrl, { do: 'pay', card: 'good' });
      ids.push(paymentId);
    }
    const list = async (query = '', cookie = mine.cookie) =>
      (await get(`/api/shop/user/payments${query}`, cookie)).body;
    const all = await list();
    expect(all.items.map(({ id }: any) => id)).toEqual([...ids].reverse());
    expect([all.total, all.page, all.size]).toEqual([4, 1, 20]);
    expect((await list('?size=3&page=2')).items.map(({ id }: any) => id)).toEqual([ids[0]]);
    expect((await list('?status=paid')).items.map(({ id }: any) => id)).toEqual([ids[1]]);
    expect((await list('?provider=payme')).total).toBe(2);
    const day = new Date(fixture.clock.nowMs + 5 * 3_600_000).toISOString().slice(0, 10);
    expect((await list(`?from=${day}&to=${day}`)).total).toBe(4);
    expect((await list('?to=2020-01-01')).total).toBe(0);
    expect((await get('/api/shop/user/payments?from=2020-13-01', mine.cookie)).status).toBe(400);
    expect((await list('', other.cookie)).items.map(({ id }: any) => id)).not.toContain(ids[0]);
  });

  test('of others are not found: neither the payment nor its receipt', async () => {
    const { paymentId, checkoutUrl } = await start('payme');
    await press(checkoutUrl, { do: 'pay', card: 'good' });
    for (const path of [
      `/api/shop/user/payments/${paymentId}`,
      `/api/shop/user/payments/${paymentId}/receipt`,
    ]) {
      expect((await get(path)).status).toBe(200);
      expect((await get(path, other.cookie)).status).toBe(404);
      expect((await get(path, staff.cookie)).status).toBe(404);
    }
    expect((await get('/api/shop/user/payments/999999999')).status).toBe(404);
  });

  test('have a receipt once they are paid', async () => {
    const { paymentId, checkoutUrl } = await start('uzum');
    const path = `/api/shop/user/payments/${paymentId}/receipt`;
    expect((await get(path)).body.ERROR.code).toBe('payments.no-receipt');
    await press(checkoutUrl, { do: 'pay', card: 'good' });
    const answer = await get(path);
    expect(answer.body.slice(0, 5)).toBe('%PDF-');
    expect(answer.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="R-\\d{4}-${paymentId}\\.pdf"$`),
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('payments for staff', () => {
  test('are everybody’s, found by number, receipt or the provider’s number', async () => {
    const { paymentId, checkoutUrl } = await start('click');
    await press(checkoutUrl, { do: 'pay', card: 'good' });
    const find = async (search: string) =>
      (await get(`/api/console/payments?search=${search}`, staff.cookie)).body;
    const [one] = (await find(String(paymentId))).items;
    expect(one).toMatchObject({ id: paymentId, personId: me.personId, status: 'paid' });
    expect((await find(one.receiptNumber.toLowerCase())).total).toBe(1);
    expect((await find(one.providerNumber)).items[0].id).toBe(paymentId);
    expect((await find('nothing')).total).toBe(0);
  });

  test('are closed to people', async () => {
    for (const path of ['/api/console/payments', '/api/console/payments/mismatches'])
      expect((await get(path)).status).toBe(403);
    const settle = await post('/api/console/payments/mismatches/1/settle', { note: 'looked at it' });
    expect(settle.status).toBe(403);
  });
});

describe('time', () => {
  test('ends payments no one began, and transactions their provider has forgotten', async () => {
    const fresh = await start('payme');
    const old = await start('payme');
    const begun = await start('payme');
    const at = fixture.clock.nowMs;
    await fixture.book.begin({
      provider: 'payme',
      providerId: randomUUID().slice(0, 24),
      account: String(begun.paymentId),
      amountTiyin: AMOUNT,
      providerTimeMs: at,
    });
    fixture.clock.nowMs = at + 43_200_000;
    await fixture.rounds.endOverdue();
    expect((await paymentRow(fixture, begun.paymentId)).status).toBe('pending');
    fixture.clock.nowMs += 1;
    await fixture.rounds.endOverdue();
    expect(await paymentRow(fixture, begun.paymentId)).toMatchObject({ status: 'failed', cause: 'expired' });
    expect((await paymentRow(fixture, fresh.paymentId)).status).toBe('created');
    fixture.clock.nowMs = at + 24 * 3_600_000;
    await fixture.rounds.endOverdue();
    expect(await paymentRow(fixture, old.paymentId)).toMatchObject({ status: 'failed', cause: 'expired' });
    expect((await get(`/api/shop/user/payments/${old.paymentId}`)).body.checkoutUrl).toBeNull();
  });
});
