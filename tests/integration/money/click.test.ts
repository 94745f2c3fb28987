import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CLICK_AMOUNT,
  CLICK_SECRET,
  CLICK_SERVICE,
  completeFields,
  newClickId,
  prepareFields,
  signed,
  startClickCaller,
} from '../../fixtures/click-caller.ts';
import { fired } from '../../fixtures/fault.ts';
import { paymentRow, type PaymentsApp } from '../../fixtures/payments-app.ts';

/**
 * The provider's own documents, not our stand-in: signatures over raw texts, the order of the checks, the fifteen
 * scenarios of its generator, and the status call of its Merchant API before money is credited.
 */
let caller: Awaited<ReturnType<typeof startClickCaller>>;
let fixture: PaymentsApp;
let send: typeof caller.send;
let debited: typeof caller.debited;
let prepared: typeof caller.prepared;
let completed: typeof caller.completed;
let kindsOf: typeof caller.kindsOf;
beforeAll(async () => {
  caller = await startClickCaller();
  ({ fixture, send, debited, prepared, completed, kindsOf } = caller);
});
afterAll(() => caller.close());
beforeEach(() => {
  caller.api.away = false;
  caller.asked.length = 0;
  fixture.forged.length = 0;
  fixture.failures.length = 0;
});

describe('signatures', () => {
  test('F26 are those of the sample messages, and forged ones are refused', async (ctx) => {
    const prepare =
      'click_trans_id=1234567&service_id=2222&click_paydoc_id=3333&merchant_trans_id=11111&amount=1000.00&action=0&error=0&error_note=Success&sign_time=2025-08-01 12:00:00&sign_string=ba2f2c0ee54e2231bb0c662175c395e5';
    // Genuine, and about a payment no one has.
    expect((await send('prepare', {}, prepare)).error).toBe(-5);
    const complete =
      'click_trans_id=1234567&service_id=2222&click_paydoc_id=3333&merchant_trans_id=11111&merchant_prepare_id=555&amount=1000.00&action=1&error=0&error_note=Success&sign_time=2025-08-01+12%3A00%3A05&sign_string=805eaae1c060362c4b08e38a94838a3e';
    expect((await send('complete', {}, complete)).error).toBe(-5);
    expect((await send('prepare', {}, prepare.replace('ba2f', 'ba20'))).error).toBe(-1);
    fired(ctx, 'F26', 1);
  });

  test('cover the sum as it was written: 1000, 1000.0 and 1000.00 are the same sum and three signatures', async () => {
    const signs = new Set<string>();
    for (const amount of ['1000', '1000.0', '1000.00', '1000.000']) {
      const one = await prepared(CLICK_AMOUNT, { amount, click_trans_id: newClickId() });
      const same = prepareFields('1', { amount, click_trans_id: '1' });
      signs.add(signed(same).sign_string!);
      expect(one.answer.error).toBe(0);
    }
    expect(signs.size).toBe(4);
    const paymentId = await fixture.begin('click', CLICK_AMOUNT);
    const fields = prepareFields(paymentId);
    const { sign_string } = signed(fields);
    expect((await send('prepare', { ...fields, sign_string: sign_string!, amount: '1000.0' })).error).toBe(
      -1,
    );
    expect((await send('prepare', { ...fields, sign_string: sign_string!.toUpperCase() })).error).toBe(-1);
  });

  test.each(['click_trans_id', 'service_id', 'merchant_trans_id', 'amount', 'sign_time'])(
    'cover %s',
    async (name) => {
      const paymentId = await fixture.begin('click', CLICK_AMOUNT);
      const fields = signed(prepareFields(paymentId));
      expect((await send('prepare', { ...fields, [name]: `${fields[name]}1` })).error).toBe(-1);
    },
  );
});

