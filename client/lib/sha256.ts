/** True where the browser can hash: over https, or on this very machine. */
export const canHash = (): boolean => globalThis.crypto?.subtle !== undefined;

/** SHA-256 of the text's UTF-8 bytes in lower-case hex: what the server takes in place of a password. */
export async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
