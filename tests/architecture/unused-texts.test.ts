import { describe, expect, it } from 'vitest';
import { projectFiles } from './project-files.ts';
import type { Texts } from './tidy/locales.ts';
import { spokenIn, unusedTexts } from './tidy/unused-texts.ts';

/** Read otherwise than by key. */
const EXEMPT = [
  // shared/realtime/room-errors.ts reads the whole object.
  /^server:room\./,
  // Paths of shared/rule-sets/figure-fields.ts; tests/client/console-reference.test.tsx looks for each.
  /^console-rule-sets:figure\./,
];

describe('texts', () => {
  const code = projectFiles(['server', 'client', 'shared'], ['.ts', '.tsx']);
  const files = projectFiles(['shared/i18n/locales/en'], ['.json']);

  it('are all used', () => {
    const spoken = spokenIn(code);
    const unused = [...files].flatMap(([file, source]) => {
      const namespace = file.split('/').at(-1)!.replace('.json', '');
      return unusedTexts(namespace, JSON.parse(source) as Texts, spoken).map((key) => `${namespace}:${key}`);
    });
    expect(files.size).toBeGreaterThan(30);
    expect(unused.filter((key) => !EXEMPT.some((pattern) => pattern.test(key)))).toEqual([]);
    for (const pattern of EXEMPT)
      expect(
        unused.some((key) => pattern.test(key)),
        `${pattern}`,
      ).toBe(true);
  });

  it('that nothing names are seen', () => {
    const source = [
      `type Kind = 'paid' | 'late';`,
      `const shown = (kind: Kind) => <p title={t('pay:title')}>{t(\`state.\${kind}\`)}{t('count', { count: 2 })}</p>;`,
      `const code = (reason: 'wrong' | 'over') => t(\`errors.\${\`code-\${reason}\`}\`);`,
    ].join('\n');
    const texts: Texts = {
      title: 'Pay',
      count_one: '1',
      count_other: 'n',
      state: { paid: 'Paid', late: 'Late', gone: 'Gone' },
      errors: { 'code-wrong': 'Wrong', 'sum-wrong': 'Wrong' },
      left: 'Left over',
    };
    expect(unusedTexts('pay', texts, spokenIn(new Map([['client/a.tsx', source]])))).toEqual([
      'state.gone',
      'errors.sum-wrong',
      'left',
    ]);
  });
});
