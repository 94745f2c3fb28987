import webPush from 'web-push';
import { PushNotTaken, type PushGateway } from './port.ts';
import { vapidKeysOf } from './vapid-keys.ts';

/** Calls to addresses that strangers have named, as those to listeners are made. */
export interface PushCalls {
  /** Rejects for an address that is not https on the public internet. */
  check(url: string): Promise<void>;
  /** Resolves with the status of the answer. */
  post(url: string, headers: Readonly<Record<string, string>>, body: Uint8Array): Promise<number>;
}

interface WebPushOptions {
  /** Of the settings: the key pair is derived from it. */
  secret: string;
  /** `mailto:` or `https:`: whom a push service asks about our messages. */
  contact: string;
  /** Judges addresses and calls them: the library only encrypts and signs. */
  calls: PushCalls;
}

/** Answers of a push service to a subscription that has ended (RFC 8030, 7.3). */
const GONE = new Set([404, 410]);
/** Beside failures of its own: it wants fewer messages, or was too slow. */
const LATER = new Set([408, 425, 429]);

export function createWebPush({ secret, contact, calls }: WebPushOptions): PushGateway {
  const keys = vapidKeysOf(secret);
  return {
    publicKey: keys.publicKey,
    check: (endpoint) => calls.check(endpoint),

    async send({ endpoint, p256dh, auth }, { payload, ttlS, urgency, replaces }) {
      let status: number;
      try {
        const { headers, body } = webPush.generateRequestDetails(
          { endpoint, keys: { p256dh, auth } },
          payload,
          {
            vapidDetails: { subject: contact, ...keys },
            TTL: ttlS,
            urgency,
            contentEncoding: 'aes128gcm',
            ...(replaces === undefined ? {} : { topic: replaces }),
          },
        );
        status = await calls.post(endpoint, asTexts(headers), body);
      } catch (error) {
        // Retried by the caller: the service is away or slow, or its name leads to no public address now.
        throw new PushNotTaken('later', error instanceof Error ? error.message : String(error), {
          cause: error,
        });
      }
      if (status >= 200 && status < 300) return;
      const why = GONE.has(status) ? 'gone' : status >= 500 || LATER.has(status) ? 'later' : 'refused';
      throw new PushNotTaken(why, `answered ${status}`);
    },
  };
}

const asTexts = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
