/** Decoded value of a cookie in a cookie text; null: there is none, or it is unreadable. */
export function cookieOf(cookies: string, name: string): string | null {
  const entry = cookies
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  if (!entry) return null;
  try {
    return decodeURIComponent(entry.slice(name.length + 1));
  } catch {
    return null; // not retried: a foreign or cut cookie counts as none
  }
}
