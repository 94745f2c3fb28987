/** A page as the person saw it last: a picture in HTML, without scripts. */
export interface SeenPage {
  html: string;
}

/** One entry, under an address that is none of the site's. */
const ENTRY = '/service-worker/last-page';
const MOST_CHARACTERS = 3_000_000;
const NAMES = 'savdo-last-page-';

/** It can neither run anything nor load or send anything elsewhere. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; base-uri 'none'; form-action 'none'",
  'cache-control': 'no-store',
};

const isSeenPage = (data: unknown): data is SeenPage => {
  const { html } = (data ?? {}) as { html?: unknown };
  return typeof html === 'string' && html.length <= MOST_CHARACTERS;
};

/** @param build of this worker: pictures of another one are removed when this one takes over */
export function lastPageOf(build: string, caches: CacheStorage) {
  const name = `${NAMES}${build}`;
  async function remove(keep: string | null): Promise<void> {
    for (const other of await caches.keys())
      if (other.startsWith(NAMES) && other !== keep) await caches.delete(other);
  }
  return {
    async store(data: unknown): Promise<void> {
      if (!isSeenPage(data)) return;
      await (await caches.open(name)).put(ENTRY, new Response(data.html, { headers: HEADERS }));
    },

    /** undefined: no page was seen since the last sign-out. */
    read: (): Promise<Response | undefined> => caches.match(ENTRY, { cacheName: name }),

    removeOthers: () => remove(name),
    removeAll: () => remove(null),
  };
}
