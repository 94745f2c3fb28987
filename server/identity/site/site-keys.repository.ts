import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { JSONColumnType } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';

interface KeyTables {
  /** `signing-es256` and `cookies` are the first keys; later ones are `signing-es256:2`, `cookies:2` and so on. */
  identity_key: { name: string; value: JSONColumnType<Record<string, unknown>> };
}

export interface SiteKeys {
  /** Private signing keys, ES256: the first signs, the others are published, for what they signed or will sign. */
  jwks: { keys: Record<string, unknown>[] };
  /** Keys of the site's cookies: the first signs, the others are still accepted. */
  cookieKeys: string[];
}

/**
 * A new signing key is published for this long before it signs: by then every process of the site publishes it, and those who
 * verify have been able to read it.
 */
export const PUBLISHED_BEFORE_MS = 3_600_000;
/** What was signed by the keys of two rotations ago is over: tokens live an hour, sessions twelve. */
const PUBLISHED_KEYS = 3;
const ACCEPTED_COOKIE_KEYS = 2;

type Family = 'signing-es256' | 'cookies';
const numberOf = (name: string): number => Number(name.split(':')[1] ?? 1);
const nameOf = (family: Family, number: number): string => (number === 1 ? family : `${family}:${number}`);

const makeSigning = (nowMs: number) => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  use: 'sig',
  alg: 'ES256',
  kid: randomBytes(8).toString('hex'),
  madeAtMs: nowMs,
});
const makeCookies = (nowMs: number) => ({
  keys: [randomBytes(32).toString('base64url')],
  madeAtMs: nowMs,
});

/** All of a family, the newest first. */
async function keysOf(db: Db<KeyTables>, family: Family) {
  const rows = await db
    .selectFrom('identity_key')
    .selectAll()
    .where((eb) => eb.or([eb('name', '=', family), eb('name', 'like', `${family}:%`)]))
    .execute();
  return rows.toSorted((one, other) => numberOf(other.name) - numberOf(one.name));
}

const insert = (db: Db<KeyTables>, name: string, value: Record<string, unknown>) =>
  db
    .insertInto('identity_key')
    .values({ name, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();

/**
 * The site's keys, generated at the first start. Concurrent first starts agree on one set, because a name is written once
 * and then read by all.
 */
export async function loadSiteKeys(db: Db<KeyTables>, nowMs = Date.now()): Promise<SiteKeys> {
  const stored = async (family: Family, make: (atMs: number) => Record<string, unknown>) => {
    const found = await keysOf(db, family);
    if (found.length > 0) return found;
    // The first one signs at once: nothing was signed before it.
    await insert(db, family, make(0));
    return keysOf(db, family);
  };
  const signing = (await stored('signing-es256', makeSigning))
    .slice(0, PUBLISHED_KEYS)
    .map(({ value: { madeAtMs, ...jwk } }) => ({ jwk, madeAtMs: Number(madeAtMs ?? 0) }));
  const signs = signing.find(({ madeAtMs }) => madeAtMs <= nowMs - PUBLISHED_BEFORE_MS) ?? signing.at(-1);
  const published = [...(signs ? [signs] : []), ...signing.filter((key) => key !== signs)];
  const cookies = (await stored('cookies', makeCookies)).slice(0, ACCEPTED_COOKIE_KEYS);
  return {
    jwks: { keys: published.map(({ jwk }) => jwk) },
    cookieKeys: cookies.flatMap(({ value }) => value['keys'] as string[]),
  };
}

/**
 * Adds a signing key and a cookie key after those there are. A site that starts publishes the new signing key; one that
 * starts an hour later signs with it.
 * @returns false when another rotation was made at the same moment, or the site has never started
 */
export async function rotateSiteKeys(db: Db<KeyTables>, nowMs = Date.now()): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const [signing, cookies] = [await keysOf(tx, 'signing-es256'), await keysOf(tx, 'cookies')];
    const [lastSigning, lastCookies] = [signing[0], cookies[0]];
    if (!lastSigning || !lastCookies) return false;
    const next = (family: Family, last: { name: string }) => nameOf(family, numberOf(last.name) + 1);
    const added = await insert(tx, next('signing-es256', lastSigning), makeSigning(nowMs));
    if (added.numInsertedOrUpdatedRows !== 1n) return false;
    await insert(tx, next('cookies', lastCookies), makeCookies(nowMs));
    return true;
  });
}
