import type { Redis } from 'ioredis';

/** A key as Redis gives it out and takes it back. */
export interface StoredKey {
  key: string;
  /** Of DUMP, in base64. */
  dump: string;
  /** Null: it does not expire. */
  expiresAtMs: number | null;
}

const KEYS_A_PAGE = 500;
/** Rooms, which come back from PostgreSQL: there where the auction has the same server. */
const OF_ROOMS = /\{p\d+\}/;

/** Every key of an installation but those excluded, page by page; keys that are written meanwhile may be in either state. */
export async function* dumpKeys(
  client: Redis,
  { namespace, exclude }: { namespace: string; exclude: readonly string[] },
): AsyncGenerator<StoredKey[]> {
  const pages = client.scanStream({ match: `${namespace}*`, count: KEYS_A_PAGE });
  for await (const page of pages as AsyncIterable<string[]>) {
    const keys = page.filter((key) => !OF_ROOMS.test(key) && !exclude.includes(key));
    const found = await Promise.all(
      keys.map(async (key) => {
        const [dump, expires] = await Promise.all([client.dumpBuffer(key), client.pexpiretime(key)]);
        return dump && { key, dump: dump.toString('base64'), expiresAtMs: expires < 0 ? null : expires };
      }),
    );
    yield found.filter((one) => one !== null);
  }
}

/** Puts keys into a server; those that are over by now are left out. @throws where one is there */
export async function loadKeys(client: Redis, keys: readonly StoredKey[]): Promise<void> {
  const living = keys.filter(({ expiresAtMs }) => expiresAtMs === null || expiresAtMs > Date.now());
  await Promise.all(
    living.map(({ key, dump, expiresAtMs }) =>
      client.restore(key, expiresAtMs ?? 0, Buffer.from(dump, 'base64'), 'ABSTTL'),
    ),
  );
}
