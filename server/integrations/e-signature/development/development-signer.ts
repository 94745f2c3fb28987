import { createPrivateKey } from 'node:crypto';
import { newId } from '#server/platform/ids/index.ts';
import { issueCertificate, KEY_ALGORITHM, makeKeyPair, readCertificate, type Owner } from './certificates.ts';
import { signCms, type ToSign } from './cms.ts';
import type { DevelopmentKeysRepository, StoredKey } from './development-keys.repository.ts';
import type { CertificateFacts } from '../port.ts';

/** Enough to try renewal; a script cannot fill the table. */
const MAX_KEYS = 10;

export interface DevelopmentKey extends CertificateFacts {
  keyId: string;
}

/**
 * Local twin of the E-IMZO application on people's machines: test keys, each encrypted with its own password, and signing
 * with them. Not valid outside this installation.
 */
export interface DevelopmentSigner {
  keys(personId: string): Promise<DevelopmentKey[]>;
  /** @param days validity other than two years from now, for trying what happens with an expired key */
  issue(
    personId: string,
    owner: Owner,
    password: string,
    days?: { validFrom?: Date; validTo?: Date },
  ): Promise<DevelopmentKey | 'too-many-keys'>;
  /** Signs with a key that is made for this one signature and out to any owner. */
  signOnce(owner: Owner, document: Buffer): Promise<Buffer>;
  /** Null: the person has no such key. */
  sign(
    personId: string,
    keyId: string,
    password: string,
    what: ToSign,
  ): Promise<Buffer | 'wrong-password' | null>;
}

const shown = (key: StoredKey): DevelopmentKey => ({ keyId: key.id, ...readCertificate(key.certificate) });

/** The private key, or null for a wrong password, which does not decrypt it. */
async function unlock(key: StoredKey, password: string): Promise<CryptoKey | null> {
  let pkcs8: Buffer;
  try {
    const opened = createPrivateKey({ key: key.privateKeyPem, passphrase: password });
    pkcs8 = opened.export({ type: 'pkcs8', format: 'der' });
  } catch {
    return null; // not retried: the person types another password
  }
  return crypto.subtle.importKey('pkcs8', new Uint8Array(pkcs8), KEY_ALGORITHM, false, ['sign']);
}

export function createDevelopmentSigner(keys: DevelopmentKeysRepository): DevelopmentSigner {
  return {
    async keys(personId) {
      return (await keys.ofPerson(personId)).map(shown);
    },

    async issue(personId, owner, password, days = {}) {
      if ((await keys.ofPerson(personId)).length >= MAX_KEYS) return 'too-many-keys';
      const pair = await makeKeyPair();
      const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', pair.privateKey));
      const key: StoredKey = {
        id: newId(),
        personId,
        certificate: await issueCertificate(await keys.authority(), pair.publicKey, owner, days),
        privateKeyPem: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
          .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: password })
          .toString(),
      };
      await keys.insert(key);
      return shown(key);
    },

    async signOnce(owner, document) {
      const authority = await keys.authority();
      const pair = await makeKeyPair();
      const certificate = await issueCertificate(authority, pair.publicKey, owner);
      const key = { privateKey: pair.privateKey, certificate, authority: authority.certificate };
      return signCms({ document }, key);
    },

    async sign(personId, keyId, password, what) {
      const key = (await keys.ofPerson(personId)).find(({ id }) => id === keyId);
      if (!key) return null;
      const privateKey = await unlock(key, password);
      if (!privateKey) return 'wrong-password';
      const { certificate: authority } = await keys.authority();
      return signCms(what, { privateKey, certificate: key.certificate, authority });
    },
  };
}
