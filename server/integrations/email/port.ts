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
   * Resolves when the mail server has taken the letter.
   * @throws LetterRefused when it will never take this one; anything else may pass later
   */
  send(letter: Letter): Promise<void>;
  close(): void;
}

/** The mail server will not take this letter however often it is offered. Names nobody, so it may be logged. */
export class LetterRefused extends Error {
  constructor(reason: string) {
    super(`letter refused: ${reason}`);
    this.name = 'LetterRefused';
  }
}

/** The mail server is away or busy: the same letter may pass later. Names nobody, so it may be logged. */
export class LetterNotTaken extends Error {
  constructor(reason: string) {
    super(`letter not taken: ${reason}`);
    this.name = 'LetterNotTaken';
  }
}
