import { describe, expect, test } from 'vitest';
import { APOSTROPHES, foldWord, isOneOf, stripInvisible } from '#shared/text/index.ts';

describe('text without invisible marks', () => {
  test.each([
    ['\u202A+998 90 000-00-05\u202C', '+998 90 000-00-05'],
    ['90\u2011123\u201045\u201367', '90-123-45-67'],
    ['\u22121\u00A0000\u202F000\u2007,50', '-1 000 000 ,50'],
    ['\uFEFFlogin\u200B@exam\u00ADple.uz\u2069', 'login@example.uz'],
    ['\u{E0041}a\uFE0F\u034F', 'a'],
    ['Сана — oʻzbekcha', 'Сана - oʻzbekcha'],
  ])('%j is %j', (text, plain) => expect(stripInvisible(text)).toBe(plain));
});

describe('words in their spellings', () => {
  test.each([...APOSTROPHES].map((apostrophe) => [`Yo${apostrophe}Q`, `so${apostrophe}m`]))(
    '%s and %s are йўқ and сўм',
    (no, som) => {
      expect(foldWord(no)).toBe(foldWord('йўқ'));
      expect(foldWord(som)).toBe(foldWord('сўм'));
    },
  );

  test.each([
    ['СОТИЛГУНЧА', 'sotilguncha'],
    ['Ҳужжат  рақами', 'hujjat\u00A0raqami'],
    ['ИСТИНА', 'истина'],
    ['ｔｒｕｅ', 'TRUE'],
    ['Йўқ', 'Йўқ'.normalize('NFD')],
    ['\u202Aда\u202C', 'Да'],
    ['Бирлик', 'birlik'],
    ['until\u2011sold', 'Until-sold'],
    ['№', 'No'],
  ])('%j is %j', (one, other) => expect(foldWord(one)).toBe(foldWord(other)));

  test.each([
    ['ha', 'yoʻq'],
    ['сум', 'сўм'],
    ['ложь', 'истина'],
    ['до', 'да'],
    ['№', ''],
  ])('%j is not %j', (one, other) => expect(foldWord(one)).not.toBe(foldWord(other)));

  test('a list has a word in any alphabet and with any apostrophe', () => {
    const isNo = isOneOf(['yoʻq', 'нет', 'no', 'false', 'ложь', '0', '-']);
    for (const no of ['yo‘q', 'YO´Q', 'йўқ', 'Нет', 'ЛОЖЬ', ' no ', '–', '−'])
      expect(isNo(no), no).toBe(true);
    for (const other of ['ha', '', 'yoq', '1']) expect(isNo(other), other).toBe(false);
  });
});
