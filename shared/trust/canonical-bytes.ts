import canonicalize from 'canonicalize';

/** RFC 8785 JSON. Throws on a value that JSON cannot represent. */
export function canonicalText(value: object): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('this value has no canonical JSON');
  return text;
}

/** The same as UTF-8. */
export const canonicalBytes = (value: object): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(canonicalText(value));

/** Hex SHA-256, by what browsers and Node.js have in common. */
export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
