import { describe, expect, test } from 'vitest';
import { DEMO_LOTS, PLACES } from '#server/demo/content/index.ts';
import { DEMO_BOTS, demoPassword, DEMO_SIGN_INS } from '#server/demo/people.ts';
import { drawPicture, PICTURE_KINDS, VIEWS } from '#server/demo/pictures/picture.ts';
import { toCyrillic } from '#shared/i18n/transliterate.ts';
import { problemOfPinfl } from '#shared/validation/pinfl.ts';
import { CATEGORIES } from '../../migrations/reference/categories.ts';

const CATEGORY_CODES = CATEGORIES.flatMap(({ categories }) => categories.map(([code]) => code));

describe('content', () => {
  test('has at least forty lots over all category groups and at least twelve regions', () => {
    expect(DEMO_LOTS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(DEMO_LOTS.map(({ key }) => key)).size).toBe(DEMO_LOTS.length);
    const groups = CATEGORIES.map(({ categories }) => categories.map(([code]) => code));
    for (const codes of groups) expect(DEMO_LOTS.some(({ category }) => codes.includes(category))).toBe(true);
    expect(new Set(DEMO_LOTS.map(({ place }) => PLACES[place]?.region)).size).toBeGreaterThanOrEqual(12);
  });

  test.each(DEMO_LOTS)('$key is written in proper letters in each language', (lot) => {
    for (const text of [lot.title, lot.about]) {
      expect(text.uz).toMatch(/^[A-Za-z0-9ʻʼ\s.,:;×²³%–-]+$/u);
      expect(text.ru.replace(/[A-Z][A-Za-z]*/g, '')).toMatch(/^[А-Яа-яЁё0-9\s.,:;×²³%–-]+$/u);
      expect(text.en).toMatch(/^[A-Za-zé0-9\s.,:;'×²³%–-]+$/u);
      const kept = (lot.keep ?? []).join('|');
      const cyrillic = toCyrillic(text.uz, lot.keep).replace(kept ? new RegExp(kept, 'g') : /(?!)/g, '');
      expect(cyrillic).toMatch(/^[А-Яа-яЁёЎўҚқҒғҲҳ0-9\s.,:;×²³%–-]+$/u);
    }
    expect(PLACES[lot.place]).toBeDefined();
  });
});

describe('pictures', () => {
  test('exist for every category, in every view, the same each time', () => {
    expect([...PICTURE_KINDS].sort()).toEqual([...CATEGORY_CODES].sort());
    for (const kind of PICTURE_KINDS)
      for (let view = 0; view < VIEWS; view += 1) {
        const picture = drawPicture(kind, 'some-lot', view);
        expect(picture).toMatch(/^<svg [^>]*width="960" height="640"/);
        expect(picture).not.toMatch(/NaN|undefined|<script|href/);
        expect(drawPicture(kind, 'some-lot', view)).toBe(picture);
      }
    expect(drawPicture('cars', 'one', 0)).not.toBe(drawPicture('cars', 'two', 0));
    expect(drawPicture('no-such-kind', 'one', 0)).toBeUndefined();
  });
});

describe('people', () => {
  test('have phones and personal ids of their own, and valid ones', () => {
    const everyone = [...DEMO_SIGN_INS, ...DEMO_BOTS].map(({ person }) => person);
    expect(new Set(everyone.map(({ phone }) => phone)).size).toBe(everyone.length);
    for (const { pinfl } of everyone) if (pinfl) expect(problemOfPinfl(pinfl)).toBeNull();
    expect(DEMO_SIGN_INS.filter(({ person }) => person.roles.includes('operator'))).toHaveLength(2);
  });

  test('share a password that belongs to the installation', () => {
    expect(demoPassword('one secret')).toBe(demoPassword('one secret'));
    expect(demoPassword('one secret')).not.toBe(demoPassword('another secret'));
  });
});
