/** One message to a private chat. */
interface TelegramMessage {
  /** Names the message. */
  id: string;
  /** Plain text; what is longer than Telegram takes is cut off. */
  text: string;
  /** Opens a page of the site. */
  button: { label: string; url: string };
}

/** Telegram did not take a message. */
export class TelegramNotTaken extends Error {
  /** `gone`: the chat takes no messages of the bot any more. `refused`: it will never take this one. `later`: it may. */
  readonly why: 'gone' | 'refused' | 'later';
  /** How long Telegram wants to be left alone, s; null: it did not say. */
  readonly afterS: number | null;

  constructor(why: TelegramNotTaken['why'], reason: string, afterS: number | null = null) {
    super(`Telegram: ${reason}`);
    this.name = 'TelegramNotTaken';
    this.why = why;
    this.afterS = afterS;
  }
}

/** The site's bot. */
export interface TelegramGateway {
  readonly name: 'bot' | 'twin';
  /** What updates carry as `X-Telegram-Bot-Api-Secret-Token`; null: none come in from outside. */
  readonly updatesSecret: string | null;
  /** The address at which a person opens the bot and hands it the token: letters, digits, `-` and `_`, 64 at most. */
  linkWith(token: string): string;
  /** @throws TelegramNotTaken */
  send(chatId: number, message: TelegramMessage): Promise<void>;
  /** Has updates sent to this address. @throws TelegramNotTaken */
  sendUpdatesTo(url: string): Promise<void>;
}
