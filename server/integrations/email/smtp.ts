import { createTransport } from 'nodemailer';
import { LetterNotTaken, LetterRefused, type Mail } from './port.ts';

const TIMEOUT_MS = 15_000;

/** Letters that wait for the same server share this many connections. */
const CONNECTIONS = 3;

/** Removes line breaks, so that typed text cannot add a header. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

/**
 * The error without the addresses that the library includes. 5xx to the recipient or the letter is final; 5xx to the login or
 * the greeting concerns our configuration, not the letter.
 */
function problemOf(error: unknown): LetterRefused | LetterNotTaken {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  const what = [responseCode, code, command].filter((part) => part !== undefined).join(' ') || 'unknown';
  const final =
    responseCode !== undefined && responseCode >= 500 && /^(RCPT TO|DATA|API)$/.test(command ?? '');
  return final ? new LetterRefused(what) : new LetterNotTaken(what);
}

/** Mail over SMTP. @param url `smtp://user:password@host:port` or `smtps://…` @param from address letters come from */
export function createSmtp(url: string, from: string): Mail {
  const { hostname, port, protocol, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const transport = createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    host: hostname,
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    async send({ id, to, replyTo, subject, text }) {
      try {
        await transport.sendMail({
          from,
          // An object, not a list in a text: a comma in it cannot add a recipient.
          to: { name: '', address: to },
          ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
          subject: oneLine(subject),
          text,
          messageId: `<${id}@${from.split('@')[1] ?? 'localhost'}>`,
        });
      } catch (error) {
        // Retried by the caller unless the server refused this letter.
        throw problemOf(error);
      }
    },
    close: () => transport.close(),
  };
}
