import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import type { WinLot } from '#shared/api/cabinet/winlots.ts';

const ANSWER_MS = 8_000;

/** The public socket as an ordinary browser opens it, with the cookie of a session. */
export function openSocket(publicUrl: string, cookie: string): Socket {
  return io(publicUrl, {
    transports: ['websocket'],
    extraHeaders: { cookie, origin: new URL(publicUrl).origin },
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
    forceNew: true,
  });
}

/** Asks for admission to a practice room by the public API. True when admitted. */
export async function joinPractice(publicUrl: string, cookie: string, lotId: number): Promise<boolean> {
  const answer = await fetch(`${publicUrl}/api/shop/user-order/join-practice`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, origin: new URL(publicUrl).origin },
    body: JSON.stringify({ lotId }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (!answer.ok) return false;
  return ((await answer.json()) as { verdict: string }).verdict === 'admitted';
}

/** Pays from the balance for every lot the account has won and not paid. Returns how many. */
export async function payForLots(publicUrl: string, cookie: string): Promise<number> {
  const headers = { cookie, origin: new URL(publicUrl).origin, 'content-type': 'application/json' };
  const list = await fetch(`${publicUrl}/api/shop/winlot/list?state=open&size=100`, {
    headers,
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (!list.ok) throw new Error(`the list of won lots answered ${list.status}`);
  const { items } = (await list.json()) as { items: Pick<WinLot, 'lotId'>[] };
  let paid = 0;
  for (const { lotId } of items) {
    const answer = await fetch(`${publicUrl}/api/shop/winlot/pay-win-lot`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ lotId, requestId: randomUUID() }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (answer.ok && ((await answer.json()) as { verdict: string }).verdict === 'paid') paid += 1;
  }
  return paid;
}
