import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  AUCTION_LOTS,
  DEMO_LOTS,
  FIXED_PRICE_LOTS,
  PATTERNS,
  PLACES,
  PRACTICE_LOT,
  UNIT_LOTS,
} from '#server/demo/content/index.ts';
import { DEMO_BOTS, demoPassword, DEMO_SIGN_INS } from '#server/demo/people.ts';
import { PHOTO_FOLDER, photoFile, PICTURE_SIZE, VIEWS } from '#server/demo/pictures/photo.ts';
import { toCyrillic } from '#shared/i18n/transliterate.ts';
import { problemOfPinfl } from '#shared/validation/pinfl.ts';
import { CATEGORIES } from '../../migrations/reference/categories.ts';

const hashOf = (file: Buffer): string => createHash('sha256').update(file).digest('hex');
const EVERY_LOT = [...AUCTION_LOTS, ...FIXED_PRICE_LOTS, ...UNIT_LOTS, PRACTICE_LOT];

/** Facts that a text states by the same figure; areas of land it has in other units, and small numbers in words. */
const STATED = [
  'year',
  'built-year',
  'mileage',
  'engine-volume',
  'floor',
  'hours',
  'weight',
  'weight-g',
  'share',
];

/** Numbers of a text; thousands are apart by spaces or commas. */
const numbersIn = (text: string): number[] =>
  [...text.matchAll(/\d+(?:[\s,]\d{3}(?!\d))*(?:[.,]\d+)?/gu)].flatMap(([number]) => [
    Number(number.replaceAll(/[\s,](?=\d{3}(?!\d))/gu, '').replace(',', '.')),
  ]);

describe('content', () => {
  test('has at least forty kinds of lots over all category groups and at least twelve regions', () => {
    expect(DEMO_LOTS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(EVERY_LOT.map(({ key }) => key)).size).toBe(EVERY_LOT.length);
    const groups = CATEGORIES.map(({ categories }) => categories.map(([code]) => code));
    for (const codes of groups) expect(DEMO_LOTS.some(({ category }) => codes.includes(category))).toBe(true);
    expect(new Set(DEMO_LOTS.map(({ place }) => PLACES[place]?.region)).size).toBeGreaterThanOrEqual(12);
  });

  test('gives each lot a title of its own, by which a published lot is recognised', () => {
    expect(new Set(EVERY_LOT.map(({ title }) => title.uz)).size).toBe(EVERY_LOT.length);
  });

  test.each(EVERY_LOT)('$key is written in proper letters in each language', (lot) => {
    for (const text of [lot.title, lot.about]) {
      expect(text.uz).toMatch(/^[A-Za-z0-9ʻʼ\s.,:;×²³%«»–-]+$/u);
      expect(text.ru.replace(/[A-Z][A-Z0-9a-z]*/g, '')).toMatch(/^[А-Яа-яЁё0-9\s.,:;×²³%()«»–-]+$/u);
      expect(text.en).toMatch(/^[A-Za-zé0-9\s.,:;'×²³%–-]+$/u);
      const stored = lot.keep.join('|');
      const cyrillic = toCyrillic(text.uz, lot.keep).replace(stored ? new RegExp(stored, 'g') : /(?!)/g, '');
      expect(cyrillic).toMatch(/^[А-Яа-яЁёЎўҚқҒғҲҳ0-9\s.,:;×²³%«»–-]+$/u);
    }
    expect(PLACES[lot.place]).toBeDefined();
  });

  test('says as much of a lot as a real page does, in every language alike', () => {
    for (const { key, about } of AUCTION_LOTS)
      for (const text of Object.values(about)) {
        expect(text.split('\n\n').length, key).toBe(4);
        expect(text.split(/\s+/).length, key).toBeGreaterThanOrEqual(100);
      }
  });

  test('gives every vehicle on the road its own identification number and mileage', () => {
    const cars = AUCTION_LOTS.filter(({ category }) => ['cars', 'trucks', 'buses'].includes(category));
    const numbers = cars.map(({ about }) => /VIN: (ZZZ[A-HJ-NPR-Z0-9]{14})/.exec(about.uz)?.[1]);
    expect(numbers).not.toContain(undefined);
    expect(new Set(numbers).size).toBe(cars.length);
    for (const { facts } of cars) expect(facts.mileage).toBeGreaterThan(0);
  });

  test.each(EVERY_LOT)(
    '$key has the figures of its facts in its text, in every language',
    ({ title, about, facts }) => {
      const stated = STATED.flatMap((code) => facts[code] ?? []);
      for (const language of ['uz', 'ru', 'en'] as const)
        expect(numbersIn(`${title[language]} ${about[language]}`), language).toEqual(
          expect.arrayContaining(stated),
        );
    },
  );

  test('has no two lots of one name and place', () => {
    const names = EVERY_LOT.map(({ title, place }) => `${title.uz}, ${place}`);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('pictures', () => {
  const kinds = [...PATTERNS.map(({ key }) => key), PRACTICE_LOT.pattern];

  test('are there for exactly the kinds of lots there are, as their hashes say', async () => {
    const lines = (await readFile(path.join(PHOTO_FOLDER, '../photos.sha256'), 'utf8')).trim().split('\n');
    const listed = new Map(lines.map((line) => line.split(/ {2}/).toReversed() as [string, string]));
    const files = kinds.flatMap((kind) => Array.from({ length: VIEWS }, (_, view) => photoFile(kind, view)));
    const names = files.map((file) => path.relative(PHOTO_FOLDER, file));
    expect([...listed.keys()].sort()).toEqual(names.sort());
    for (const [name, hash] of listed)
      expect(hashOf(await readFile(path.join(PHOTO_FOLDER, name))), name).toBe(hash);
  });

  test('are small files of one size, five for each kind of lot, no two alike', async () => {
    const seen = new Set<string>();
    for (const kind of kinds)
      for (let view = 0; view < VIEWS; view += 1) {
        const file = await readFile(photoFile(kind, view));
        const { format, width, height } = await sharp(file).metadata();
        expect([format, width, height], `${kind} ${view}`).toEqual([
          'webp',
          PICTURE_SIZE.width,
          PICTURE_SIZE.height,
        ]);
        // The first is in every list; the others are looked at one by one.
        expect(file.length, `${kind} ${view}`).toBeLessThan(view === 0 ? 20_000 : 36_000);
        seen.add(hashOf(file));
      }
    expect(seen.size).toBe(kinds.length * VIEWS);
  });
});

describe('people', () => {
  test('have phones and personal ids of their own, and valid ones', () => {
    const everyone = [...DEMO_SIGN_INS, ...DEMO_BOTS].map(({ person }) => person);
    expect(new Set(everyone.map(({ phone }) => phone)).size).toBe(everyone.length);
    const personalIds = everyone.flatMap(({ pinfl }) => pinfl ?? []);
    expect(personalIds.length).toBeGreaterThan(0);
    expect(new Set(personalIds).size).toBe(personalIds.length);
    for (const pinfl of personalIds) expect(problemOfPinfl(pinfl), pinfl).toBeNull();
    expect(DEMO_SIGN_INS.filter(({ person }) => person.roles.includes('operator'))).toHaveLength(2);
  });

  test('share a password that belongs to the installation', () => {
    expect(demoPassword('one secret')).toBe(demoPassword('one secret'));
    expect(demoPassword('one secret')).not.toBe(demoPassword('another secret'));
  });
});
