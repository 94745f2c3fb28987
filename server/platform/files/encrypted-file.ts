import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { open, readFile, type FileHandle } from 'node:fs/promises';

/** Frames that are encrypted one by one: a file can be appended to and brought to the disk while it grows. */
const MAGIC = Buffer.from('savdo-encrypted-1\n');
const SALT_BYTES = 32;
const TAG_BYTES = 16;
const HEAD_BYTES = 5;
const LARGEST_FRAME = 1024 * 1024;
const LEAST_KEY_CHARACTERS = 32;

/** The file is another one, its key too, or something in it was changed or is missing. */
export class EncryptedFileDamaged extends Error {
  constructor(file: string, what: string) {
    super(`${file}: ${what}`);
    this.name = 'EncryptedFileDamaged';
  }
}

/** The key that a file has: 32 characters or more, of which the line break at the end is none. @throws RangeError */
export async function readKeyFile(file: string): Promise<Buffer> {
  const key = (await readFile(file, 'utf8')).trim();
  if (key.length < LEAST_KEY_CHARACTERS)
    throw new RangeError(`${file} has ${key.length} characters, a key has ${LEAST_KEY_CHARACTERS} or more`);
  return Buffer.from(key);
}

/** Of one file: no two files share a key, so the number of a frame is nonce enough. */
const keyOf = (key: Buffer, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, 'savdo encrypted file', 32));

function nonceOf(frame: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(frame), 4);
  return nonce;
}

export interface EncryptedWriter {
  write(bytes: Buffer): Promise<void>;
  /** Everything written so far is on the disk. */
  sync(): Promise<void>;
  /** Marks the end, without which a reader takes the file for cut off, and closes it. */
  finish(): Promise<void>;
  /** Closes it without the mark. */
  close(): Promise<void>;
}

/** Writes a new file. @throws EEXIST where it is there */
export async function createEncryptedFile(file: string, key: Buffer): Promise<EncryptedWriter> {
  const handle = await open(file, 'wx', 0o600);
  const salt = randomBytes(SALT_BYTES);
  const fileKey = keyOf(key, salt);
  let frame = 0;
  await handle.write(Buffer.concat([MAGIC, salt]));

  async function append(bytes: Buffer, last: boolean): Promise<void> {
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt32BE(bytes.length);
    head.writeUInt8(last ? 1 : 0, 4);
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(frame)).setAAD(head);
    frame += 1;
    await handle.appendFile(Buffer.concat([head, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]));
  }
  return {
    async write(bytes) {
      for (let at = 0; at < bytes.length; at += LARGEST_FRAME)
        await append(bytes.subarray(at, at + LARGEST_FRAME), false);
    },
    sync: () => handle.sync(),
    async finish() {
      await append(Buffer.alloc(0), true);
      await handle.sync();
      await handle.close();
    },
    close: () => handle.close(),
  };
}

/** Exactly so many bytes, fewer at the end of the file. */
async function take(handle: FileHandle, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  let filled = 0;
  while (filled < bytes) {
    const { bytesRead } = await handle.read(buffer, filled, bytes - filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/**
 * Its content, frame by frame.
 * @param options.unfinished the file may still be growing, or its writer may have ended: it is read up to its last whole frame
 * @throws EncryptedFileDamaged
 */
export async function* readEncryptedFile(
  file: string,
  key: Buffer,
  { unfinished = false } = {},
): AsyncGenerator<Buffer, void, undefined> {
  const handle = await open(file, 'r');
  try {
    const start = await take(handle, MAGIC.length + SALT_BYTES);
    if (!start.subarray(0, MAGIC.length).equals(MAGIC))
      throw new EncryptedFileDamaged(file, 'is not an encrypted file');
    const fileKey = keyOf(key, start.subarray(MAGIC.length));
    for (let frame = 0; ; frame += 1) {
      const head = await take(handle, HEAD_BYTES);
      const length = head.length === HEAD_BYTES ? head.readUInt32BE() : 0;
      const body = head.length === HEAD_BYTES ? await take(handle, length + TAG_BYTES) : head;
      if (head.length < HEAD_BYTES || body.length < length + TAG_BYTES) {
        if (unfinished) return;
        throw new EncryptedFileDamaged(file, 'is cut off');
      }
      const decipher = createDecipheriv('aes-256-gcm', fileKey, nonceOf(frame))
        .setAAD(head)
        .setAuthTag(body.subarray(length));
      let content: Buffer;
      try {
        content = Buffer.concat([decipher.update(body.subarray(0, length)), decipher.final()]);
      } catch {
        // Not retried: the same bytes have the same answer.
        throw new EncryptedFileDamaged(file, 'was changed, or has another key');
      }
      if (head.readUInt8(4) === 1) return;
      yield content;
    }
  } finally {
    await handle.close();
  }
}
