import { hkdfSync } from 'node:crypto';
import { z } from 'zod';
import { TelegramNotTaken, type TelegramGateway } from './port.ts';

interface TelegramBotSettings {
  /** `https://api.telegram.org`, or a Bot API server of one's own. */
  url: string;
  /** As BotFather gave it out. */
  token: string;
  /** Without `@`. */
  name: string;
}

const TIMEOUT_MS = 10_000;
const SECRET_BYTES = 32;
/** Longest text of a message, in UTF-16 units. */
const TEXT_MAX = 4_096;
/** A chat that is not there any more is no bad request: https://core.telegram.org/bots/api#making-requests lists no codes for it. */
const GONE = /chat not found|user is deactivated|PEER_ID_INVALID|bot was (?:blocked|kicked)/i;
/** Of our token or of the server in between: the same message is taken once that is mended. */
const LATER = new Set([401, 404, 408, 409, 429]);

const answerSchema = z.object({
  ok: z.boolean(),
  error_code: z.number().optional(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
});
type Answer = z.infer<typeof answerSchema>;

const cut = (text: string): string => {
  if (text.length <= TEXT_MAX) return text;
  // Not between the halves of a sign.
  return `${text.slice(0, TEXT_MAX - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
};

/** The answer of a failed call may hold anything: a proxy's page, nothing. */
function answerIn(text: string): Answer | null {
  try {
    return answerSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // No JSON: the status says enough.
    return null;
  }
}

function problemOf(status: number, answer: Answer | null): TelegramNotTaken {
  const description = answer?.description ?? '';
  // No description of Telegram has text of ours.
  const reason = `answered ${status}${description === '' ? '' : ` ${description.slice(0, 200)}`}`;
  if (status === 403 || (status === 400 && GONE.test(description)))
    return new TelegramNotTaken('gone', reason);
  if (status >= 500 || LATER.has(status))
    return new TelegramNotTaken('later', reason, answer?.parameters?.retry_after ?? null);
  return new TelegramNotTaken('refused', reason);
}

/** The Bot API (core.telegram.org/bots/api). Its address has the token in it, so no error may name the address. */
export function createTelegramBot({ url, token, name }: TelegramBotSettings): TelegramGateway {
  const updatesSecret = Buffer.from(
    hkdfSync('sha256', token, '', 'savdo telegram updates', SECRET_BYTES),
  ).toString('base64url');

  async function call(method: string, values: object): Promise<void> {
    let status: number;
    let text: string;
    try {
      const answer = await fetch(`${url}/bot${token}/${method}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(values),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      status = answer.status;
      text = await answer.text();
    } catch (error) {
      // Retried by the caller.
      const { name: kind, cause } = error as Error & { cause?: { code?: unknown } };
      throw new TelegramNotTaken('later', `does not answer (${String(cause?.code ?? kind)})`);
    }
    const answer = answerIn(text);
    if (status < 300 && answer?.ok) return;
    // A success without its form is of something in between.
    throw status < 300
      ? new TelegramNotTaken('later', 'answered no Bot API answer')
      : problemOf(status, answer);
  }

  return {
    name: 'bot',
    updatesSecret,
    linkWith: (start) => `https://t.me/${name}?start=${start}`,
    send: (chatId, { text, button }) =>
      call('sendMessage', {
        chat_id: chatId,
        text: cut(text),
        link_preview_options: { is_disabled: true },
        reply_markup: { inline_keyboard: [[{ text: button.label, url: button.url }]] },
      }),
    sendUpdatesTo: (address) =>
      call('setWebhook', { url: address, secret_token: updatesSecret, allowed_updates: ['message'] }),
  };
}
