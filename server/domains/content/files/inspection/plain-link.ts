const SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;

/** Spaces, control and format characters, and the bytes of a mark of byte order before UTF-16 or UTF-8. */
const PASSED_OVER = /^(?:\u00fe\u00ff|\u00ef\u00bb\u00bf)|[\p{Cc}\p{Cf}\p{Z}]/gu;

/**
 * Whether a link leads to a page, a mailbox or a phone, or to a place beside the document: not to files of a machine or of a
 * network, and to no program.
 */
export function isPlainLink(address: string): boolean {
  const written = address.replace(PASSED_OVER, '');
  const scheme = SCHEME.exec(written)?.[1];
  if (scheme !== undefined) return SCHEMES.has(scheme.toLowerCase()) && !written.includes('\\');
  const decoded = written.replace(/%(?:2f|3a|5c)/gi, decodeURIComponent);
  return written.startsWith('#') || !/^[/\\]|\\|:/.test(decoded);
}
