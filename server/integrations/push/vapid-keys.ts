import { createECDH, hkdfSync } from 'node:crypto';

/** Order of the group of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** 64 bits more than the order, so that the remainder favours no key (FIPS 186-5, A.2.1). */
const SEED_BYTES = 40;
const KEY_BYTES = 32;

/** The key pair derived from a secret of the settings, base64url: all processes given the same one have the same pair. */
export function vapidKeysOf(secret: string): { publicKey: string; privateKey: string } {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'savdo web push p-256', SEED_BYTES));
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const privateKey = Buffer.from(scalar.toString(16).padStart(2 * KEY_BYTES, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}
