import { expect } from 'vitest';
import { paymentRow, startPaymentStand, type PaymentStand } from './payment-stand.ts';

export const PAYME_KEY = 'kassa-key-of-thirty-six-characters-00';
export const PAYME_AUTH = `Basic ${Buffer.from(`Paycom:${PAYME_KEY}`).toString('base64')}`;
export const TWELVE_HOURS = 43_200_000;
export const PAYME_AMOUNT = 5_000_000;

/** Payme's side of the protocol as its documents have it, not as our stand-in plays it. */
export async function startPaymeCaller() {
  const stand: PaymentStand = await startPaymentStand({
    payme: {
      merchantId: '5e730e8e0b852a417aa49ceb',
      key: PAYME_KEY,
      accountField: 'user_id',
      checkoutUrl: 'https://checkout.paycom.uz',
      addresses: [],
    },
  });
  let made = 0;
  /** 24 hex digits, as the provider's numbers are. */
  const newId = () => `65f0c0ffee65f0c0ffee${String((made += 1)).padStart(4, '0')}`;

  async function rpc(method: string, params: unknown, headers: Record<string, string> = {}, id: unknown = 1) {
    const { status, text } = await stand.post('/pay/payme', JSON.stringify({ method, params, id }), {
      'content-type': 'text/json; charset=UTF-8',
      authorization: PAYME_AUTH,
      ...headers,
    });
    expect(status).toBe(200);
    return { text, ...(JSON.parse(text) as { result?: any; error?: any; id: unknown }) };
  }
  async function payment(amountTiyin = PAYME_AMOUNT) {
    const paymentId = await stand.begin('payme', amountTiyin);
    return { paymentId, ask: { amount: amountTiyin, account: { user_id: String(paymentId) } } };
  }
  async function created(amountTiyin = PAYME_AMOUNT) {
    const { paymentId, ask } = await payment(amountTiyin);
    const id = newId();
    const params = { id, time: stand.clock.nowMs, ...ask };
    const answer = await rpc('CreateTransaction', params);
    expect(answer.error).toBeUndefined();
    return { paymentId, id, params, answer, number: answer.result.transaction as string };
  }
  async function performed(amountTiyin = PAYME_AMOUNT) {
    const one = await created(amountTiyin);
    stand.clock.nowMs += 5_000;
    const done = await rpc('PerformTransaction', { id: one.id });
    expect(done.error).toBeUndefined();
    const { person } = await paymentRow(stand, one.paymentId);
    return { ...one, done, person };
  }
  const balanceOf = (person: string) => stand.wallet.balanceOf(person);
  return { stand, newId, rpc, payment, created, performed, balanceOf };
}