describe('the order of the checks', () => {
  test('missing fields come first: -8', async () => {
    const paymentId = await fixture.begin('click', CLICK_AMOUNT);
    const whole = signed(prepareFields(paymentId));
    for (const name of Object.keys(whole).filter((each) => each !== 'error_note')) {
      const { [name]: _left, ...rest } = whole;
      expect((await send('prepare', rest)).error, name).toBe(-8);
    }
    const { fields, prepareId } = await prepared();
    const { merchant_prepare_id: _none, ...without } = signed(completeFields(fields, prepareId));
    expect((await send('complete', without)).error).toBe(-8);
  });

  test('another service and a wrong action follow the signature: -8, -3', async () => {
    const paymentId = await fixture.begin('click', CLICK_AMOUNT);
    expect((await send('prepare', signed(prepareFields(paymentId, { service_id: '2223' })))).error).toBe(-8);
    expect((await send('prepare', signed(prepareFields(paymentId, { action: '2' })))).error).toBe(-3);
    expect((await send('prepare', signed(prepareFields(paymentId, { action: '2' }), 'no'))).error).toBe(-1);
  });

  test('a field that comes twice, another type of body, GET and too much are -8', async () => {
    const paymentId = await fixture.begin('click', CLICK_AMOUNT);
    const fields = signed(prepareFields(paymentId));
    const text = new URLSearchParams(fields).toString();
    expect((await send('prepare', {}, `${text}&amount=1`)).error).toBe(-8);
    const json = await fixture.post('/pay/click/prepare', JSON.stringify(fields), {
      'content-type': 'application/json',
    });
    expect(JSON.parse(json.text).error).toBe(-8);
    const get = await fetch(`${fixture.app.url}/pay/click/prepare?${text}`);
    expect((await get.json()).error).toBe(-8);
    expect((await send('prepare', {}, `${text}&more=${'x'.repeat(40_000)}`)).error).toBe(-8);
    expect(await paymentRow(fixture, paymentId)).toMatchObject({ status: 'created' });
  });

  test.each(['0', '0.00', '-1000.00', '999.99', '1000.01', '1000.001', '1e3', '1000,00', ' 1000.00', '٠'])(
    'the sum %j is refused with -2, without tolerance',
    async (amount) => {
      const paymentId = await fixture.begin('click', CLICK_AMOUNT);
      expect((await send('prepare', signed(prepareFields(paymentId, { amount })))).error).toBe(-2);
      expect(await paymentRow(fixture, paymentId)).toMatchObject({ status: 'created' });
    },
  );

  test('a paid payment is -4 before its sum is looked at', async () => {
    const { paymentId } = await completed();
    expect((await send('prepare', signed(prepareFields(paymentId, { amount: '5' })))).error).toBe(-4);
  });

  test('complete before prepare is -6', async () => {
    const paymentId = await fixture.begin('click', CLICK_AMOUNT);
    debited(paymentId);
    const fields = completeFields(prepareFields(paymentId), '555');
    expect((await send('complete', signed(fields))).error).toBe(-6);
  });
});

describe('answers', () => {
  test('are those of the samples, with numbers beyond a double digit by digit', async () => {
    const { fields, paymentId, prepareId, answer } = await prepared();
    expect(answer.text).toBe(
      `{"click_trans_id":${fields.click_trans_id},"merchant_trans_id":"${paymentId}","merchant_prepare_id":${prepareId},"error":0,"error_note":"Success"}`,
    );
    debited(paymentId);
    const done = await send('complete', signed(completeFields(fields, prepareId)));
    expect(done.text).toBe(
      `{"click_trans_id":${fields.click_trans_id},"merchant_trans_id":"${paymentId}","merchant_confirm_id":${prepareId},"error":0,"error_note":"Success"}`,
    );
  });

  test('a repeated prepare is answered the same', async () => {
    const { fields, answer } = await prepared();
    expect((await send('prepare', signed(fields))).text).toBe(answer.text);
  });
});

describe('prepare', () => {
  test('reserves the payment: another number for it is refused until the first has ended', async () => {
    const { paymentId, fields, prepareId } = await prepared();
    expect((await send('prepare', signed(prepareFields(paymentId)))).error).toBe(-9);
    await send('complete', signed(completeFields(fields, prepareId, { error: '-5017' })));
    expect((await send('prepare', signed(prepareFields(paymentId)))).error).toBe(0);
  });

  test('of one number for two payments is refused, and staff is notified', async () => {
    const { fields, paymentId } = await prepared();
    const other = await fixture.begin('click', CLICK_AMOUNT);
    const again = { ...fields, merchant_trans_id: String(other) };
    expect((await send('prepare', signed(again))).error).toBe(-8);
    expect(await kindsOf(paymentId)).toEqual(['wrong-account']);
  });

  test('of a payment that is out of date, or that the provider has given up, is -9', async () => {
    const paymentId = await fixture.begin('click', CLICK_AMOUNT);
    expect((await send('prepare', signed(prepareFields(paymentId, { error: '-1' })))).error).toBe(-9);
    fixture.clock.nowMs += 24 * 3_600_000;
    expect((await send('prepare', signed(prepareFields(paymentId)))).error).toBe(-9);
  });
});

