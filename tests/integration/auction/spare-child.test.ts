import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Spare } from '#server/processes/spare-child.ts';

let folder: string;
let script: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'savdo-spare-'));
  script = path.join(folder, 'spare.mjs');
  await writeFile(script, "process.send('prepared');\nsetInterval(() => undefined, 1_000);\n");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a spare that has just been killed is taken, and its end is reported instead of an error', async () => {
  let child: ChildProcess | undefined;
  const prepared = vi.fn<() => void>();
  const spare = new Spare(() => (child = fork(script, [], { execArgv: [] })), prepared);
  spare.prepareSoon();
  await expect.poll(() => prepared.mock.calls.length, { timeout: 20_000 }).toBe(1);
  process.kill(child!.pid!, 'SIGKILL');
  // The process is gone before this one hears of it.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  const taken = spare.take();
  expect(taken).toBe(child);
  const [code, signal] = await once(taken!, 'exit');
  expect([code, signal]).toEqual([null, 'SIGKILL']);
});

test('a spare that cannot be started is tried again', async () => {
  let starts = 0;
  const spare = new Spare(
    () => fork(script, [], { execPath: path.join(folder, `missing-${(starts += 1)}`), execArgv: [] }),
    () => undefined,
  );
  spare.prepareSoon();
  await expect.poll(() => starts, { timeout: 20_000 }).toBe(2);
  spare.stop();
});
