/**
 * The one door to local storage, which holds the language, the theme, the choice of shortcuts, the answer to the
 * question about alerts, and edits of an order that the server does not have yet. It may be closed to us (private windows): reading
 * then gives null, and writing is for nothing.
 */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // not retried: the page works without what was stored
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Not retried: the choice lasts for this page only.
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Not retried: where storage is closed there is nothing to remove.
  }
}
