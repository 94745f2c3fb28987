import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets under a key of the settings, so that a copy of the database does not contain them. */
export interface SecretBox {
  /** @param owner bound to the result: of another owner it cannot be opened */
  seal(owner: string, secret: Uint8Array): Buffer;
  /** @throws for another key, another owner, or changed bytes */
  open(owner: string, sealed: Uint8Array): Buffer;
  /** The same secret under the key in force; null: it is. @throws as `open` does */
  reseal(owner: string, sealed: Uint8Array): Buffer | null;
}

const derive = (key: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', `savdo ${purpose}`, 32));

function openUnder(key: Buffer, owner: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed);
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const body = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(body), decipher.final()]);
}

/**
 * AES-256-GCM.
 * @param purpose what the secrets are for: a box of another purpose does not open them
 * @param key any text of 32 characters or more
 * @param previousKey what was sealed under it is opened, too
 */
export function createSecretBox(purpose: string, key: string, previousKey: string | null = null): SecretBox {
  const inForce = derive(key, purpose);
  const previous = previousKey === null ? null : derive(previousKey, purpose);

  function opened(owner: string, sealed: Uint8Array): { secret: Buffer; isCurrent: boolean } {
    try {
      return { secret: openUnder(inForce, owner, sealed), isCurrent: true };
    } catch (error) {
      // Tried once more, under the key before: nothing in the bytes says which one it was.
      if (!previous) throw error;
      return { secret: openUnder(previous, owner, sealed), isCurrent: false };
    }
  }

  function seal(owner: string, secret: Uint8Array): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', inForce, nonce).setAAD(Buffer.from(owner));
    return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  }

  return {
    seal,
    open: (owner, sealed) => opened(owner, sealed).secret,
    reseal(owner, sealed) {
      const { secret, isCurrent } = opened(owner, sealed);
      return isCurrent ? null : seal(owner, secret);
    },
  };
}