describe('complete', () => {
  test('for another person’s payment credits no one, and staff is notified', async () => {
    const { fields, prepareId, paymentId } = await prepared();
    const other = await fixture.begin('click', CLICK_AMOUNT);
    debited(other);
    debited(paymentId);
    const stolen = completeFields({ ...fields, merchant_trans_id: String(other) }, prepareId);
    expect((await send('complete', signed(stolen))).error).toBe(-6);
    for (const each of [paymentId, other])
      expect(await fixture.wallet.balanceOf((await paymentRow(fixture, each)).person)).toBe(0);
    expect(await kindsOf(paymentId)).toEqual(['wrong-account']);
  });

  test('of twenty at the same moment credits one', async () => {
    const { fields, prepareId, paymentId } = await prepared();
    debited(paymentId);
    const one = signed(completeFields(fields, prepareId));
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('complete', one)));
    expect(answers.filter(({ error }) => error === 0)).toHaveLength(1);
    expect(answers.filter(({ error }) => error === -4)).toHaveLength(19);
    expect(await fixture.wallet.balanceOf((await paymentRow(fixture, paymentId)).person)).toBe(CLICK_AMOUNT);
  });

  test('comes a day late and is taken: the card is debited', async () => {
    const { fields, prepareId, paymentId } = await prepared();
    debited(paymentId);
    fixture.clock.nowMs += 30 * 3_600_000;
    expect((await send('complete', signed(completeFields(fields, prepareId)))).error).toBe(0);
  });
});

describe('the status call before money is credited', () => {
  test('is made for the signed number and day, proven by the sha1 of time and secret', async () => {
    const { paymentId } = await completed();
    const [first, second] = caller.asked.slice(-2);
    expect(first!.path).toBe(`/v2/merchant/payment/status_by_mti/${CLICK_SERVICE}/${paymentId}/2025-08-01`);
    expect(second!.path).toBe(`/v2/merchant/payment/status/${CLICK_SERVICE}/${7_000_000 + paymentId}`);
    const [user, digest, time] = first!.auth.split(':');
    expect([user, time]).toEqual(['3333', expect.stringMatching(/^\d{10}$/)]);
    expect(digest).toBe(createHash('sha1').update(`${time}${CLICK_SECRET}`).digest('hex'));
  });

  test.each([-1, 0])(
    'a payment Click itself has with status %d is not credited, whatever the unsigned error says',
    async (status) => {
      const { fields, prepareId, paymentId } = await prepared();
      debited(paymentId, status);
      expect((await send('complete', signed(completeFields(fields, prepareId)))).error).toBe(-8);
      expect(await fixture.wallet.balanceOf((await paymentRow(fixture, paymentId)).person)).toBe(0);
      expect(await kindsOf(paymentId)).toEqual(['not-confirmed']);
    },
  );

  test('a payment Click does not know is not credited', async () => {
    const { fields, prepareId } = await prepared();
    expect((await send('complete', signed(completeFields(fields, prepareId)))).error).toBe(-8);
  });

  test('a payment of before midnight is found under the day before', async () => {
    const { fields, prepareId, paymentId } = await prepared();
    caller.books.set(String(paymentId), { paymentId: '123', status: 1, day: '2025-07-31' });
    expect((await send('complete', signed(completeFields(fields, prepareId)))).error).toBe(0);
  });

  test('without an answer nothing is credited or ended, and the repeat succeeds', async () => {
    const { fields, prepareId, paymentId } = await prepared();
    debited(paymentId);
    caller.api.away = true;
    expect((await send('complete', signed(completeFields(fields, prepareId)))).error).toBe(-7);
    expect(fixture.failures).toHaveLength(1);
    expect(await paymentRow(fixture, paymentId)).toMatchObject({ status: 'pending' });
    caller.api.away = false;
    expect((await send('complete', signed(completeFields(fields, prepareId)))).error).toBe(0);
  });
});

test('the checkout is a link with sum, payment and the way back', async () => {
  const started = await fixture.topUps.start({
    personId: fixture.person(),
    provider: 'click',
    amountTiyin: 123_456,
    requestId: crypto.randomUUID(),
    returnTo: null,
    language: 'ru',
  });
  if (started.outcome !== 'started') throw new Error(started.outcome);
  const url = new URL(started.checkoutUrl);
  expect(`${url.origin}${url.pathname}`).toBe('https://my.click.uz/services/pay/');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    service_id: CLICK_SERVICE,
    merchant_id: '1111',
    amount: '1234.56',
    transaction_param: String(started.paymentId),
    return_url: `${fixture.app.url}/redirecting?payment=${started.paymentId}`,
  });
});
