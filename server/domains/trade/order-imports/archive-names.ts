/** UTF-8; Explorer and old archivers write the code page of DOS, some archivers that of Windows. */
const PAGES = ['utf-8', 'ibm866', 'windows-1251'].map((page) => new TextDecoder(page));
/** What names of this region are made of; the pages have frames, signs and letters of others as well. */
const EXPECTED = /[\x20-\x7e\xa0А-Яа-яЁёЎўҚқҒғҲҳ№ʻʼ‘’]/gu;
/** A capital letter within a word: a page that is not the right one gives many. */
const INNER_CAPITAL = /\p{Ll}\p{Lu}/gu;

const oddness = (name: string): number =>
  name.replace(EXPECTED, '').length * 2 + (name.match(INNER_CAPITAL)?.length ?? 0);

/**
 * How names are read whose archive does not say how they are written: all in the same way, as they read best together. UTF-8
 * wherever all of them are that.
 */
export function readerOf(names: readonly Buffer[]): (name: Buffer) => string {
  const [utf8, dos, windows] = PAGES as [TextDecoder, TextDecoder, TextDecoder];
  const all = Buffer.concat(names.flatMap((name) => [name, Buffer.from('\n')]));
  const isUtf8 = !utf8.decode(all).includes('\uFFFD');
  const best = oddness(windows.decode(all)) < oddness(dos.decode(all)) ? windows : dos;
  const chosen = isUtf8 ? utf8 : best;
  return (name) => chosen.decode(name);
}
