import { APOSTROPHES } from '../text/index.ts';
import { FIRST_PARTS, STEMS, SUFFIXES, WHOLE_WORDS } from './stems.ts';

export { toLatinText } from '../text/to-latin.ts';
export { SEARCH_VERSION, searchForm, searchWords } from './search-form.ts';

/**
 * Uzbek in both scripts. Latin is what people type, Cyrillic is made from it; the reverse serves search.
 * The rules are those of the 1995 alphabet; words whose Cyrillic spelling the rules cannot know are listed as stems.
 */

/** After o and g an apostrophe means ʻ (U+02BB), elsewhere ʼ (U+02BC). */
const AFTER_O_G = new RegExp(`([oOgG])[${APOSTROPHES}]`, 'g');
const OTHER = new RegExp(`[${APOSTROPHES}]`, 'g');

/** Apostrophes as the alphabet has them: oʻ gʻ with U+02BB, the tutuq belgisi with U+02BC. */
export function properApostrophes(latin: string): string {
  return latin.replace(AFTER_O_G, '$1\u0001').replace(OTHER, '\u02BC').replaceAll('\u0001', '\u02BB');
}

const DIGRAPHS: Record<string, string> = {
  yoʻ: 'йў',
  oʻ: 'ў',
  gʻ: 'ғ',
  sh: 'ш',
  ch: 'ч',
  yo: 'ё',
  yu: 'ю',
  ya: 'я',
  ye: 'е',
  ts: 'ц',
};

const LETTERS: Record<string, string> = {
  a: 'а',
  b: 'б',
  c: 'к',
  d: 'д',
  e: 'е',
  f: 'ф',
  g: 'г',
  h: 'ҳ',
  i: 'и',
  j: 'ж',
  k: 'к',
  l: 'л',
  m: 'м',
  n: 'н',
  o: 'о',
  p: 'п',
  q: 'қ',
  r: 'р',
  s: 'с',
  t: 'т',
  u: 'у',
  v: 'в',
  w: 'в',
  x: 'х',
  y: 'й',
  z: 'з',
  ʼ: 'ъ',
};

/** In "zakalatsiz", "yutsangiz", "aytsin" t ends the stem and s begins a suffix; ц is for loanwords: "konstitutsiya". */
const SUFFIX_AFTER_T = /^ts(iz|a(m|k|ng|ngiz|lar|da)?$|in(lar)?$)/;

const VOWELS = 'aeiouʻ';
const isUpper = (text: string): boolean => text !== text.toLowerCase();

/** The case of the Latin letters for the Cyrillic ones they became. */
function inCaseOf(latin: string, cyrillic: string): string {
  if (!isUpper(latin.slice(0, 1))) return cyrillic;
  const capitals = latin.length > 1 && latin === latin.toUpperCase();
  return capitals ? cyrillic.toUpperCase() : cyrillic.slice(0, 1).toUpperCase() + cyrillic.slice(1);
}

/** How many letters of a lower-case word are one in Cyrillic, and which. */
function nextLetter(word: string, at: number): { length: number; cyrillic: string } {
  // "Isʼhoq": the sign only keeps s and h apart.
  if (word[at] === 'ʼ' && word[at - 1] === 's' && word[at + 1] === 'h') return { length: 1, cyrillic: '' };
  if (word[at] === 't' && SUFFIX_AFTER_T.test(word.slice(at))) return { length: 1, cyrillic: 'т' };
  for (const length of [3, 2]) {
    const cyrillic = DIGRAPHS[word.slice(at, at + length)];
    if (cyrillic !== undefined) return { length, cyrillic };
  }
  // Letters of other languages lose their marks.
  const written = word.charAt(at);
  const letter = written in LETTERS ? written : written.normalize('NFD').slice(0, 1);
  const syllable = at === 0 || VOWELS.includes(word[at - 1]!);
  if (letter === 'e' && syllable) return { length: 1, cyrillic: 'э' };
  return { length: 1, cyrillic: LETTERS[letter] ?? letter };
}

/** A word, or the rest of one from a place on, by the letter rules alone. */
function lettersToCyrillic(word: string, from = 0): string {
  const lower = word.toLowerCase();
  let out = '';
  for (let at = from; at < word.length;) {
    const { length, cyrillic } = nextLetter(lower, at);
    out += inCaseOf(word.slice(at, at + length), cyrillic);
    at += length;
  }
  return out;
}

const CYRILLIC_STEMS: ReadonlyMap<string, string> = new Map(STEMS);
const LONGEST_STEM = Math.max(...STEMS.map(([latin]) => latin.length));
const STEM_BEGINNINGS: ReadonlySet<string> = new Set(STEMS.map(([latin]) => latin.slice(0, 3)));

/** The longest listed stem at a place that only suffixes follow. */
function stemAt(lower: string, at: number): string | null {
  if (!STEM_BEGINNINGS.has(lower.slice(at, at + 3))) return null;
  for (let length = Math.min(LONGEST_STEM, lower.length - at); length > 0; length -= 1) {
    const stem = lower.slice(at, at + length);
    if (CYRILLIC_STEMS.has(stem) && SUFFIXES.test(lower.slice(at + length))) return stem;
  }
  return null;
}

function wordToCyrillic(word: string): string {
  const lower = word.toLowerCase();
  const known = WHOLE_WORDS.get(lower);
  if (known !== undefined) return inCaseOf(word, known);
  for (const first of ['', ...FIRST_PARTS.filter((part) => lower.startsWith(part))]) {
    const stem = stemAt(lower, first.length);
    if (stem === null) continue;
    const end = first.length + stem.length;
    const rest = lettersToCyrillic(word, end);
    // The soft sign goes before suffixes in и and л: мебель, мебели, мебеллар.
    const whole = CYRILLIC_STEMS.get(stem)!;
    const cyrillic = /^[ил]/i.test(rest) ? whole.replace(/ь$/, '') : whole;
    return (
      lettersToCyrillic(word.slice(0, first.length)) +
      inCaseOf(word.slice(first.length, end), cyrillic) +
      rest
    );
  }
  return lettersToCyrillic(word);
}

const WORD = /[\p{Script=Latin}ʻʼ]+/gu;

/**
 * Latin Uzbek to Cyrillic. `keep` lists Latin words left as they are (makes and models: "Cobalt", "LG");
 * they are matched whole, as written.
 */
export function toCyrillic(latin: string, keep: readonly string[] = []): string {
  const unchanged = new Set(keep);
  return properApostrophes(latin).replace(WORD, (word) =>
    unchanged.has(word) ? word : wordToCyrillic(word),
  );
}
