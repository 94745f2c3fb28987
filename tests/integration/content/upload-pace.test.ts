import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receiveUpload, type ReceiveLimits } from '#server/domains/content/files/receive-upload.ts';
import { createPace, type Pace } from '#server/domains/content/files/upload-pace.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'savdo-pace-'));
});
afterAll(() => rm(folder, { recursive: true }));

const content = Buffer.alloc(100_000, 'savdo');
const head = Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n');
const whole = Buffer.concat([head, content, Buffer.from('\r\n--b--\r\n')]);
const receive = (body: Readable, limits: Partial<ReceiveLimits> & { pace: Pace }) =>
  receiveUpload(
    folder,
    { body, contentType: 'multipart/form-data; boundary=b' },
    { fileBytes: 200_000, ...limits },
  );
const chunks = () =>
  Readable.from(
    Array.from({ length: Math.ceil(whole.length / 8_192) }, (_, at) =>
      whole.subarray(at * 8_192, (at + 1) * 8_192),
    ),
  );

test('a pace makes an upload wait without cutting it off: it arrives whole, however short the limits', async () => {
  // Some 250 ms of waiting for limits of 40 and 120 ms.
  const received = await receive(chunks(), {
    pace: createPace(400_000, 1_000),
    silenceMs: 40,
    wholeMs: 120,
  });
  expect(Buffer.compare(await readFile(received.file), content)).toBe(0);
  await received.discard();
});

test('an upload aborted while it waits leaves nothing', async () => {
  let letGo = () => undefined as void;
  let asked = () => undefined as void;
  const waits = new Promise<void>((resolve) => (asked = resolve));
  let turns = 0;
  const pace: Pace = {
    take: () =>
      new Promise((go) => {
        turns += 1;
        if (turns < 3) return go();
        letGo = go;
        asked();
      }),
  };
  const body = chunks();
  const receiving = receive(body, { pace });
  await waits;
  body.destroy();
  await expect(receiving).rejects.toThrow('upload aborted');
  expect(await readdir(folder)).toEqual([]);
  letGo();
});

test('uploads take turns: one passes a turn of bytes before the next, and none waits for one that has nothing ready', async () => {
  const pace = createPace(1_000_000, 1, 2_000);
  const order: string[] = [];
  const [a, b, c] = [Symbol('a'), Symbol('b'), Symbol('c')];
  const taken = [a, b, b, c, a, a, b].map((upload) =>
    pace.take(1_000, upload).then(() => order.push(upload.description ?? '')),
  );
  await Promise.all(taken);
  // `a` has its two thousand bytes, then `b`; `c` has one chunk only, its turn ends with it.
  expect(order).toEqual(['a', 'a', 'b', 'b', 'c', 'a', 'b']);
});
