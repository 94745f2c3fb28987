/** Latin letters of Cyrillic ones: Uzbek, Russian, and those of neighbours' alphabets that names are written in. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  (
    'а a б b в v г g д d е e ё yo ж j з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х x ц s ч ch ш sh щ sh ' +
    'ъ ʼ ь - ы i э e ю yu я ya ў oʻ қ q ғ gʻ ҳ h ә a ң ng ө o ү u ұ u һ h і i ї yi є ye ґ g ӣ i ӯ oʻ ҷ j җ j ѣ e'
  )
    .split(' ')
    .flatMap((letter, at, all) => (at % 2 === 0 ? [[letter, all[at + 1]!.replace('-', '')] as const] : [])),
);

const VOWELS = 'аеёиоуўэюяы';
const ANY_CYRILLIC = /\p{Script=Cyrillic}/u;
const ANY_LETTER = /\p{L}/u;

/** A letter as its place has it: е, ц, с before ҳ and the signs are written in more than one way. */
function letterOf(letter: string, before: string, after: string): string {
  switch (letter) {
    case 'е':
      return !ANY_LETTER.test(before) || `${VOWELS}ъь`.includes(before) ? 'ye' : 'e';
    case 'ц':
      // "Милиция" has ts, "лекция" s, "пицца" one of both.
      if (after === 'ц') return '';
      return before !== '' && `${VOWELS}ц`.includes(before) ? 'ts' : 's';
    case 'с':
      return after === 'ҳ' ? 'sʼ' : 's';
    case 'ъ':
      // "Мўъжиза", "объект": the letters around tell it; "маъюс", "санъат" keep it.
      if (before === 'ў' || before === 'ғ') return '';
      return after !== '' && 'еёюя'.includes(after) && !VOWELS.includes(before) ? '' : 'ʼ';
    case 'ь':
      return after === 'о' ? 'y' : '';
    default:
      return LETTERS.get(letter) ?? letter;
  }
}

/** Cyrillic (Uzbek or Russian) to lower-case Latin, for matching. */
export function toLatin(text: string): string {
  const lower = text.toLowerCase();
  if (!ANY_CYRILLIC.test(lower)) return lower;
  let out = '';
  for (let at = 0; at < lower.length; at += 1)
    out += letterOf(lower[at]!, lower[at - 1] ?? '', lower[at + 1] ?? '');
  return out;
}

/** An abbreviation whose Latin letters are not all capitals, and months that Latin spells otherwise. */
const IRREGULAR = /ЖШШИР|(?<=(?:сен|ок)т)я(?=бр)/giu;
const irregular = (text: string): string =>
  text === 'я' ? 'a' : text === 'Я' ? 'A' : text === 'ЖШШИР' ? 'JShShIR' : text;
const isUpper = (letter: string): boolean => letter !== letter.toLowerCase();

/** Uzbek Cyrillic to Latin spelling, preserving capitals: for texts that exist in Cyrillic only. */
export function toLatinText(cyrillic: string): string {
  const text = cyrillic.normalize('NFC').replace(IRREGULAR, irregular);
  let out = '';
  for (let at = 0; at < text.length; at += 1) {
    const [before, letter, after] = [text[at - 1] ?? '', text[at]!, text[at + 1] ?? ''];
    if (!ANY_CYRILLIC.test(letter)) out += letter;
    else {
      const latin = letterOf(letter.toLowerCase(), before.toLowerCase(), after.toLowerCase());
      const amongCapitals = isUpper(after) || (isUpper(before) && !ANY_LETTER.test(after));
      if (!isUpper(letter)) out += latin;
      else out += amongCapitals ? latin.toUpperCase() : latin.slice(0, 1).toUpperCase() + latin.slice(1);
    }
  }
  return out;
}
