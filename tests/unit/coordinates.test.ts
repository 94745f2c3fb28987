import { describe, expect, it } from 'vitest';
import { parseCoordinates } from '#shared/validation/coordinates.ts';

describe('a pair of coordinates', () => {
  it.each([
    ['41.311081, 69.240562', 41.311081, 69.240562],
    ['41.311081,69.240562', 41.311081, 69.240562],
    ['  -33.9  18.4 ', -33.9, 18.4],
    ['90, 180', 90, 180],
    ['0;0', 0, 0],
  ])('%s is read', (text, latitude, longitude) => {
    expect(parseCoordinates(text)).toEqual({ latitude, longitude });
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
  ])('%s is none', (text) => expect(parseCoordinates(text)).toBeNull());
});
