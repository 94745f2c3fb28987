import { APOSTROPHES } from '../text/index.ts';
import { LATIN_LETTERS, toLatin } from '../text/to-latin.ts';

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

/** Stems whose Cyrillic form has ь, ъ, ц or another letter the Latin does not show. Longest match wins. */
const STEMS: readonly (readonly [latin: string, cyrillic: string])[] = [
  ['aksiya', 'акция'],
  ['aksionerlik', 'акциядорлик'],
  ['albom', 'альбом'],
  ['alyuminiy', 'алюминий'],
  ['aprel', 'апрель'],
  ['asfalt', 'асфальт'],
  ['atelye', 'ателье'],
  ['auksion', 'аукцион'],
  ['avtomobil', 'автомобиль'],
  ['dekabr', 'декабрь'],
  ['detal', 'деталь'],
  ['dizel', 'дизель'],
  ['dvigatel', 'двигатель'],
  ['elektromobil', 'электромобиль'],
  ['fevral', 'февраль'],
  ['iyul', 'июль'],
  ['iyun', 'июнь'],
  ['izolyatsiya', 'изоляция'],
  ['kabel', 'кабель'],
  ['kalkulyator', 'калькулятор'],
  ['kompyuter', 'компьютер'],
  ['kondensator', 'конденсатор'],
  ['kultivator', 'культиватор'],
  ['litsenziya', 'лицензия'],
  ['mebel', 'мебель'],
  ['model', 'модель'],
  ['noyabr', 'ноябрь'],
  ['obyekt', 'объект'],
  ['oktabr', 'октябрь'],
  ['panel', 'панель'],
  ['pavilyon', 'павильон'],
  ['pitsa', 'пицца'],
  ['portfel', 'портфель'],
  ['profil', 'профиль'],
  ['sement', 'цемент'],
  ['sentabr', 'сентябрь'],
  ['sentner', 'центнер'],
  ['sex', 'цех'],
  ['sirk', 'цирк'],
  ['stansiya', 'станция'],
  ['subyekt', 'субъект'],
  ['ventilyator', 'вентилятор'],
  ['yanvar', 'январь'],
];

/** Words with capitals inside: units. */
const UNITS: Record<string, string> = { kVt: 'кВт', MVt: 'МВт', kVA: 'кВА' };

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

/** One lower-case word by the letter rules alone. */
function lettersToCyrillic(word: string): string {
  let out = '';
  for (let i = 0; i < word.length;) {
    // "Isʼhoq": the sign only keeps s and h apart.
    if (word[i] === 'ʼ' && word[i - 1] === 's' && word[i + 1] === 'h') {
      i += 1;
      continue;
    }
    if (SUFFIX_AFTER_T.test(word.slice(i))) {
      out += 'тс';
      i += 2;
      continue;
    }
    const digraph = DIGRAPHS[word.slice(i, i + 3)] ?? DIGRAPHS[word.slice(i, i + 2)];
    if (digraph !== undefined) {
      out += digraph;
      i += DIGRAPHS[word.slice(i, i + 3)] === undefined ? 2 : 3;
      continue;
    }
    const letter = word[i] ?? '';
    const afterVowel = i === 0 || VOWELS.includes(word[i - 1] ?? '');
    out += letter === 'e' && afterVowel ? 'э' : (LETTERS[letter] ?? letter);
    i += 1;
  }
  return out;
}

function wordToCyrillic(word: string): string {
  const unit = UNITS[word];
  if (unit !== undefined) return unit;
  const lower = word.toLowerCase();
  const stem = STEMS.filter(([latin]) => lower.startsWith(latin)).sort(
    (a, b) => b[0].length - a[0].length,
  )[0];
  let cyrillic: string;
  if (stem) {
    const rest = lettersToCyrillic(lower.slice(stem[0].length));
    // The soft sign goes before suffixes in и and л: мебель, мебели, мебеллар.
    cyrillic = (/^[ил]/.test(rest) ? stem[1].replace(/ь$/, '') : stem[1]) + rest;
  } else {
    cyrillic = lettersToCyrillic(lower);
  }
  const first = word[0] ?? '';
  if (!isUpper(first)) return cyrillic;
  const allUpper = word.length > 1 && word === word.toUpperCase();
  return allUpper ? cyrillic.toUpperCase() : (cyrillic[0] ?? '').toUpperCase() + cyrillic.slice(1);
}

const WORD = /[A-Za-zʻʼ]+/g;

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

/** Uzbek Cyrillic to Latin spelling, preserving capitals: for texts that exist in Cyrillic only. */
export function toLatinText(cyrillic: string): string {
  return cyrillic.replace(/\p{Script=Cyrillic}+/gu, (word) => {
    const capitals = word.length > 1 && word === word.toUpperCase();
    let out = '';
    for (const [at, letter] of [...word].entries()) {
      const lower = letter.toLowerCase();
      const syllable = at === 0 || 'аеёиоуўэюяъь'.includes([...word][at - 1]?.toLowerCase() ?? '');
      const latin = lower === 'е' && syllable ? 'ye' : (LATIN_LETTERS[lower] ?? letter);
      if (letter === lower) out += latin;
      else out += capitals ? latin.toUpperCase() : (latin[0] ?? '').toUpperCase() + latin.slice(1);
    }
    return out;
  });
}

const ANY_APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'g');

function folded(latin: string): string {
  return (
    latin
      .replace(ANY_APOSTROPHE, '')
      .replaceAll('ye', 'e')
      .replaceAll('iy', 'i')
      .replaceAll('ts', 's')
      .replaceAll('dj', 'j')
      .replaceAll('x', 'h')
      .replaceAll('q', 'k')
      .replace(/c(?!h)/g, 'k')
      .replaceAll('w', 'v')
      // Doubled letters are what people leave out: Jizzax, kompressor.
      .replace(/(\p{L})\1+/gu, '$1')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  );
}

/**
 * What search compares: lower-case Latin letters and digits, any script and apostrophe folded together, words
 * separated by one space. Letters people mix up are one: х/ҳ, к/қ, г/ғ, е/э/йе, ий/и; so are c/k and w/v of foreign names.
 */
export const searchForm = (text: string): string => folded(toLatin(text.normalize('NFC')));

/** Letters that a keyboard without them, or habit, replaces by others: a text is found by both. */
const ALSO_TYPED: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`ў|o[${APOSTROPHES}]`, 'gu'), 'u'],
  [/ё/gu, 'е'],
];

/** The words a text is found by: its search form and, of words with ў, oʻ or ё, the spelling without these letters. */
export function searchWords(text: string): string {
  const lower = text.normalize('NFC').toLowerCase();
  const words = new Set(searchForm(lower).split(' '));
  for (const [letters, typed] of ALSO_TYPED) {
    if (!lower.match(letters)) continue;
    for (const word of searchForm(lower.replace(letters, typed)).split(' ')) words.add(word);
  }
  return [...words].filter(Boolean).join(' ');
}
