import type { SiteRepository } from '#server/domains/content/site/index.ts';
import type { Mail } from '#server/integrations/email/index.ts';
import type { SmsGateway } from '#server/integrations/sms/index.ts';
import { answerSms } from '#shared/contact/answers.ts';

interface SendAnswerDeps {
  messages: Pick<SiteRepository, 'message'>;
  gateways: { sms: SmsGateway | null; mail: Mail | null };
  /** Where a reply to the answer goes. */
  operator: string;
}

/**
 * Sends the stored answer to the address of the message. Delivered at least once, under one id.
 * @throws errors of the gateway, and where it is not configured any more: the caller retries
 */
export async function sendAnswer(
  { messages, gateways, operator }: SendAnswerDeps,
  number: number,
): Promise<void> {
  const stored = await messages.message(number);
  // Deleted with its author meanwhile.
  if (!stored?.answer_channel || stored.answer_title === null || stored.answer_text === null) return;
  const { answer_channel: channel, answer_title: subject, answer_text: text } = stored;
  const id = `contact-answer-${number}`;
  const { mail, sms } = gateways;
  if (channel === 'email' && mail && stored.email !== null) {
    await mail.send({ id, to: stored.email, replyTo: operator, subject: `[${number}] ${subject}`, text });
    return;
  }
  if (channel === 'sms' && sms && stored.phone !== null) {
    await sms.send({ id, to: stored.phone, text: answerSms(text) });
    return;
  }
  throw new Error(`the answer to message ${number} cannot be sent: ${channel} is not configured`);
}
