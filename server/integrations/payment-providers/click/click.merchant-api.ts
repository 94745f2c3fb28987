import { createHash } from 'node:crypto';

const LIMIT_MS = 7_000;

export interface ClickMerchantSettings {
  apiUrl: string;
  serviceId: string;
  merchantUserId: string;
  secretKey: string;
}

/** Click's own status: `under-way` is a debited card whose payment waits for our answer. */
type ClickStatus = { status: 'paid' | 'under-way' | 'not-paid'; clickPaymentId: string } | { status: 'none' };

/** Status call of the Merchant API. Rejects when the provider is unavailable or its answer is not JSON. */
export interface ClickMerchantApi {
  /** @param day `YYYY-MM-DD` in Tashkent on which the payment was made */
  statusOf(paymentId: string, day: string): Promise<ClickStatus>;
}

interface Answer {
  error_code?: unknown;
  payment_id?: unknown;
  payment_status?: unknown;
}

/** `Auth: <merchant user>:<sha1(timestamp + secret)>:<timestamp>`, timestamp in seconds. */
export function clickAuth(settings: ClickMerchantSettings, nowMs: number): string {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const digest = createHash('sha1').update(`${timestamp}${settings.secretKey}`).digest('hex');
  return `${settings.merchantUserId}:${digest}:${timestamp}`;
}

/** Payment ids with more digits remain text: a double cannot represent them exactly. */
const withTextIds = (text: string): string => text.replace(/("payment_id"\s*:\s*)(\d+)/g, '$1"$2"');

export function createClickMerchantApi(
  settings: ClickMerchantSettings,
  now: () => number = Date.now,
): ClickMerchantApi {
  async function get(path: string): Promise<Answer> {
    const answer = await fetch(`${settings.apiUrl}/${path}`, {
      headers: { accept: 'application/json', auth: clickAuth(settings, now()) },
      signal: AbortSignal.timeout(LIMIT_MS),
      // The operator configures the address; redirects are not followed.
      redirect: 'error',
    });
    if (!answer.ok) throw new Error(`the provider answered its status call with ${answer.status}`);
    return JSON.parse(withTextIds(await answer.text())) as Answer;
  }

  return {
    async statusOf(paymentId, day) {
      const found = await get(
        `payment/status_by_mti/${settings.serviceId}/${encodeURIComponent(paymentId)}/${day}`,
      );
      if (Number(found.error_code) !== 0 || found.payment_id === undefined) return { status: 'none' };
      const clickPaymentId = String(found.payment_id);
      const status =
        found.payment_status ??
        (await get(`payment/status/${settings.serviceId}/${encodeURIComponent(clickPaymentId)}`))
          .payment_status;
      const code = Number(status);
      if (!Number.isInteger(code) || code <= 0) return { status: 'not-paid', clickPaymentId };
      return { status: code === 2 ? 'paid' : 'under-way', clickPaymentId };
    },
  };
}
