/** How likely a text is Russian or Uzbek as people write it. */
export interface Reading {
  /** Sum of the logarithms of its letters' chances. */
  odds: number;
  letters: number;
}

/** Of a thousand letters of Russian texts of banks and lots; ў and ґ's like are rare there, and met in Uzbek. */
const PER_MILLE: Readonly<Record<string, number>> = {
  о: 110,
  е: 84,
  а: 84,
  и: 74,
  н: 67,
  т: 63,
  с: 55,
  р: 47,
  в: 45,
  л: 44,
  к: 35,
  м: 32,
  д: 30,
  п: 28,
  у: 26,
  я: 20,
  ы: 19,
  ь: 17,
  г: 17,
  з: 16,
  б: 16,
  ч: 14,
  й: 12,
  х: 10,
  ж: 9,
  ш: 9,
  ю: 6,
  ц: 6,
  щ: 4,
  э: 4,
  ф: 4,
  ё: 2,
  ъ: 1,
  ў: 4,
};
const VOWELS = new Set('аеёиоуыэюяў');
const TOTAL = { vowel: 0, consonant: 0 };
for (const [letter, share] of Object.entries(PER_MILLE))
  TOTAL[VOWELS.has(letter) ? 'vowel' : 'consonant'] += share;
/** Chance of a vowel after a vowel, after a consonant, and at the beginning of a word. */
const VOWEL_AFTER = { vowel: 0.12, consonant: 0.6, start: 0.25 } as const;

/** Signs that texts have beside letters. */
const SIGNS = new Set('«»№–—‘’“”„•…°§©®\u00A0');
const SIGN = -4;
/** Frames, control characters, letters of other languages. */
const STRANGE = -9;
/** A capital inside a word, and a small letter after capitals. */
const CAPITAL_INSIDE = -7;
const AFTER_CAPITALS = -4;
/** A Cyrillic letter that touches a Latin one, and one that touches a figure. */
const BESIDE_LATIN = -6;
const BESIDE_FIGURE = -2;
/** A word of one letter that is none. */
const LONE = -4;
const LONE_WORDS = new Set('авикосуяС');

type Before = keyof typeof VOWEL_AFTER;

function oddsOfLetter(letter: string, before: Before): number {
  const kind = VOWELS.has(letter) ? 'vowel' : 'consonant';
  const ofVowel = VOWEL_AFTER[before];
  const ofKind = kind === 'vowel' ? ofVowel : 1 - ofVowel;
  return Math.log(ofKind) + Math.log(PER_MILLE[letter]! / TOTAL[kind]);
}

function oddsOfWord(word: string): Reading {
  const signs = [...word];
  const reading: Reading = { odds: 0, letters: 0 };
  let before: Before = 'start';
  for (const [at, sign] of signs.entries()) {
    if (sign <= '\u007F') {
      before = 'start';
      continue;
    }
    reading.letters += 1;
    const lower = sign.toLowerCase();
    const [last = '', next = ''] = [signs[at - 1], signs[at + 1]];
    if (PER_MILLE[lower] === undefined) {
      // An apostrophe is inside Latin words, other signs beside words.
      const inside = /\p{L}/u.test(last) && /\p{L}/u.test(next);
      reading.odds += SIGNS.has(sign) && (!inside || /[‘’]/.test(sign)) ? SIGN : STRANGE;
      before = 'start';
      continue;
    }
    reading.odds += oddsOfLetter(lower, before);
    const isCapital = sign !== lower;
    const lastIsCapital = last !== last.toLowerCase();
    if (isCapital && last > '\u007F' && /\p{L}/u.test(last) && !lastIsCapital) reading.odds += CAPITAL_INSIDE;
    const twoBefore = signs[at - 2] ?? '';
    if (!isCapital && lastIsCapital && twoBefore !== twoBefore.toLowerCase()) reading.odds += AFTER_CAPITALS;
    for (const neighbour of [last, next]) {
      if (/[A-Za-z]/.test(neighbour)) reading.odds += BESIDE_LATIN;
      if (/\d/.test(neighbour)) reading.odds += BESIDE_FIGURE;
    }
    if (signs.length === 1 && !LONE_WORDS.has(sign)) reading.odds += LONE;
    before = VOWELS.has(lower) ? 'vowel' : 'consonant';
  }
  return reading;
}

/** All words of a text together. */
export const readingOf = (words: readonly string[]): Reading =>
  words
    .map(oddsOfWord)
    .reduce((sum, { odds, letters }) => ({ odds: sum.odds + odds, letters: sum.letters + letters }), {
      odds: 0,
      letters: 0,
    });
