import { callGateway, fieldOf, mayHaveTaken, textOf, type GatewayAnswer } from './gateway-call.ts';
import { plainSms } from '#shared/notifications/plain-sms.ts';
import { SmsNotTaken, SmsRefused, type SmsFate, type SmsGateway } from './port.ts';

export interface EskizSettings {
  /** `https://notify.eskiz.uz/api`. */
  url: string;
  email: string;
  password: string;
  /** Shown sender: `4546`, or an own alpha-name. */
  from: string;
  /** Where the gateway sends delivery reports; null: none are requested. */
  callbackUrl: string | null;
}

/** A token is valid for about thirty days; it is renewed before. */
const RENEW_AFTER_MS = 25 * 86_400_000;

const FATES: Record<string, SmsFate> = {
  DELIVRD: 'delivered',
  DELIVERED: 'delivered',
  UNDELIV: 'undelivered',
  UNDELIVERABLE: 'undelivered',
  EXPIRED: 'undelivered',
  REJECTD: 'undelivered',
  REJECTED: 'undelivered',
  DELETED: 'undelivered',
};

/**
 * Eskiz (notify.eskiz.uz). It gets our id of a message and returns it in delivery reports and status answers, but does not
 * guarantee to accept an id only once.
 */
export function createEskiz(settings: EskizSettings, now: () => number = Date.now): SmsGateway {
  let token: { value: Promise<string>; atMs: number } | null = null;

  const json = (value: unknown, bearer?: string): RequestInit => ({
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
    },
    ...(value === undefined ? {} : { body: JSON.stringify(value) }),
  });
  const tokenIn = ({ status, body }: GatewayAnswer): string => {
    const value = textOf(fieldOf(body, 'data', 'token'));
    if (status >= 300 || value === null) throw new SmsNotTaken(`no token, status ${status}`);
    return value;
  };

  async function logIn(): Promise<string> {
    const { email, password } = settings;
    return tokenIn(
      await callGateway(`${settings.url}/auth/login`, { ...json({ email, password }), method: 'POST' }),
    );
  }

  async function renew(old: Promise<string>): Promise<string> {
    try {
      const bearer = await old;
      return tokenIn(
        await callGateway(`${settings.url}/auth/refresh`, { ...json(undefined, bearer), method: 'PATCH' }),
      );
    } catch {
      // The old token can no longer be renewed: log in again, which also reports what is wrong.
      return logIn();
    }
  }

  /** One login or renewal at a time, shared by all waiting calls. */
  function currentToken(): Promise<string> {
    const old = token;
    if (old && now() - old.atMs < RENEW_AFTER_MS) return old.value;
    const fresh = { value: old ? renew(old.value) : logIn(), atMs: now() };
    token = fresh;
    fresh.value.catch(() => {
      // All waiting calls reject; the next message retries.
      if (token === fresh) token = null;
    });
    return fresh.value;
  }

  async function call(path: string, init: (bearer: string) => RequestInit): Promise<GatewayAnswer> {
    const bearer = await currentToken();
    const answer = await callGateway(`${settings.url}${path}`, init(bearer));
    if (answer.status !== 401) return answer;
    // The token expired early. Retried once: a second 401 means that the account itself is refused.
    if (token && (await token.value) === bearer) token = null;
    return callGateway(`${settings.url}${path}`, init(await currentToken()));
  }

  return {
    name: 'eskiz',

    async send({ id, to, text }) {
      const { status, body } = await call('/message/sms/send', (bearer) => ({
        ...json(
          {
            mobile_phone: to.replace('+', ''),
            message: plainSms(text),
            from: settings.from,
            user_sms_id: id,
            ...(settings.callbackUrl ? { callback_url: settings.callbackUrl } : {}),
          },
          bearer,
        ),
        method: 'POST',
      }));
      const gatewayId = textOf(fieldOf(body, 'id'));
      if (status < 300 && gatewayId !== null) return { gatewayId };
      // 4xx: number or text are not accepted (texts must be approved). 401, 408 and 429 concern our account or are temporary.
      if (status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status))
        throw new SmsRefused(`status ${status}`);
      throw new SmsNotTaken(`status ${status}`, { mayArrive: mayHaveTaken(status) });
    },

    async fate(gatewayId) {
      const path = `/message/sms/status_by_id/${encodeURIComponent(gatewayId)}`;
      const { status, body } = await call(path, (bearer) => ({ ...json(undefined, bearer), method: 'GET' }));
      const word = textOf(fieldOf(body, 'data', 'status'));
      if (status >= 300 || word === null) throw new SmsNotTaken(`no status of a message, status ${status}`);
      const id = textOf(fieldOf(body, 'data', 'user_sms_id'));
      return { fate: FATES[word.toUpperCase()] ?? 'on-its-way', id };
    },
  };
}
