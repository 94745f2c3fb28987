import { expect, test } from 'vitest';
import { birthdayOf, isUnderAge } from '#shared/validation/of-age.ts';

const at = (day: string) => Date.parse(`${day}T00:00:00+05:00`);

test.each([
  ['30101900000105', '1990-01-01'],
  ['42902960000000', '1996-02-29'],
  ['53112080000000', '2008-12-31'],
  ['62902080000000', '2008-02-29'],
  ['13112990000000', '1899-12-31'],
  // Of foreigners, whose numbers need not contain a day.
  ['31234567890123', null],
  ['52902070000000', null],
  ['70101900000105', null],
  ['3010190', null],
])('the day of birth in %s is %s', (pinfl, day) => {
  expect(birthdayOf(pinfl)).toBe(day);
});

test('a person is of age from the day of Tashkent on which eighteen years are full', () => {
  const born = { pinfl: '53112080000000', shownOfAge: false };
  expect(isUnderAge(born, at('2026-12-31') - 1)).toBe(true);
  expect(isUnderAge(born, at('2026-12-31'))).toBe(false);
  // Born on a leap day: from the first of March.
  const leap = { pinfl: '62902080000000', shownOfAge: false };
  expect(isUnderAge(leap, at('2026-03-01') - 1)).toBe(true);
  expect(isUnderAge(leap, at('2026-03-01'))).toBe(false);
});

test('a person whose number contains no day is of age once a document has shown it', () => {
  const pinfl = '31234567890123';
  expect(isUnderAge({ pinfl, shownOfAge: false }, at('2026-03-01'))).toBe(true);
  expect(isUnderAge({ pinfl, shownOfAge: true }, at('2026-03-01'))).toBe(false);
  // A number that contains one is not overruled.
  expect(isUnderAge({ pinfl: '53112080000000', shownOfAge: true }, at('2026-03-01'))).toBe(true);
});
