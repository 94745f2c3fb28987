import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createInspector } from '#server/domains/content/files/inspection/inspector.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { pdf, picture } from '../../fixtures/sample-files.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

test('files of one sender are inspected in turn with those of others', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'savdo-turns-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const inspector = createInspector(createLogger({ level: 'silent' }), { count: 1 });
  closing.push(() => inspector.stop());
  const file = path.join(folder, 'a.pdf');
  await writeFile(file, pdf());
  const done: string[] = [];
  await Promise.all(
    ['many', 'many', 'many', 'few', 'other', 'few'].map(async (sender) => {
      await inspector.inspect({ kind: 'document', file, folder }, sender);
      done.push(sender);
    }),
  );
  expect(done).toEqual(['many', 'few', 'other', 'many', 'few', 'many']);
});

test('files of one sender never take every inspecting process: those of another are inspected beside them', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'savdo-beside-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const inspector = createInspector(createLogger({ level: 'silent' }), { count: 2 });
  closing.push(() => inspector.stop());
  const [slow, small] = [path.join(folder, 'slow.jpg'), path.join(folder, 'a.pdf')];
  await writeFile(slow, await picture('jpeg', 6_000, 5_000));
  await writeFile(small, pdf());
  // Both processes have begun.
  await Promise.all(['a', 'b'].map((by) => inspector.inspect({ kind: 'document', file: small, folder }, by)));
  const done: string[] = [];
  const inspected = async (sender: string, file: string) => {
    await inspector.inspect({ kind: 'document', file, folder }, sender);
    done.push(sender);
  };
  await Promise.all([...Array.from({ length: 4 }, () => inspected('many', slow)), inspected('other', small)]);
  expect(done).toEqual(['other', 'many', 'many', 'many', 'many']);
});
