import type { PurchaseRefused } from '#shared/api/cabinet/purchases.ts';

const ANSWER_MS = 8_000;

type Reserving = { verdict: 'reserved'; code: { state: string } } | PurchaseRefused | { verdict: string };
/**
 * Buys one unit at its price by the public API, as a buyer does: a reservation, the code from the phone, the sale. Without a
 * code it is given up. Answers what came of it: `bought`, `no-code`, or the verdict of the call that refused.
 * @param readCode the newest code on the account's phone; null: none
 */
export async function buyUnit(
  publicUrl: string,
  cookie: string,
  lotId: number,
  readCode: () => Promise<string | null>,
): Promise<string> {
  async function call<Answer extends { verdict: string }>(path: string, body: object): Promise<Answer> {
    const answer = await fetch(`${publicUrl}/api/shop/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, origin: new URL(publicUrl).origin },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return (await answer.json()) as Answer;
  }
  const reserved = await call<Reserving>('user-order/send-code', { lotId, quantity: 1 });
  if (reserved.verdict !== 'reserved')
    return 'reason' in reserved ? `${reserved.verdict}: ${reserved.reason}` : reserved.verdict;
  const code = await readCode();
  if (code === null) {
    await call('cabinet/cancel_user_order', { lotId });
    return 'no-code';
  }
  return (await call('user-order/create-user-order', { lotId, code })).verdict;
}
