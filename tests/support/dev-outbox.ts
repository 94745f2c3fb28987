import { eventually } from './services.ts';

export interface OutboxMessage {
  id: number;
  channel: 'email' | 'sms';
  recipient: string;
  subject: string | null;
  body: string;
}

/** What stand-ins of gateways were handed for a number or a mailbox, newest first. @param url of the product */
export async function outboxOf(url: string, to: string): Promise<OutboxMessage[]> {
  const answer = await fetch(`${url}/dev/outbox.json?to=${encodeURIComponent(to)}`);
  if (!answer.ok) throw new Error(`the development outbox answers ${answer.status}`);
  return (await answer.json()) as OutboxMessage[];
}

/** The newest code sent there. @param after id of a message it must be newer than, of an earlier code */
export const newestCode = (url: string, to: string, after = 0): Promise<string> =>
  eventually(async () => {
    const messages = await outboxOf(url, to);
    const newest = messages.find(({ id, body }) => id > after && /(?<!\d)\d{6}(?!\d)/.test(body));
    return newest && /(?<!\d)\d{6}(?!\d)/.exec(newest.body)?.[0];
  }, `a code for ${to}`);
