const MAX = 40;

/** A code made of an English name, unlike those that are taken: `Land area` is `land-area`, then `land-area-2`. */
export function codeOf(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[-0-9]+|-+$/g, '')
    .slice(0, MAX)
    .replace(/-$/, '');
  const code = plain === '' ? 'entry' : plain;
  let free = code;
  for (let at = 2; taken.has(free); at += 1) free = `${code}-${at}`;
  return free;
}
