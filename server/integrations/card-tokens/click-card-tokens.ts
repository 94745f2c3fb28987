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

/** No errors of the network are told apart: all of them mean that nobody knows, and the person may try again. */
const AWAY = null;

/** `+998 90 *** ** 67`, from whatever the tokeniser says; digits in the middle are gone. */
function maskedPhone(text: string | undefined): string | null {
  const digits = text?.replace(/[^\d*]/g, '') ?? '';
  return digits.length < 6 ? null : `${digits.slice(0, 5)}•••${digits.slice(-2)}`;
}

/** Calls `card_token/…` of Click's Merchant API: its owner proves a card with the code of the bank. */
export function createClickCardTokens(settings: ClickSettings, now: () => number = Date.now): CardTokens {
  async function ask(method: string, path: string, body?: object) {
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
        // The address is set by the operator; nobody else may send us anywhere.
        redirect: 'error',
      });
      if (!answer.ok) return AWAY;
      return answerSchema.parse(await answer.json());
    } catch {
      // Not retried: a second request would be a second code. Whoever waits is told and presses again. The error is not
      // passed on, because what was sent stands in it.
      return AWAY;
    }
  }

  return {
    pretendCode: null,

    async request({ number, expiry }) {
      const body = { service_id: settings.serviceId, card_number: number, expire_date: expiry, temporary: 0 };
      const answer = await ask('POST', 'request', body);
      if (!answer) return { outcome: 'away' };
      if (answer.error_code !== 0 || !answer.card_token) return { outcome: 'refused' };
      return { outcome: 'sent', token: answer.card_token, phone: maskedPhone(answer.phone_number) };
    },

    async verify(token, code) {
      const body = { service_id: settings.serviceId, card_token: token, sms_code: code };
      const answer = await ask('POST', 'verify', body);
      if (!answer) return 'away';
      return answer.error_code === 0 ? 'verified' : 'wrong';
    },

    async remove(token) {
      const answer = await ask('DELETE', `${settings.serviceId}/${encodeURIComponent(token)}`);
      return answer ? 'removed' : 'away';
    },
  };
}
