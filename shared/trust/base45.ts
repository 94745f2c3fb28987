/** RFC 9285: two bytes as three characters of those that a QR code stores in 5.5 bits each. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

export function toBase45(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 2) {
    const pair = at + 1 < bytes.length;
    let rest = pair ? (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0) : (bytes[at] ?? 0);
    for (let digit = 0; digit < (pair ? 3 : 2); digit += 1) {
      text += ALPHABET.charAt(rest % 45);
      rest = Math.floor(rest / 45);
    }
  }
  return text;
}

/** null: the text is not in this encoding. */
export function fromBase45(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 3 === 1) return null;
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 3) {
    const digits = Array.from(text.slice(at, at + 3), (character) => ALPHABET.indexOf(character));
    if (digits.includes(-1)) return null;
    const value = digits.reduceRight((sum, digit) => sum * 45 + digit, 0);
    if (value >= (digits.length === 3 ? 0x1_00_00 : 0x1_00)) return null;
    bytes.push(...(digits.length === 3 ? [value >> 8, value & 0xff] : [value]));
  }
  return Uint8Array.from(bytes);
}
