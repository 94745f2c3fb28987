import { createHash } from 'node:crypto';
import { callGateway, fieldOf, mayHaveTaken, textOf } from './gateway-call.ts';
import { plainSms } from '#shared/notifications/plain-sms.ts';
import { SmsNotTaken, SmsRefused, type SmsGateway } from './port.ts';

export interface PlayMobileSettings {
  /** `https://send.smsxabar.uz/broker-api`. */
  url: string;
  user: string;
  password: string;
  /** Shown sender: `3700`. */
  originator: string;
}

/** Temporary errors: a fault of the gateway, or an account locked for now. */
const PASSING = new Set(['100', '102']);
/** Longer ids are cut by some of its clients, so ours are not longer. */
const ID_LENGTH = 20;

const shortId = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, ID_LENGTH);

/** PlayMobile (send.smsxabar.uz). The id is ours, so the same message sent again is known to the gateway. */
export function createPlayMobile(settings: PlayMobileSettings): SmsGateway {
  const authorization = `Basic ${Buffer.from(`${settings.user}:${settings.password}`).toString('base64')}`;
  return {
    name: 'playmobile',

    async send({ id, to, text }) {
      const messageId = shortId(id);
      const { status, body } = await callGateway(`${settings.url}/send`, {
        method: 'POST',
        headers: { Authorization: authorization, 'Content-Type': 'application/json; charset=UTF-8' },
        body: JSON.stringify({
          messages: [
            {
              recipient: to.replace('+', ''),
              'message-id': messageId,
              sms: { originator: settings.originator, content: { text: plainSms(text) } },
            },
          ],
        }),
      });
      if (status === 200) return { gatewayId: messageId };
      const code = textOf(fieldOf(body, 'error_code')) ?? textOf(fieldOf(body, 'error-code'));
      if (status === 400 && code !== null && !PASSING.has(code)) throw new SmsRefused(`error ${code}`);
      const why = `status ${status}${code === null ? '' : `, error ${code}`}`;
      throw new SmsNotTaken(why, { mayArrive: mayHaveTaken(status) });
    },

    // Reports are pushed; there is no call to query one.
    fate: () => Promise.resolve(null),
  };
}
