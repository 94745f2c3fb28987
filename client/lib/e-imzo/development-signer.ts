import {
  developmentKeys,
  signWithDevelopmentKey,
  type DevelopmentKey,
} from '#shared/api/cabinet/signatures.ts';
import { call } from '../api-client.ts';
import { SignerProblem, staysOutside, type BrowserSigner, type SignerKey } from './browser-signer.ts';

const keyOf = ({ keyId, validFrom, validTo, ...key }: DevelopmentKey): SignerKey => ({
  ...key,
  id: keyId,
  validFrom: new Date(validFrom),
  validTo: new Date(validTo),
  place: 'test',
});

async function digestOf(documentBase64: string): Promise<string> {
  const bytes = Uint8Array.from(atob(documentBase64), (letter) => letter.charCodeAt(0));
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Signs with this site's own test keys, where E-IMZO is not configured. */
export const developmentSigner: BrowserSigner = {
  kind: 'development',
  asksHere: true,

  keys: async () => (await call(developmentKeys)).map(keyOf),

  async sign({ id }, documentBase64, password) {
    const content = staysOutside(documentBase64)
      ? { sha256: await digestOf(documentBase64) }
      : { documentBase64 };
    const said = await call(signWithDevelopmentKey, { body: { keyId: id, password, content } });
    if (said.outcome === 'wrong-password') throw new SignerProblem('wrong-password');
    return said.pkcs7;
  },
};
