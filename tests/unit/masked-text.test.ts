import { describe, expect, it } from 'vitest';
import { isMaskOf } from '#shared/content/masked-text.ts';

const BEFORE = 'The roof leaks. Ask Anvar Namuna, flat 7, about the keys.';

describe('a masked text', () => {
  it.each([
    'The roof leaks. Ask ***, about the keys.',
    'The roof leaks. Ask *** Namuna, flat ***, about the keys.',
    '*** about the keys.',
    'The roof leaks. ***',
    '***',
    'The roof leaks.*** Ask Anvar *** the keys.'.replace('.***', '.'),
  ])('is what was written without parts of it: %s', (after) => {
    expect(isMaskOf(after, BEFORE)).toBe(true);
  });

  it.each([
    BEFORE,
    'The roof does not leak. Ask ***, about the keys.',
    'The roof leaks. Ask ***, about the keys. It is dry.',
    'Ask ***, about the keys.',
    'The roof leaks. Ask Anvar Namuna, flat 7, about the keys.***',
    '***The roof leaks. Ask Anvar Namuna, flat 7, about the keys.',
    'The roof leaks. Ask *** keys *** about the keys.',
    '',
  ])('says nothing else, and leaves something out: %s', (after) => {
    expect(isMaskOf(after, BEFORE)).toBe(false);
  });
});
