import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Reply, sendReply, streamTo } from '#server/platform/http/index.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';

let app: TestApp;
/** What was opened for who has gone. */
let opened: Readable;
/** The fault of the last answer; null: none. */
let fault: unknown;
let answered: () => void;

beforeAll(async () => {
  app = await startTestApp(({ api, express }) => {
    for (const [path, send] of [
      ['/reply', (req, res) => sendReply({ express }, req, res, new Reply({ stream: opened }))],
      ['/stream', (_req, res) => streamTo(opened, res)],
    ] as [string, (req: never, res: never) => void][])
      api.get(path, async (req, res) => {
        // As a file is found in storage meanwhile.
        await new Promise((gone) => res.once('close', gone));
        opened = Readable.from(['bytes of a file']);
        fault = null;
        try {
          send(req as never, res as never);
        } catch (error) {
          // Not retried: the test looks at it.
          fault = error;
        }
        answered();
      });
  });
});
afterAll(() => app.close());

test.each(['/reply', '/stream'])(
  'who goes away before %s begins leaves nothing open and no fault',
  async (path) => {
    const done = new Promise<void>((resolve) => (answered = resolve));
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`, () => socket.destroySoon());
    await done;
    expect([fault, opened.destroyed]).toEqual([null, true]);
  },
);
