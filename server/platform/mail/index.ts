import { createTransport } from 'nodemailer';

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
  /** Resolves when the mail server has taken the letter; rejects otherwise, to be repeated by the caller. */
  send(letter: Letter): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 15_000;

/** Mail over SMTP. @param url `smtp://user:password@host:port` or `smtps://…` @param from address letters come from */
export function createMail(url: string, from: string): Mail {
  const { hostname, port, protocol, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const transport = createTransport({
    host: hostname,
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    async send({ id, ...letter }) {
      await transport.sendMail({
        ...letter,
        from,
        messageId: `<${id}@${from.split('@')[1] ?? 'localhost'}>`,
      });
    },
    close: () => transport.close(),
  };
}
