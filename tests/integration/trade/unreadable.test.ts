import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerMalformed, listen } from '#server/platform/http/index.ts';
import type { Listening } from '#server/platform/http/listen.ts';
import { loadTexts } from '#server/platform/language/index.ts';

/** What no parser of HTTP reads never reaches the application, and is answered in words all the same. */

let site: Listening;
beforeAll(async () => {
  site = await listen((_req, res) => res.end('read'), { port: 0, host: '127.0.0.1' });
  site.server.on('clientError', answerMalformed(loadTexts()));
});
afterAll(() => site.close());

/** Sends bytes as they are and reads until the server ends the connection. */
const send = (bytes: Uint8Array | string) =>
  new Promise<{ status: number; length: number; body: string }>((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(site.port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (part) => parts.push(Buffer.from(part)));
    socket.on('error', reject);
    socket.on('end', () => {
      const [head = '', body = ''] = Buffer.concat(parts).toString('utf8').split('\r\n\r\n');
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
      resolve({ status, length: Number(/content-length: (\d+)/i.exec(head)?.[1]), body });
    });
  });

test.each<[string, Buffer | string, number, string]>([
  [
    'letters that are not encoded',
    'GET /lot-list?q=ғишт HTTP/1.1\r\nHost: a\r\n\r\n',
    400,
    'address-not-encoded',
  ],
  [
    'broken bytes',
    Buffer.from('GET /\xff\xfe HTTP/1.1\r\nHost: a\r\n\r\n', 'latin1'),
    400,
    'address-not-encoded',
  ],
  ['an endless address', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, 'headers-too-large'],
  ['no HTTP at all', 'hello?\r\n\r\n', 400, 'malformed'],
])('%s are answered with a reason', async (_what, bytes, status, code) => {
  const answer = await send(bytes);
  expect(answer.status).toBe(status);
  expect(Buffer.byteLength(answer.body)).toBe(answer.length);
  const { ERROR } = JSON.parse(answer.body) as { ERROR: { code: string; message: string } };
  expect(ERROR.code).toBe(code);
  expect(ERROR.message.length).toBeGreaterThan(20);
});
