/** Control characters, what is no character, and direction marks: with the last a title could reorder the text next to it. */
const INVISIBLE =
  /[\p{Cc}\p{Noncharacter_Code_Point}\p{Cs}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/**
 * A text on one line (sums keep their no-break spaces), without invisible characters, cut at a word where it is longer
 * than `most` characters.
 */
export function plainWords(text: string, most = Number.POSITIVE_INFINITY): string {
  const line = text
    .replace(INVISIBLE, ' ')
    .replace(/[ \t\r\n\u2028\u2029]+/g, ' ')
    .trim();
  const letters = [...line];
  if (letters.length <= most) return line;
  const cut = letters.slice(0, most - 1).join('');
  const word = cut.lastIndexOf(' ');
  return `${(word > cut.length / 2 ? cut.slice(0, word) : cut).replace(/[\s,.;:–-]+$/, '')}…`;
}

/** XML has no room for them, nor for half a surrogate pair: one would make a whole feed or map unreadable. */
// eslint-disable-next-line no-control-regex
const NO_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\p{Cs}\ufffe\uffff]/gu;

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** For the text and the attributes of HTML, XML and SVG. */
export const escaped = (text: string): string =>
  text.replace(NO_CHARACTER, '').replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);

/** JSON inside a script element: no `<` can end it, and it remains the same JSON. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
