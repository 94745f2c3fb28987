import type { SandboxOutbox } from '#server/platform/sandbox-outbox/index.ts';

type Sent = Awaited<ReturnType<SandboxOutbox['newest']>>[number];

/** The code of the newest SMS that has one, as a person reads it off the phone; null: none. */
export function codeIn(messages: readonly Pick<Sent, 'channel' | 'body'>[]): string | null {
  for (const { channel, body } of messages) {
    const code = channel === 'sms' ? /^Savdo: (\d{6})\b/.exec(body)?.[1] : undefined;
    if (code !== undefined) return code;
  }
  return null;
}
