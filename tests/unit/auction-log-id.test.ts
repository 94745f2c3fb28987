import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { chainHashOf } from '#server/auction/rules/canonical.ts';
import { isAfter } from '#server/auction/state/log-id.ts';

describe('a log id', () => {
  const IN_ORDER = ['0', '1-1', '9-0', '9-2', '9-10', '10-0', '1763735400123456-0', '1763735400123456-12'];

  test('comes after another by time, then by count, as figures and not as text', () => {
    for (const [i, one] of IN_ORDER.entries()) {
      for (const [j, other] of IN_ORDER.entries()) {
        expect(`${one} ${other} ${isAfter(one, other)}`).toBe(`${one} ${other} ${i > j}`);
      }
    }
  });
});

describe('the chain of hashes', () => {
  test('is of the previous hash’s bytes and the entry’s text, however long it is and whatever its letters', () => {
    let prev = 'ab'.repeat(32);
    for (const text of ['{}', 'ʻОʼзбек 😀'.repeat(2_000), 'y'.repeat(100_000), '{"v":1}']) {
      const wanted = createHash('sha256').update(prev, 'hex').update(text, 'utf8').digest('hex');
      expect(chainHashOf(prev, text)).toBe(wanted);
      prev = wanted;
    }
  });
});
