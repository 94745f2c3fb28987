const LONGEST = 2_000;
/** Any origin will do: a path that leaves it is not ours. */
const BASE = 'http://own.invalid';

/**
 * A path of our own site that people may be sent back to (`/lot-card/5?tab=lot`), or null for anything that could leave
 * it or is no screen: `//evil`, `/\evil`, `javascript:`, whole addresses, control characters, calls under `/api`.
 */
export function parseOwnPath(text: string | undefined): string | null {
  if (text === undefined || text.length > LONGEST || !text.startsWith('/')) return null;
  // Browsers read a backslash as a slash and drop tabs and line ends before they look at the rest.
  // eslint-disable-next-line no-control-regex -- control characters are what is refused here
  if (/^\/[/\\]|[\\\u0000-\u0020\u007f]/.test(text)) return null;
  if (!URL.canParse(text, BASE)) return null;
  const url = new URL(text, BASE);
  if (url.origin !== BASE || url.pathname.startsWith('//') || /^\/api(?:\/|$)/i.test(url.pathname))
    return null;
  return `${url.pathname}${url.search}${url.hash}`;
}
