import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets of accounts under a key of the settings, so that a copy of the database does not contain them. */
export interface SecretBox {
  /** @param owner bound to the result: of another account it cannot be opened */
  seal(owner: string, secret: Uint8Array): Buffer;
  /** @throws for another key, another owner, or changed bytes */
  open(owner: string, sealed: Uint8Array): Buffer;
}

/** AES-256-GCM; @param key any text of 32 characters or more */
export function createSecretBox(key: string): SecretBox {
  const derived = Buffer.from(hkdfSync('sha256', key, '', 'savdo second factor', 32));
  return {
    seal(owner, secret) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', derived, nonce).setAAD(Buffer.from(owner));
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    },
    open(owner, sealed) {
      const bytes = Buffer.from(sealed);
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const body = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', derived, nonce)
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(body), decipher.final()]);
    },
  };
}
