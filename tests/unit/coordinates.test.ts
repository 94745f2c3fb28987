import { describe, expect, it } from 'vitest';
import { parseCoordinates } from '#shared/validation/coordinates.ts';

describe('a pair of coordinates', () => {
  it.each([
    ['41.311081, 69.240562', 41.311081, 69.240562],
    ['41.311081,69.240562', 41.311081, 69.240562],
    ['  -33.9  18.4 ', -33.9, 18.4],
    ['90, 180', 90, 180],
    ['0;0', 0, 0],
    ['41,311081, 69,240562', 41.311081, 69.240562],
    ['41,311081 69,240562', 41.311081, 69.240562],
    ['41,3, 69,2', 41.3, 69.2],
    ['-33,9; 18', -33.9, 18],
    ['41.31, 69', 41.31, 69],
    ['\u202a41.311081,\u00a069.240562\u202c', 41.311081, 69.240562],
  ])('%s is read', (text, latitude, longitude) => {
    expect(parseCoordinates(text)).toEqual({ latitude, longitude });
  });

  it.each([
    '41.3',
    '41,31',
    '41,311081',
    '41,31,69,24',
    '41.31',
    '91, 10',
    '10, 181',
    'north, east',
    '41.3.1, 69',
    '41.3, 69.2, 5',
    '1e1, 2',
  ])('%s is none', (text) => expect(parseCoordinates(text)).toBeNull());
});
