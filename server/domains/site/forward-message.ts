import type { Mail } from '#server/integrations/email/index.ts';
import type { SiteRepository } from './site.repository.ts';

/**
 * Sends a kept message on to the operator's address; answers go straight to the person. Delivered at least once.
 * Without mail it stays where it is kept.
 * @throws what the mail server says: the caller repeats
 */
export async function forwardMessage(
  deps: { messages: Pick<SiteRepository, 'message'>; mail: Mail | null; operator: string },
  number: number,
): Promise<void> {
  const kept = await deps.messages.message(number);
  if (!kept || !deps.mail) return;
  await deps.mail.send({
    id: `contact-${number}`,
    to: deps.operator,
    ...(kept.email ? { replyTo: kept.email } : {}),
    subject: `[${number}] ${kept.subject}`,
    text: [kept.message, '', kept.name, kept.email, kept.phone, kept.language]
      .filter((line) => line !== null)
      .join('\n'),
  });
}
