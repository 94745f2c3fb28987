import type { Redis } from 'ioredis';
import { LIBRARIES, type ScriptLibrary } from './scripts.ts';

/** A library is loaded again, which renews its instant, once that is older than this. */
const RENEW_AFTER_MS = 12 * 3_600_000;
/** No process calls a library that was not loaded for so long; one that still does loads it again. */
const DELETE_AFTER_MS = 24 * 3_600_000;

/**
 * Loads the library where the server lacks it, and deletes those of other releases that no process loaded for a day: processes of
 * two releases have a library each, side by side. Functions survive FLUSHALL, are in a server's file and go to its replicas.
 * Rejects with what Redis refused; a renewal or a deletion that is refused waits for the next connection.
 */
export async function loadLibrary(
  redis: Pick<Redis, 'call'>,
  library: ScriptLibrary,
  nowMs = Date.now(),
): Promise<void> {
  const loaded = await loadedLibraries(redis);
  const atMs = loaded.get(library.name);
  const load = () => redis.call('FUNCTION', 'LOAD', 'REPLACE', library.source(nowMs));
  if (atMs === undefined) await load();
  const rest = [...loaded].filter(([name, at]) => name !== library.name && nowMs - at > DELETE_AFTER_MS);
  const later = [
    ...(atMs !== undefined && nowMs - atMs > RENEW_AFTER_MS ? [load()] : []),
    ...rest.map(([name]) => redis.call('FUNCTION', 'DELETE', name)),
  ];
  // Refused where Redis is full, or another process was faster: nothing depends on it.
  await Promise.allSettled(later);
}

/** The product's libraries on a server, each with the instant it was loaded, ms. */
async function loadedLibraries(redis: Pick<Redis, 'call'>): Promise<Map<string, number>> {
  const list = (await redis.call('FUNCTION', 'LIST', 'LIBRARYNAME', `${LIBRARIES}*`)) as Reply[][];
  return new Map(
    list.map((fields) => {
      const [first] = valueOf(fields, 'functions') as Reply[][];
      return [String(valueOf(fields, 'library_name')), Number(valueOf(first ?? [], 'description'))];
    }),
  );
}

type Reply = string | null | Reply[];

const valueOf = (fields: Reply[], name: string): Reply => fields[fields.indexOf(name) + 1] ?? null;
