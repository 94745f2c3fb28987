import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { JSONColumnType } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';

interface KeyTables {
  identity_key: { name: string; value: JSONColumnType<Record<string, unknown>> };
}

export interface SiteKeys {
  /** Private signing keys, ES256. */
  jwks: { keys: Record<string, unknown>[] };
  /** Keys that sign the site's cookies. */
  cookieKeys: string[];
}

/**
 * The site's keys, generated at the first start. Concurrent first starts agree on one set, because a name is written once
 * and then read by all.
 */
export async function loadSiteKeys(db: Db<KeyTables>): Promise<SiteKeys> {
  const stored = async <Value extends Record<string, unknown>>(name: string, make: () => Value) => {
    const read = () =>
      db.selectFrom('identity_key').select('value').where('name', '=', name).executeTakeFirst();
    const found = await read();
    if (found) return found.value as Value;
    await db
      .insertInto('identity_key')
      .values({ name, value: JSON.stringify(make()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await read())?.value as Value;
  };
  const signing = await stored('signing-es256', () => {
    const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
    return { ...jwk, use: 'sig', alg: 'ES256', kid: randomBytes(8).toString('hex') };
  });
  const cookies = await stored('cookies', () => ({ keys: [randomBytes(32).toString('base64url')] }));
  return { jwks: { keys: [signing] }, cookieKeys: cookies.keys };
}
