export interface Letter {
  /** Same id, same letter: becomes the Message-ID, so that mailboxes show a repeat once. */
  id: string;
  to: string;
  replyTo?: string;
  subject: string;
  /** Plain text; nothing of it is read as markup. */
  text: string;
}

export interface Mail {
  /**
   * Resolves when the mail server has accepted the letter.
   * @throws LetterRefused when it will never accept this one; after any other error a retry may succeed
   */
  send(letter: Letter): Promise<void>;
  close(): void;
}

/** Permanent refusal of this letter by the mail server. Contains no addresses, so it may be logged. */
export class LetterRefused extends Error {
  constructor(reason: string) {
    super(`letter refused: ${reason}`);
    this.name = 'LetterRefused';
  }
}

/** The mail server is unavailable or busy: a retry may succeed. Contains no addresses, so it may be logged. */
export class LetterNotTaken extends Error {
  constructor(reason: string) {
    super(`letter not taken: ${reason}`);
    this.name = 'LetterNotTaken';
  }
}
