const SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;

/**
 * Whether a link leads to a page, a mailbox or a phone, or to a place beside the document: not to files of a machine or of a
 * network, and to no program.
 */
export function isPlainLink(address: string): boolean {
  // Programs pass over spaces and control characters.
  // oxlint-disable-next-line no-control-regex
  const written = address.replace(/[\0-\x20\x7f]/g, '');
  const scheme = SCHEME.exec(written)?.[1];
  if (scheme !== undefined) return SCHEMES.has(scheme.toLowerCase()) && !written.includes('\\');
  return written.startsWith('#') || !/^[/\\]|\\|:/.test(written);
}
