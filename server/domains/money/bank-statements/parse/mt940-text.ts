import { accountIn, lineText, type ParsedLine } from './parsed-statement.ts';
import { stirIn } from './purpose.ts';

/** Letters of a full part of a text with `?20`: it goes on in the next one, also amid a word. */
const PART_LETTERS = 27;
/** Codes between slashes that begin a part of a text; anything else between slashes is part of what is said. */
const WORDS =
  'NAME|ACC|MFO|STIR|INN|PURP|REMI|SVWZ|EREF|MREF|CRED|DEBT|KREF|BENM|ORDP|CNTP|IBAN|BIC|ABWA|ISDT|CSID|TRCD';
const WORD = new RegExp(`/(${WORDS})/`, 'gi');
const IS_WORDS = new RegExp(`^\\s*/(?:${WORDS})/`, 'i');
/** Before a purpose: it is not structured any further. */
const UNSTRUCTURED = /^\/{0,2}(?:USTD|STRD)\/{1,2}/i;

/** Parts of `?20…?32…`, by their codes in their order. */
const partsOf = (text: string): (readonly [code: number, part: string])[] =>
  [...text.matchAll(/\?(\d{2})((?:(?!\?\d{2})[\s\S])*)/g)].map(
    ([, code, part]) => [Number(code), part!] as const,
  );

const joinParts = (parts: readonly string[]): string =>
  parts
    .reduce((whole, part, at) => {
      if (at === 0) return part;
      const before = parts[at - 1]!;
      return (
        whole + (before.length >= PART_LETTERS || /\s$/.test(before) || /^\s/.test(part) ? '' : ' ') + part
      );
    }, '')
    .trim();

/** Values of `/NAME/…/REMI/…`, where the text begins with one of these codes. */
function wordsOf(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  if (!IS_WORDS.test(text)) return values;
  const found = [...text.matchAll(WORD)];
  for (const [at, match] of found.entries()) {
    const word = match[1]!.toUpperCase();
    const value = text
      .slice(match.index + match[0].length, found[at + 1]?.index)
      .trim()
      .replace(UNSTRUCTURED, '')
      .replace(/\/+$/, '');
    values.set(word, [values.get(word), value].filter(Boolean).join(' '));
  }
  return values;
}

type Informed = Pick<ParsedLine, 'purpose' | 'partyMfo' | 'partyAccount' | 'partyName' | 'partyStir'>;

/** What a text says of a movement; where it has no structure, all of it is the purpose. */
export function informationOf(text: string): Informed {
  const parts = /^\s*(?:\d{3})?\?\d{2}/.test(text) ? partsOf(text) : [];
  const words = wordsOf(text);
  const of = (is: (code: number) => boolean) =>
    joinParts(parts.flatMap(([code, part]) => (is(code) ? [part] : [])));
  const word = (...names: string[]) =>
    names
      .flatMap((name) => words.get(name) ?? [])
      .filter((value) => value !== '')
      .join(' ');
  const purpose = of((code) => (code >= 20 && code <= 29) || (code >= 60 && code <= 63));
  const account = of((code) => code === 31) || word('ACC', 'IBAN');
  return {
    purpose: lineText(purpose || word('PURP', 'REMI', 'SVWZ') || text) ?? '',
    partyMfo: of((code) => code === 30) || word('MFO') || null,
    partyAccount: accountIn(account) ?? (account.replace(/\s/g, '') || null),
    partyName: lineText(of((code) => code === 32 || code === 33) || word('NAME', 'ORDP', 'BENM')),
    partyStir: stirIn(text) ?? (/^(?:\d{9}|\d{14})$/.exec(word('STIR', 'INN'))?.[0] || null),
  };
}
