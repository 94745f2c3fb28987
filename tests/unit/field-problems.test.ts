import { describe, expect, it, test } from 'vitest';
import { parseCoordinates } from '#shared/validation/coordinates.ts';
import {
  problemOfCoordinates,
  problemOfLatin,
  problemOfOffer,
  problemOfRequired,
  problemOfRow,
  problemOfSelection,
  problemOfSum,
} from '#shared/validation/field-problems.ts';

describe('a pair of coordinates', () => {
  it.each([
    ['41.311081, 69.240562', 41.311081, 69.240562],
    ['41.311081,69.240562', 41.311081, 69.240562],
    ['  -33.9  18.4 ', -33.9, 18.4],
    ['90, 180', 90, 180],
    ['0;0', 0, 0],
  ])('%s is read', (text, latitude, longitude) => {
    expect(parseCoordinates(text)).toEqual({ latitude, longitude });
    expect(problemOfCoordinates(text)).toBeNull();
  });

  it.each([
    '41.3',
    '41,3, 69,2',
    '91, 10',
    '10, 181',
    'north, east',
    '41.3.1, 69',
    '41.3, 69.2, 5',
    '1e1, 2',
  ])('%s is none', (text) => expect(problemOfCoordinates(text)).toBe('errors:coordinates'));

  it('has to be chosen', () => expect(problemOfCoordinates('  ')).toBe('errors:chooseCoordinate'));
});

test('an empty field is distinguished from a filled one', () => {
  expect(problemOfRequired(' \t')).toBe('errors:required');
  expect(problemOfRequired('0')).toBeNull();
});

test('a choice has to be made', () => {
  for (const nothing of [null, undefined, '']) expect(problemOfSelection(nothing)).toBe('errors:selection');
  for (const chosen of [0, false, 'a']) expect(problemOfSelection(chosen)).toBeNull();
});

test('an action on rows needs one', () => {
  expect(problemOfRow([])).toBe('errors:chooseRow');
  expect(problemOfRow([7])).toBeNull();
});

test('Cyrillic letters are refused where only Latin ones are taken', () => {
  expect(problemOfLatin('Gʻishtli uy, 2-qavat (№ yoʻq)'.replace('№ ', ''))).toBeNull();
  expect(problemOfLatin('')).toBeNull();
  expect(problemOfLatin('Ғиштли uy')).toBe('ui:input.latin');
});

test.each(['', '0', '-5', '1,234', 'abc', '1.2.3', '99999999999999999'])('%s is no sum', (text) =>
  expect(problemOfSum(text)).toBe('room:bid.notASum'),
);

test('an offer is asked for, has to be a sum and reach the suggested price', () => {
  expect(problemOfOffer(' ', 100_00)).toBe('errors:offerPrice');
  expect(problemOfOffer('12 сум', 100_00)).toBe('room:bid.notASum');
  expect(problemOfOffer('99.99', 100_00)).toBe('room:bid.tooLow');
  expect(problemOfOffer('100', 100_00)).toBeNull();
});
