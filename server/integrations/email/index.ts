/** Outgoing mail behind one port. */
import type { Config } from '#server/platform/config/index.ts';
import type { TwinOutbox } from '#server/platform/twin-outbox/index.ts';
import type { Mail } from './port.ts';
import { createSmtp } from './smtp.ts';
import { createMailTwin } from './twin.ts';

export { LetterNotTaken, LetterRefused, type Letter, type Mail } from './port.ts';
export { createSmtp } from './smtp.ts';
export { createMailTwin } from './twin.ts';

/** The configured mail server; without one the local twin where allowed, otherwise null: nothing can be sent. */
export function openMail(
  { smtpUrl, mailFrom, twinsAllowed }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'twinsAllowed'>,
  outbox: TwinOutbox,
): Mail | null {
  if (smtpUrl) return createSmtp(smtpUrl, mailFrom);
  return twinsAllowed ? createMailTwin(outbox) : null;
}
