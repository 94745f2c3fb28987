/** In place of what is taken out of a text. */
const MASK = '***';

/** Is the one text the other with `MASK` in place of one part or several, and nothing else? The same text is not. */
export function isMaskOf(masked: string, before: string): boolean {
  const [first = '', ...parts] = masked.split(MASK);
  const last = parts.pop();
  if (last === undefined || masked === before || !before.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    // Each mask hides a letter at least.
    const found = before.indexOf(part, at + 1);
    if (found === -1) return false;
    at = found + part.length;
  }
  return before.length - last.length > at && before.endsWith(last);
}
