import type { SandboxOutbox } from '#server/platform/sandbox-outbox/index.ts';
import { plainSms } from '#shared/notifications/plain-sms.ts';
import type { SmsGateway } from './port.ts';

/** Local twin of a gateway: messages go to the development outbox. */
export const createSmsTwin = (outbox: Pick<SandboxOutbox, 'keep'>): SmsGateway => ({
  name: 'twin',
  async send({ id, to, text }) {
    await outbox.keep({ channel: 'sms', messageId: id, recipient: to, subject: null, body: plainSms(text) });
    return { gatewayId: id };
  },
  fate: (gatewayId) => Promise.resolve({ fate: 'delivered', id: gatewayId }),
});
