import type { Db } from '#server/platform/database/index.ts';
import { KEY_ALGORITHM, makeAuthority, type Authority } from './certificates.ts';

interface KeyTables {
  development_authority: { id: number; certificate: Buffer; private_key: Buffer };
  development_key: {
    id: string;
    person_id: string;
    certificate: Buffer;
    private_key_pem: string;
    created_at?: Date;
  };
}

export interface StoredKey {
  id: string;
  personId: string;
  certificate: Buffer;
  /** PKCS#8, encrypted under the key's own password. */
  privateKeyPem: string;
}

export type DevelopmentKeysRepository = ReturnType<typeof createDevelopmentKeysRepository>;

export function createDevelopmentKeysRepository(db: Db<KeyTables>) {
  const storedAuthority = async (): Promise<Authority | null> => {
    const row = await db.selectFrom('development_authority').selectAll().executeTakeFirst();
    if (!row) return null;
    const privateKey = await crypto.subtle.importKey(
      'pkcs8',
      new Uint8Array(row.private_key),
      KEY_ALGORITHM,
      true,
      ['sign'],
    );
    return { certificate: row.certificate, privateKey };
  };

  return {
    /** The installation's authority: generated on first use; concurrent processes agree on the first one written. */
    async authority(): Promise<Authority> {
      const stored = await storedAuthority();
      if (stored) return stored;
      const made = await makeAuthority();
      const exported = await crypto.subtle.exportKey('pkcs8', made.privateKey);
      await db
        .insertInto('development_authority')
        .values({ id: 1, certificate: made.certificate, private_key: Buffer.from(exported) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return (await storedAuthority()) as Authority;
    },

    async insert(key: StoredKey): Promise<void> {
      const { id, personId, certificate, privateKeyPem } = key;
      await db
        .insertInto('development_key')
        .values({ id, person_id: personId, certificate, private_key_pem: privateKeyPem })
        .execute();
    },

    async ofPerson(personId: string): Promise<StoredKey[]> {
      const rows = await db
        .selectFrom('development_key')
        .select(['id', 'person_id as personId', 'certificate', 'private_key_pem as privateKeyPem'])
        .where('person_id', '=', personId)
        .orderBy('created_at')
        .execute();
      return rows;
    },
  };
}
