/**
 * Files that are still to be sent, in this browser's IndexedDB: a phone may drop the page while its camera is open. Where
 * the browser has none or refuses (private windows, a full disk), files are sent as well, but do not outlive the page.
 */

const DATABASE = 'savdo-uploads';
const STORE = 'files';
/** Files without a return of their page are dropped when the next ones are read. */
const HELD_MS = 24 * 3_600_000;

export interface HeldFile {
  uploadId: string;
  /** What the file is for, with the person who chose it. */
  place: string;
  kind: string;
  file: File;
  heldAtMs: number;
}

const opened = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.addEventListener('upgradeneeded', () =>
      opening.result.createObjectStore(STORE, { keyPath: 'uploadId' }),
    );
    opening.addEventListener('success', () => resolve(opening.result));
    opening.addEventListener('error', () => reject(opening.error ?? new Error('IndexedDB does not open')));
  });

/** Resolves once the transaction is complete: before that a page that goes takes its changes along. */
async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
  otherwise: T,
): Promise<T> {
  if (!('indexedDB' in globalThis)) return otherwise;
  try {
    const database = await opened();
    try {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      return await new Promise((resolve, reject) => {
        const fail = () => reject(transaction.error ?? new Error('IndexedDB failed'));
        transaction.addEventListener('complete', () => resolve(request.result));
        transaction.addEventListener('abort', fail);
        transaction.addEventListener('error', fail);
      });
    } finally {
      database.close();
    }
  } catch {
    return otherwise; // not retried: only the survival of a reload is lost, and sending goes on
  }
}

let lastMs = 0;

/** Writes a file down. Resolves with whether it outlives this page from now on. */
export async function holdFile(file: Omit<HeldFile, 'heldAtMs'>): Promise<boolean> {
  // A millisecond apart: they come back in the order in which they were chosen.
  lastMs = Math.max(Date.now(), lastMs + 1);
  const held = { ...file, heldAtMs: lastMs };
  return (await inStore<IDBValidKey>('readwrite', (store) => store.put(held), '')) !== '';
}

export const forgetFile = (uploadId: string): Promise<void> =>
  inStore('readwrite', (store) => store.delete(uploadId), undefined);

/** Files of one place, first held first; drops all that are older than a day. */
export async function heldFiles(place: string): Promise<HeldFile[]> {
  const all = await inStore<HeldFile[]>('readonly', (store) => store.getAll(), []);
  const since = Date.now() - HELD_MS;
  for (const old of all.filter(({ heldAtMs }) => heldAtMs < since)) await forgetFile(old.uploadId);
  return all
    .filter((each) => each.place === place && each.heldAtMs >= since)
    .toSorted((a, b) => a.heldAtMs - b.heldAtMs);
}

/** Also where that cannot be read: sent twice is better than not at all. */
export const isHeld = async (uploadId: string): Promise<boolean> =>
  (await inStore<number>('readonly', (store) => store.count(uploadId), 1)) > 0;

/**
 * Runs `work` as soon as no other page of this browser does so for the same upload: two tabs would send each file twice,
 * and a page that is being reloaded goes a moment after the next one has come.
 */
export const inOnePage = (uploadId: string, work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(`${DATABASE}:${uploadId}`, work) : work();
