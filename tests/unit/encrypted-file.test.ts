import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createEncryptedFile, readEncryptedFile, readKeyFile } from '#server/platform/files/index.ts';
import { EncryptedFileDamaged } from '#server/platform/files/encrypted-file.ts';

const KEY = Buffer.from('k'.repeat(40));
const CONTENT = randomBytes(2_500_000);
const folder = mkdtempSync(path.join(os.tmpdir(), 'savdo-encrypted-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function flipped(bytes: Buffer, at: number): Buffer {
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes;
}

let files = 0;
const newFile = () => path.join(folder, String((files += 1)));

async function written(finished = true): Promise<string> {
  const file = newFile();
  const writer = await createEncryptedFile(file, KEY);
  await writer.write(CONTENT.subarray(0, 10));
  await writer.write(CONTENT.subarray(10));
  await (finished ? writer.finish() : writer.close());
  return file;
}

async function read(file: string, key = KEY, options = {}): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of readEncryptedFile(file, key, options)) parts.push(part);
  return Buffer.concat(parts);
}

test('what was written is read, and nothing of it is in the file', async () => {
  const file = await written();
  expect((await read(file)).equals(CONTENT)).toBe(true);
  expect(readFileSync(file).includes(CONTENT.subarray(100, 132))).toBe(false);
});

test('two files of the same content have no bytes in common', async () => {
  const [one, other] = [readFileSync(await written()), readFileSync(await written())];
  expect(one.subarray(100, 132).equals(other.subarray(100, 132))).toBe(false);
});

test('a file that is cut off, changed, reordered or read with another key is refused', async () => {
  const file = await written();
  const bytes = readFileSync(file);
  const refusal = async (change: (copy: Buffer) => Buffer, key = KEY) => {
    const changed = newFile();
    writeFileSync(changed, change(Buffer.from(bytes)));
    return read(changed, key).then(
      () => 'read',
      (error: unknown) =>
        error instanceof EncryptedFileDamaged ? error.message.replace(changed, '') : error,
    );
  };
  expect(await refusal((copy) => copy)).toBe('read');
  expect(await refusal((copy) => copy.subarray(0, -1))).toBe(': is cut off');
  // Without its last frame, the mark of the end.
  expect(await refusal((copy) => copy.subarray(0, -21))).toBe(': is cut off');
  const changed = ': was changed, or has another key';
  expect(await refusal((copy) => flipped(copy, copy.length - 100))).toBe(changed);
  expect(await refusal((copy) => copy, Buffer.from('l'.repeat(40)))).toBe(changed);
  expect(await refusal((copy) => flipped(copy, 50))).toMatch(/cut off|was changed/);
  expect(await refusal((copy) => copy.subarray(1))).toBe(': is not an encrypted file');
});

test('one that is still growing is read up to its last whole frame, where the reader knows it', async () => {
  const file = await written(false);
  await expect(read(file)).rejects.toThrow(/is cut off/);
  expect((await read(file, KEY, { unfinished: true })).equals(CONTENT)).toBe(true);
  writeFileSync(file, readFileSync(file).subarray(0, -1));
  const left = await read(file, KEY, { unfinished: true });
  expect(left.equals(CONTENT.subarray(0, left.length))).toBe(true);
  expect(left.length).toBeLessThan(CONTENT.length);
});

test('a key has 32 characters or more', async () => {
  const file = newFile();
  writeFileSync(file, 'short\n');
  await expect(readKeyFile(file)).rejects.toThrow(/5 characters/);
  writeFileSync(file, `${'k'.repeat(32)}\n`);
  expect((await readKeyFile(file)).length).toBe(32);
});
