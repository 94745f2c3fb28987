import type { Mail } from '#server/integrations/email/index.ts';
import type { SiteRepository } from './site.repository.ts';

/**
 * Forwards a stored message to the operator's address; replies go to the person. Delivered at least once.
 * Without mail it is only stored.
 * @throws errors of the mail server: the caller retries
 */
export async function forwardMessage(
  deps: { messages: Pick<SiteRepository, 'message'>; mail: Mail | null; operator: string },
  number: number,
): Promise<void> {
  const stored = await deps.messages.message(number);
  if (!stored || !deps.mail) return;
  await deps.mail.send({
    id: `contact-${number}`,
    to: deps.operator,
    ...(stored.email ? { replyTo: stored.email } : {}),
    subject: `[${number}] ${stored.subject}`,
    text: [stored.message, '', stored.name, stored.email, stored.phone, stored.language]
      .filter((line) => line !== null)
      .join('\n'),
  });
}
