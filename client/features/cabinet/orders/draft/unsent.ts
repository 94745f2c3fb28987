import { readStored, removeStored, writeStored } from '#client/i18n/storage.ts';

/**
 * Edits that the server does not have yet, in this browser's local storage: a closed page, a lost connection or an ended
 * session loses no letter. Tabs share them, so each field is an entry of its own. Where the browser refuses storage (private
 * windows, a full disk) edits are saved as well, but do not outlive the page.
 */

interface UnsentEdit {
  /** Null: the field is to be emptied. */
  value: unknown;
  /** What the server had when the edit began. */
  before: unknown;
}
export type UnsentEdits = Readonly<Record<string, UnsentEdit>>;

export interface UnsentStore {
  read(): UnsentEdits;
  put(edits: UnsentEdits): void;
  /** Drops these fields where the stored value is still the given one: another tab may have written over it. */
  drop(values: Readonly<Record<string, unknown>>): void;
  clear(): void;
}

/** Apostrophes as people type them; the server stores those of the Uzbek alphabet, and no white space at the ends. */
const APOSTROPHES = /['`‘’‛ʻʼ]/g;

/** Values are JSON: equal whatever order their keys were written in, and however the server spells a text. */
export function sameValue(a: unknown, b: unknown): boolean {
  return textOf(a) === textOf(b);
}

function textOf(value: unknown): string {
  return JSON.stringify(value ?? null, (_, each: unknown) => {
    if (typeof each === 'string') return each.trim().replace(APOSTROPHES, "'");
    if (each === null || typeof each !== 'object' || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** @param name of the person and the order: accounts of one browser do not see each other's edits */
export function unsentInBrowser(name: string): UnsentStore {
  const key = `savdo.order-edits:${name}`;
  function read(): UnsentEdits {
    try {
      const stored: unknown = JSON.parse(readStored(key) ?? '{}');
      return stored !== null && typeof stored === 'object' ? (stored as UnsentEdits) : {};
    } catch {
      return {}; // not retried: what is no JSON was not written here
    }
  }
  function write(edits: UnsentEdits): void {
    if (Object.keys(edits).length === 0) removeStored(key);
    else writeStored(key, JSON.stringify(edits));
  }
  return {
    read,
    put: (edits) => write({ ...read(), ...edits }),
    drop(values) {
      write(
        Object.fromEntries(
          Object.entries(read()).filter(
            ([field, { value }]) => !(field in values) || !sameValue(value, values[field]),
          ),
        ),
      );
    },
    clear: () => write({}),
  };
}
