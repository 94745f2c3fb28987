import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** 19 MiB and two passes: OWASP's minimum for argon2id. */
const MEMORY_KIB = 19 * 1_024;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** More concurrency would share the same cores and use more memory. */
const AT_ONCE = Math.min(4, Math.max(2, availableParallelism()));
/** Queue of further calls, about a second long; beyond it the site answers "try again". */
const WAITING = 32;

/** Too many passwords are being checked right now: 429, try again in a second. */
export class HashingBusy extends Error {
  constructor() {
    super('too many passwords are being checked');
    this.name = 'HashingBusy';
  }
}

/** The step the product's change-password form does in the browser: everywhere the password *is* this text. */
export const passwordText = (password: string): string =>
  createHash('sha256').update(password, 'utf8').digest('hex');

export interface Hashing {
  /** PHC text of argon2id over the SHA-256 hex of the password. @throws HashingBusy */
  hash(password: string): Promise<string>;
  /** The same for a password of which only `passwordText` is known. @throws HashingBusy */
  hashText(text: string): Promise<string>;
  /** Takes the same time whether `stored` is a real hash or null (an unknown account). @throws HashingBusy */
  matches(password: string, stored: string | null): Promise<boolean>;
  /** Current and highest number of concurrent calls: for tests and metrics. */
  readonly load: { running: number; waiting: number; mostRunning: number; refused: number };
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Used in place of the hash of an unknown account; no password yields a tag of zeros. */
const NO_ACCOUNT = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(Buffer.alloc(SALT_BYTES))}$${base64(Buffer.alloc(TAG_BYTES))}`;

export function createHashing(limits: { atOnce?: number; waiting?: number } = {}): Hashing {
  const atOnce = limits.atOnce ?? AT_ONCE;
  const mostWaiting = limits.waiting ?? WAITING;
  const load = { running: 0, waiting: 0, mostRunning: 0, refused: 0 };
  const queue: (() => void)[] = [];

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (load.running >= atOnce) {
      if (queue.length >= mostWaiting) {
        load.refused += 1;
        throw new HashingBusy();
      }
      load.waiting += 1;
      // The finished call passes its slot on, so `running` is unchanged.
      await new Promise<void>((resolve) => queue.push(resolve));
      load.waiting -= 1;
    } else {
      load.running += 1;
    }
    load.mostRunning = Math.max(load.mostRunning, load.running);
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else load.running -= 1;
    }
  }

  const tag = (text: string, nonce: Buffer, memory: number, passes: number, parallelism: number) =>
    derive('argon2id', {
      message: text,
      nonce,
      memory,
      passes,
      parallelism,
      tagLength: TAG_BYTES,
    });

  const hashText = (text: string) =>
    inTurn(async () => {
      const salt = randomBytes(SALT_BYTES);
      const made = await tag(text, salt, MEMORY_KIB, PASSES, LANES);
      return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(salt)}$${base64(made)}`;
    });

  return {
    load,
    hashText,
    hash: (password) => hashText(passwordText(password)),
    matches: (password, stored) =>
      inTurn(async () => {
        const parts = PHC.exec(stored ?? NO_ACCOUNT);
        if (!parts) throw new Error('a stored password hash is not argon2id');
        const [memory = 0, passes = 0, lanes = 0] = parts.slice(1, 4).map(Number);
        const storedTag = Buffer.from(parts[5] ?? '', 'base64');
        const salt = Buffer.from(parts[4] ?? '', 'base64');
        const made = await tag(passwordText(password), salt, memory, passes, lanes);
        return stored !== null && storedTag.length === made.length && timingSafeEqual(storedTag, made);
      }),
  };
}
