/**
 * The one door to local storage, which holds the language and the theme. It may be closed to us (private windows): reading
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
