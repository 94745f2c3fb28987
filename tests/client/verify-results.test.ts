import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { resultOf } from '#client/app/verify/verify-results.ts';
import type { CheckedFile } from '#shared/trust/check-files.ts';

type Tree = { [key: string]: string | Tree };

const flat = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : flat(value, `${prefix}${key}.`),
  );

const file: CheckedFile = {
  name: 'code',
  proven: false,
  problem: { kind: 'revoked-code', revokedOn: '2026-11-28' },
  receipt: null,
  log: null,
  protocol: {
    number: 'P-2026-000007',
    lotId: 1,
    cause: 'hammer',
    date: '2026-11-01',
    priceTiyin: 1,
    winnerNumber: 1,
    winner: 'A***',
    journalHead: null,
  },
  list: null,
  force: null,
  compared: false,
  committed: false,
  included: false,
};

describe('a code whose key was revoked', () => {
  test.each(['uz', 'ru', 'en'])(
    'is refused with the day, and leads to the check of its number, in %s',
    (language) => {
      const tree = JSON.parse(readFileSync(`shared/i18n/locales/${language}/verify.json`, 'utf8')) as Tree;
      const texts = Object.fromEntries(flat(tree));
      const shown = resultOf(file, { language, languages: { [language]: { name: language, texts } } });
      expect(shown.querySelector('[role=status]')?.textContent).toBe(
        `✗ ${texts['problem.revoked-code']} (${texts['fact.revokedOn']}: 2026-11-28)`,
      );
      const link = shown.querySelector('a');
      expect(link?.getAttribute('href')).toBe('/check-protocol?number=P-2026-000007');
      expect(link?.textContent).toBe(texts.checkOnline);
      expect(shown.textContent).toContain(texts.notToBelieve);
    },
  );
});
