import { inspect } from 'node:util';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { LetterRefused, type Mail } from '#server/integrations/email/index.ts';
import { createMailTwin } from '#server/integrations/email/email-sandbox.ts';
import { LetterNotTaken } from '#server/integrations/email/port.ts';
import { createSmtp } from '#server/integrations/email/smtp.ts';
import { createSandboxOutbox } from '#server/platform/sandbox-outbox/index.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

interface Arrived {
  from: string;
  to: string[];
  /** Headers and body as they came over the wire. */
  source: string;
  login: string | undefined;
}

let database: TestDatabase;
let server: SMTPServer | null = null;
let mail: Mail | null = null;
let arrived: Arrived[] = [];

beforeAll(async () => {
  database = await testDatabase();
});
afterEach(async () => {
  mail?.close();
  const closing = server;
  if (closing) await new Promise<void>((resolve) => closing.close(() => resolve()));
  [server, mail, arrived] = [null, null, []];
});
afterAll(() => database.close());

async function startServer(options: SMTPServerOptions = {}): Promise<number> {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? '' }),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        arrived.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
          login: session.user,
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  const started = server;
  return new Promise((resolve) => {
    const listening = started.listen(0, '127.0.0.1', () =>
      resolve((listening.address() as { port: number }).port),
    );
  });
}

const letter = { id: 'notice-7', to: 'buyer@example.uz', subject: 'Savdo: Toʻlov', text: 'Salom!\nʻʼ Тўлов' };
const open = (port: number, login = '') =>
  (mail = createSmtp(`smtp://${login}127.0.0.1:${port}`, 'no-reply@savdo.example'));

describe('every way of mail', () => {
  test('hands the letter over: a mail server', async () => {
    await open(await startServer()).send(letter);
    expect(arrived).toMatchObject([{ from: 'no-reply@savdo.example', to: ['buyer@example.uz'] }]);
    expect(arrived[0]!.source).toMatch(/Message-ID: <notice-7@savdo\.example>/i);
    expect(arrived[0]!.source).toMatch(/Content-Type: text\/plain; charset=utf-8/i);
  });

  test('hands the letter over: the stand-in, which shows a repeat once', async () => {
    const outbox = createSandboxOutbox(database.db);
    const twin = createMailTwin(outbox);
    await twin.send(letter);
    await twin.send(letter);
    expect(await outbox.newest(10)).toMatchObject([
      { channel: 'email', recipient: letter.to, subject: letter.subject, body: letter.text },
    ]);
  });
});

describe('mail over SMTP', () => {
  test('signs in with the name and password of the address', async () => {
    const passwords: unknown[] = [];
    const port = await startServer({
      authOptional: false,
      onAuth: ({ username, password }, _session, done) => {
        passwords.push(password);
        done(null, { user: username ?? '' });
      },
    });
    await open(port, 'operator%40savdo:p%40ss@').send(letter);
    expect(arrived[0]!.login).toBe('operator@savdo');
    expect(passwords).toEqual(['p@ss']);
  });

  test('lets no one add recipients or headers by what they typed', async () => {
    await open(await startServer()).send({
      ...letter,
      subject: 'Hello\r\nBcc: victim@example.uz',
      replyTo: 'a@example.uz, b@example.uz',
    });
    expect(arrived[0]!.to).toEqual(['buyer@example.uz']);
    expect(arrived[0]!.source).not.toMatch(/^Bcc:/im);
    const several = mail!.send({ ...letter, to: 'buyer@example.uz, victim@example.uz' });
    await expect(several).rejects.toThrow(LetterRefused);
    expect(arrived).toHaveLength(1);
  });

  test('tells a letter refused for good from a server that is busy', async () => {
    const answers = [550, 451];
    const port = await startServer({
      onRcptTo: (_address, _session, done) => {
        const code = answers.shift();
        done(code ? Object.assign(new Error('no'), { responseCode: code }) : null);
      },
    });
    open(port);
    await expect(mail!.send(letter)).rejects.toThrow(LetterRefused);
    await expect(mail!.send(letter)).rejects.toThrow(LetterNotTaken);
    await mail!.send(letter);
    expect(arrived).toHaveLength(1);
  });

  test('rejects while the server is away, and does not give the letter up', async () => {
    const port = await startServer();
    const closing = server!;
    await new Promise<void>((resolve) => closing.close(() => resolve()));
    server = null;
    const problem = await open(port)
      .send(letter)
      .catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(LetterNotTaken);
  });

  test('names no one in what it says of a failure', async () => {
    const port = await startServer({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`no ${address} here`), { responseCode: 550 })),
    });
    const problem = await open(port)
      .send(letter)
      .catch((error: unknown) => error);
    expect(inspect(problem, { depth: 5 })).not.toContain('buyer@example.uz');
    expect(String(problem)).toBe('LetterRefused: letter refused: 550 EENVELOPE RCPT TO');
  });
});
