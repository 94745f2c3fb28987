import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CardTokens } from './port.ts';

const LIMIT_MS = 10_000;

export interface ClickSettings {
  apiUrl: string;
  serviceId: string;
  merchantUserId: string;
  secretKey: string;
}

const answerSchema = z.object({
  error_code: z.coerce.number(),
  card_token: z.string().min(1).optional(),
  phone_number: z.string().optional(),
});

/** Callers do not distinguish errors: all mean that the outcome is unknown, and the person may try again. */
const AWAY = null;

/** A call without an answer, for the log. */
export interface ClickAway {
  call: 'request' | 'verify' | 'remove';
  /** `status 503`, `TimeoutError`, `ECONNREFUSED`: never a message, which may contain the data sent. */
  why: string;
}

function nameOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: unknown }; name?: unknown };
  return typeof cause?.code === 'string' ? cause.code : String(name);
}

/** `+998 90 *** ** 67` from any phone the tokeniser returns; the middle digits are masked. */
function maskedPhone(text: string | undefined): string | null {
  const digits = text?.replace(/[^\d*]/g, '') ?? '';
  return digits.length < 6 ? null : `${digits.slice(0, 5)}•••${digits.slice(-2)}`;
}

/** Calls `card_token/…` of Click's Merchant API: the card's owner confirms with the code sent by the bank. */
export function createClickCardTokens(
  settings: ClickSettings,
  onAway: (away: ClickAway) => void,
  now: () => number = Date.now,
): CardTokens {
  async function ask(call: ClickAway['call'], method: string, path: string, body?: object) {
    const timestamp = String(Math.floor(now() / 1_000));
    const digest = createHash('sha1').update(`${timestamp}${settings.secretKey}`).digest('hex');
    try {
      const answer = await fetch(`${settings.apiUrl}/card_token/${path}`, {
        method,
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          auth: `${settings.merchantUserId}:${digest}:${timestamp}`,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(LIMIT_MS),
        // The operator configures the address; redirects are not followed.
        redirect: 'error',
      });
      if (answer.ok) return answerSchema.parse(await answer.json());
      onAway({ call, why: `status ${answer.status}` });
      return AWAY;
    } catch (error) {
      // Not retried: a second request would send a second code; the person is asked to try again. The error itself is not
      // passed on, because it may contain the data sent.
      onAway({ call, why: nameOf(error) });
      return AWAY;
    }
  }

  return {
    sandboxCode: null,

    async request({ number, expiry }) {
      const body = { service_id: settings.serviceId, card_number: number, expire_date: expiry, temporary: 0 };
      const answer = await ask('request', 'POST', 'request', body);
      if (!answer) return { outcome: 'away' };
      if (answer.error_code !== 0 || !answer.card_token) return { outcome: 'refused' };
      return { outcome: 'sent', token: answer.card_token, phone: maskedPhone(answer.phone_number) };
    },

    async verify(token, code) {
      const body = { service_id: settings.serviceId, card_token: token, sms_code: code };
      const answer = await ask('verify', 'POST', 'verify', body);
      if (!answer) return 'away';
      return answer.error_code === 0 ? 'verified' : 'wrong';
    },

    async remove(token) {
      const answer = await ask('remove', 'DELETE', `${settings.serviceId}/${encodeURIComponent(token)}`);
      return answer ? 'removed' : 'away';
    },
  };
}
