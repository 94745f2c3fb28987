import { createConnection } from 'node:net';
import { z } from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerContract } from '#server/platform/http/index.ts';
import { contract } from '#shared/api/contract.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';

const common = { tag: 'test', access: 'public', rateLimit: { perMinute: 100 }, method: 'post' } as const;
const answer = z.object({ bytes: z.int() });
const small = contract({
  refusals: {},
  ...common,
  name: 'test.small',
  path: '/api/small',
  summary: '',
  body: z.object({}),
  answer,
});
const large = contract({
  refusals: {},
  ...common,
  name: 'test.large',
  path: '/api/large',
  summary: '',
  upload: true,
  answer,
});

/** Of a body that is no upload. */
const TIMEOUT_MS = 150;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(
    (http) => {
      registerContract(http, small, () => ({ bytes: 0 }));
      registerContract(http, large, async (call) => {
        let bytes = 0;
        for await (const part of call.req as AsyncIterable<Buffer>) bytes += part.length;
        return { bytes };
      });
    },
    { bodyTimeoutMs: TIMEOUT_MS },
  );
});
afterAll(() => app.close());

/** Sends all but the last byte, and that one once `then` resolves; resolves with what was answered. */
function sendSlowly(
  path: string,
  type: string,
  body: string,
  then: (answered: Promise<string>) => Promise<unknown>,
) {
  return new Promise<string>((resolve) => {
    let text = '';
    const socket = createConnection({ host: '127.0.0.1', port: Number(new URL(app.url).port) }, () => {
      const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', 'X-Savdo: 1', `Content-Type: ${type}`];
      socket.write(
        [...head, `Content-Length: ${body.length}`, 'Connection: close', '', body.slice(0, -1)].join('\r\n'),
      );
      const answered = new Promise<string>((got) => socket.once('data', (part) => got(part.toString())));
      void then(answered).then(() => socket.write(body.slice(-1)));
    });
    socket.on('data', (part) => (text += part.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}

test('a small body that does not come in time is answered 408, and its connection closed', async () => {
  const text = await sendSlowly('/api/small', 'application/json', '{}', (answered) => answered);
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
  expect(text).toContain('too-slow');
});

test('an upload may take longer, and its handler reads it', async () => {
  const longer = () => new Promise((resolve) => setTimeout(resolve, 2 * TIMEOUT_MS));
  const text = await sendSlowly('/api/large', 'multipart/form-data; boundary=b', 'x'.repeat(100), longer);
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
  expect(text).toContain('{"bytes":100}');
});

test('a path that takes no upload refuses one', async () => {
  const form = new FormData();
  form.set('file', new Blob(['x']), 'a.txt');
  const refused = await app.call('POST', '/api/small', { form });
  expect([refused.status, refused.body.ERROR.code]).toEqual([415, 'unsupported-type']);
});
