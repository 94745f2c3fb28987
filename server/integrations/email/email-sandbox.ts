import type { SandboxOutbox } from '#server/platform/sandbox-outbox/index.ts';
import type { Mail } from './port.ts';

/** Local twin of a mail server: letters go to the development outbox. */
export const createMailTwin = (outbox: Pick<SandboxOutbox, 'keep'>): Mail => ({
  send: ({ id, to, subject, text }) =>
    outbox.keep({ channel: 'email', messageId: id, recipient: to, subject, body: text }),
  close: () => undefined,
});
