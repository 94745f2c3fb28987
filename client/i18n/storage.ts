/** Used by the language and the theme, which is all this browser keeps. Local storage that may be closed to us (private windows): reading gives null, writing is then for nothing. */
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
