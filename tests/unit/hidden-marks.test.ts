import { expect, test } from 'vitest';
import { writtenLine, writtenText } from '#shared/api/written-texts.ts';
import { hasHiddenMark, withoutHiddenMarks } from '#shared/text/hidden-marks.ts';

const HIDDEN: readonly (readonly [what: string, mark: string])[] = [
  ['NUL', '\0'],
  ['a control character', '\u0007'],
  ['a next line', '\u0085'],
  ['a soft hyphen', '\u00AD'],
  ['a zero width space', '\u200B'],
  ['a joiner outside pictures', '\u200D'],
  ['a direction mark', '\u200F'],
  ['an override of direction', '\u202E'],
  ['an isolate', '\u2066'],
  ['a line separator', '\u2028'],
  ['a byte order mark', '\uFEFF'],
  ['a tag', '\u{E0041}'],
  ['a variation selector outside pictures', '\uFE0F'],
  ['a variation selector of ideographs', '\u{E0100}'],
  ['a filler', '\u3164'],
  ['a blank of Braille', '\u2800'],
  ['a code point of private use', '\uE000'],
  ['an unassigned code point', '\u0378'],
  ['no character', '\uFFFE'],
  ['half a letter', '\uD800'],
];

test.each(HIDDEN)('%s within a text is found, refused and taken out', (_, mark) => {
  const text = `Sav${mark}do`;
  expect(hasHiddenMark(text)).toBe(true);
  expect(hasHiddenMark(text, true)).toBe(true);
  expect(withoutHiddenMarks(text)).toBe('Savdo');
  for (const schema of [writtenLine(1, 20), writtenText(1, 20)])
    expect(schema.safeParse(text).error?.issues).toMatchObject([{ message: 'hidden-marks' }]);
});

test.each([
  'Oʻzbekiston, «Savdo» — 1 000 soʻm',
  'Ёлғиз ўғил, ҳақиқий қадр',
  'Naïve café e\u0301',
  'Yaxshi 👍🏽 👨‍👩‍👧 ❤️ ✈︎ 1️⃣ 🇺🇿',
  'A\u00A0B\u202FC',
])('what people see is let through: %s', (text) => {
  expect(hasHiddenMark(text)).toBe(false);
  expect(writtenLine(1, 100).parse(text)).toBe(text);
});

test('line breaks and tabs are of texts, not of lines', () => {
  const text = 'Birinchi\r\nikkinchi\n\tuchinchi';
  expect(writtenText(1, 100).parse(text)).toBe(text);
  expect(writtenLine(1, 100).safeParse(text).success).toBe(false);
});
