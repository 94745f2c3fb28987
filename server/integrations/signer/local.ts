import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto';
import type { PublicKeyJwk, Signer, SigningKey } from './port.ts';

/** DER of PKCS #8 up to the 32 bytes of an Ed25519 key (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key is derived from a secret of the settings, so that all processes given the same one sign with the same key. */
export function createLocalSigner(secret: string): Signer {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'savdo signing key ed25519', 32));
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  const publicKey: PublicKeyJwk = { kty: 'OKP', crv: 'Ed25519', x: x as string };
  const key: SigningKey = { keyId: thumbprintOf(publicKey), publicKey };
  return {
    name: 'local',
    key: () => Promise.resolve(key),
    sign: (bytes) => Promise.resolve({ keyId: key.keyId, signature: sign(null, bytes, privateKey) }),
  };
}

/** RFC 7638: the required members in the order of their names. */
function thumbprintOf({ crv, kty, x }: PublicKeyJwk): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
}
