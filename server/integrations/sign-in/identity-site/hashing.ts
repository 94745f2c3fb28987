import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** 19 MiB and two passes: OWASP's floor for argon2id. */
const MEMORY_KIB = 19 * 1_024;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** More at once would only share the same cores and hold more memory. */
const AT_ONCE = Math.min(4, Math.max(2, availableParallelism()));
/** Others wait their turn, about a second at most; beyond that the site says "try again". */
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
  /** How many run now and at most ran at once: for tests and metrics. */
  readonly load: { running: number; waiting: number; mostRunning: number; refused: number };
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Stands in for the hash of an account that does not exist; no password gives a tag of zeros. */
const NOBODY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(Buffer.alloc(SALT_BYTES))}$${base64(Buffer.alloc(TAG_BYTES))}`;

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
      // The one who ends hands its place over, so `running` needs no second look.
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
        const parts = PHC.exec(stored ?? NOBODY);
        if (!parts) throw new Error('a stored password hash is not argon2id');
        const [memory = 0, passes = 0, lanes = 0] = parts.slice(1, 4).map(Number);
        const kept = Buffer.from(parts[5] ?? '', 'base64');
        const salt = Buffer.from(parts[4] ?? '', 'base64');
        const made = await tag(passwordText(password), salt, memory, passes, lanes);
        return stored !== null && kept.length === made.length && timingSafeEqual(kept, made);
      }),
  };
}
