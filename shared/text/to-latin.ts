/** Latin letters of Cyrillic ones, Uzbek and Russian; е and ц depend on their place. */
export const LATIN_LETTERS: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  ё: 'yo',
  ж: 'j',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'x',
  ц: 's',
  ч: 'ch',
  ш: 'sh',
  щ: 'sh',
  ъ: 'ʼ',
  ы: 'i',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  ў: 'oʻ',
  қ: 'q',
  ғ: 'gʻ',
  ҳ: 'h',
};

/** Letters after which е is read ye. */
const BEFORE_YE = 'аеёиоуўэюяъь';
const ANY_CYRILLIC = /\p{Script=Cyrillic}/u;
const ANY_LETTER = /\p{L}/u;

/** Cyrillic (Uzbek or Russian) to lower-case Latin, for matching; not a spelling to show. */
export function toLatin(text: string): string {
  const lower = text.toLowerCase();
  if (!ANY_CYRILLIC.test(lower)) return lower;
  let out = '';
  let before = '';
  for (const letter of lower) {
    if (letter === 'е') out += BEFORE_YE.includes(before) || !ANY_LETTER.test(before) ? 'ye' : 'e';
    else out += LATIN_LETTERS[letter] ?? letter;
    before = letter;
  }
  return out;
}
