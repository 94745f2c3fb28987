import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CLICK_AMOUNT,
  completeFields,
  prepareFields,
  signed,
  startClickCaller,
  type ClickCall,
} from '../../fixtures/click-caller.ts';
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
let kindsOf: typeof caller.kindsOf;
beforeAll(async () => {
  caller = await startClickCaller();
  ({ fixture, send, debited, prepared, kindsOf } = caller);
});
afterAll(() => caller.close());
beforeEach(() => {
  caller.api.away = false;
  caller.asked.length = 0;
  fixture.forged.length = 0;
  fixture.failures.length = 0;
});

describe('the fifteen scenarios of the provider’s generator, in order', () => {
  let first: Awaited<ReturnType<typeof prepared>>;
  let second: Awaited<ReturnType<typeof prepared>>;
  let third: Awaited<ReturnType<typeof prepared>>;
  let firstPayment: number;
  let firstFields: ClickCall;
  const complete = (one: typeof first, change: ClickCall = {}) =>
    send('complete', signed(completeFields(one.fields, one.prepareId, change)));

  test('1 prepare with a wrong signature: -1', async () => {
    firstPayment = await fixture.begin('click', CLICK_AMOUNT);
    firstFields = prepareFields(firstPayment);
    const { error, error_note } = await send('prepare', signed(firstFields, 'another'));
    expect([error, error_note]).toEqual([-1, 'SIGN CHECK FAILED!']);
    expect(fixture.forged).toEqual(['click signature']);
  });
  test('2 prepare of an unknown payment: -5', async () => {
    const { error, error_note } = await send('prepare', signed(prepareFields('99999999')));
    expect([error, error_note]).toEqual([-5, 'User does not exist']);
  });
  test('3 prepare: 0', async () => {
    const answer = await send('prepare', signed(firstFields));
    expect(answer.error).toBe(0);
    first = {
      paymentId: firstPayment,
      fields: firstFields,
      answer,
      prepareId: answer.merchant_prepare_id!,
    };
  });
  test('4 complete with a wrong signature: -1', async () => {
    const fields = completeFields(first.fields, first.prepareId);
    expect((await send('complete', signed(fields, 'another'))).error).toBe(-1);
  });
  test('5 complete with the sum 300: -2', async () => {
    const { error, error_note } = await complete(first, { amount: '300' });
    expect([error, error_note]).toEqual([-2, 'Incorrect parameter amount']);
    expect(await kindsOf(first.paymentId)).toEqual(['wrong-amount']);
  });
  test('6 complete: 0', async () => {
    debited(first.paymentId);
    expect((await complete(first)).error).toBe(0);
  });
  test('7 complete repeated: -4', async () => {
    const { error, error_note } = await complete(first);
    expect([error, error_note]).toEqual([-4, 'Already paid']);
  });
  test('8 complete of the paid one with error -5017: -9, the money stays and staff is notified', async () => {
    const { error, error_note } = await complete(first, { error: '-5017', error_note: 'no money' });
    expect([error, error_note]).toEqual([-9, 'Transaction cancelled']);
    const { person, status } = await paymentRow(fixture, first.paymentId);
    expect(status).toBe('paid');
    expect(await fixture.wallet.balanceOf(person)).toBe(CLICK_AMOUNT);
    expect(await kindsOf(first.paymentId)).toEqual(['wrong-amount', 'cancelled-after-paid']);
    // The money is never given twice either.
    expect((await complete(first)).error).toBe(-4);
    expect(await fixture.wallet.balanceOf(person)).toBe(CLICK_AMOUNT);
  });
  test('9 prepare: 0', async () => {
    second = await prepared();
  });
  test('10 complete with prepare id 999999999: -6', async () => {
    const { error, error_note } = await complete(second, { merchant_prepare_id: '999999999' });
    expect([error, error_note]).toEqual([-6, 'Transaction does not exist']);
  });
  test('11 complete: 0', async () => {
    debited(second.paymentId);
    expect((await complete(second)).error).toBe(0);
  });
  test('12 prepare: 0', async () => {
    third = await prepared();
  });
  test('13 complete with error -5017: -9', async () => {
    expect((await complete(third, { error: '-5017' })).error).toBe(-9);
    expect(await paymentRow(fixture, third.paymentId)).toMatchObject({
      status: 'cancelled',
      cause: 'declined',
    });
  });
  test('14 repeated: -9', async () => {
    expect((await complete(third, { error: '-5017' })).error).toBe(-9);
  });
  test('15 complete with error 0 after the cancellation: -9, nothing credited', async () => {
    debited(third.paymentId);
    expect((await complete(third)).error).toBe(-9);
    expect(await fixture.wallet.balanceOf((await paymentRow(fixture, third.paymentId)).person)).toBe(0);
  });
});
