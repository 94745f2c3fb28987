/** Outgoing mail behind one port. */
import type { Config } from '#server/platform/config/index.ts';
import type { SandboxOutbox } from '#server/platform/sandbox-outbox/index.ts';
import type { Mail } from './port.ts';
import { createSmtp } from './smtp.ts';
import { createMailTwin } from './email-sandbox.ts';

export { LetterRefused, type Mail } from './port.ts';

/** The configured mail server; without one the local twin where allowed, otherwise null: nothing can be sent. */
export function openMail(
  { smtpUrl, mailFrom, sandboxesAllowed }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'sandboxesAllowed'>,
  outbox: SandboxOutbox,
): Mail | null {
  if (smtpUrl) return createSmtp(smtpUrl, mailFrom);
  return sandboxesAllowed ? createMailTwin(outbox) : null;
}
