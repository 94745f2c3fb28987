import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextMove, worthTiyin } from '#server/demo/bots/temper.ts';
import { DEMO_LOTS, PLACES } from '#server/demo/content/index.ts';
import { DEMO_BOTS, demoPassword, DEMO_SIGN_INS, type Temper } from '#server/demo/people.ts';
import { drawPicture, PICTURE_KINDS, VIEWS } from '#server/demo/pictures/picture.ts';
import { toCyrillic } from '#shared/i18n/transliterate.ts';
import type { RoomSnapshot } from '#shared/realtime/room.ts';
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

describe('bots', () => {
  const room = (head: Partial<RoomSnapshot['head']>, me: Partial<RoomSnapshot['me']> = {}): RoomSnapshot =>
    ({
      head: { lotId: 7, phase: 'running', deadlineMs: 1_000_000, suggestedTiyin: 105_000_00, ...head },
      me: { role: 'bidder', leading: false, auto: null, ...me },
      startPriceTiyin: 100_000_00,
      opensAtMs: 0,
      closesAtMs: 1_000_000,
      practice: false,
    }) as RoomSnapshot;
  const tempers: Temper[] = ['cautious', 'eager', 'sniper', 'auto'];

  test('never offer below the suggested price or above what the lot is worth to them', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...tempers),
        fc.integer({ min: 1, max: 400_000_00 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.integer({ min: 0, max: 1_200_000 }),
        (temper, suggestedTiyin, chance, nowMs) => {
          const snapshot = room({ suggestedTiyin });
          const move = nextMove(temper, 'bot', snapshot, nowMs, () => chance);
          if (move.kind === 'wait') return;
          const sum = move.kind === 'offer' ? move.amountTiyin : move.maximumTiyin;
          expect(sum).toBeGreaterThanOrEqual(suggestedTiyin);
          expect(sum).toBeLessThanOrEqual(worthTiyin(temper, 'bot', snapshot));
          expect(nowMs).toBeLessThan(1_000_000);
        },
      ),
    );
  });

  test.each(tempers)('a %s one waits while it leads, watches, or the room does not run', (temper) => {
    for (const snapshot of [
      room({}, { leading: true }),
      room({}, { role: 'observer' }),
      room({ phase: 'paused' }),
      room({ phase: 'closed' }),
    ])
      expect(nextMove(temper, 'bot', snapshot, 999_000, () => 0)).toEqual({ kind: 'wait' });
  });

  test('a sniper sleeps until the last quarter', () => {
    expect(nextMove('sniper', 'bot', room({}), 700_000, () => 0)).toEqual({ kind: 'wait' });
    expect(nextMove('sniper', 'bot', room({}), 800_000, () => 0)).toMatchObject({ kind: 'offer' });
  });
});
