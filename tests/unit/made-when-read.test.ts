import { expect, test } from 'vitest';
import { madeWhenRead } from '#shared/i18n/made-when-read.ts';

test('values are made once, each when it is first read', () => {
  const made: string[] = [];
  const upper = madeWhenRead({ a: 'one', b: 'two' }, (value, key) => {
    made.push(key);
    return value.toUpperCase();
  });
  expect(Object.keys(upper)).toEqual(['a', 'b']);
  expect(made).toEqual([]);
  expect([upper.b, upper.b]).toEqual(['TWO', 'TWO']);
  expect(made).toEqual(['b']);
  expect({ ...upper }).toEqual({ a: 'ONE', b: 'TWO' });
  expect(made).toEqual(['b', 'a']);
});
