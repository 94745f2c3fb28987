import { describe, expect, it } from 'vitest';
import { RequestError, conflict } from '#server/platform/errors/index.ts';
import { ERROR_VALUES } from '#server/platform/errors/error-values.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { ORDER_STATES } from '#shared/lifecycles/order-states.ts';
import { LANGUAGES } from '#shared/i18n/languages.ts';
import { projectFiles } from './project-files.ts';
import type { Texts } from './tidy/locales.ts';
import { missingValues, valuesOfTexts } from './tidy/text-values.ts';

const needed = new Map(
  [...projectFiles(['shared/i18n/locales/uz'], ['.json'])].map(([file, source]) => [
    file.split('/').at(-1)!.replace('.json', ''),
    valuesOfTexts(JSON.parse(source) as Texts),
  ]),
);

describe('texts with values', () => {
  it('are asked for with all of them', () => {
    const code = projectFiles(['client', 'server'], ['.ts', '.tsx']);
    const usual = (file: string) => (file.startsWith('client/') ? ['ui'] : ['server']);
    // The sentences of refusals are filled by who refuses, which the compiler sees to.
    const missing = missingValues(code, needed, usual).filter(
      (text) =>
        !Object.keys(ERROR_VALUES).some((error) => text.includes(` ${error.replace('.', ':errors.')} lacks`)),
    );
    expect(missing).toEqual([]);
  });

  it('that lack one are found', () => {
    const planted = new Map([
      ['pay', valuesOfTexts({ sum: '{{sum}} UZS', of: { one: 'a', two: '{{name}}' } })],
    ]);
    const find = (call: string) =>
      missingValues(new Map([['a.tsx', `useTranslation('pay'); ${call}`]]), planted, () => []);
    for (const lacking of [
      `t('sum')`,
      `t('sum', { name })`,
      't(`of.${kind}`)',
      `t(late ? 'sum' : 'x', { ...(a ? { b } : {}) })`,
    ])
      expect(find(lacking), lacking).toHaveLength(1);
    for (const whole of [
      `t('sum', { sum })`,
      't(`of.${kind}`, { name: 1 })',
      `t('pay:sum', given)`,
      `t('of.one')`,
    ])
      expect(find(whole), whole).toEqual([]);
  });

  it('of errors are those of the list that callers are held to', () => {
    const errors = new Map<string, string[]>();
    for (const [namespace, texts] of needed)
      for (const [key, values] of texts)
        if (key.startsWith('errors.') && values.size > 0)
          errors.set(
            (namespace === 'server' ? '' : `${namespace}.`) + key.slice('errors.'.length),
            [...values].sort(),
          );
    const listed = Object.entries(ERROR_VALUES).map(([code, values]) => [code, [...values].sort()] as const);
    expect(new Map([...errors].sort())).toEqual(new Map(listed.sort(([a], [b]) => (a < b ? -1 : 1))));
  });

  it('of errors say what they were given, in each language', () => {
    const texts = loadTexts();
    for (const [code, names] of Object.entries(ERROR_VALUES))
      for (const language of LANGUAGES) {
        const values = Object.fromEntries(
          names.map((name, at) => [name, name === 'state' ? 'sent' : 7_000 + at]),
        );
        const said = texts.error(language, new RequestError({ status: 409, code, values }));
        expect(said, `${language} ${code}`).not.toMatch(/\{\{|\$t\(|\.sent/);
        // A state is said by its name.
        for (const name of names.filter((one) => one !== 'state'))
          expect(said, `${language} ${code}`).toContain(String(values[name]));
      }
    for (const state of ORDER_STATES)
      for (const language of LANGUAGES)
        expect(texts.error(language, conflict('orders.not-editable', { values: { state } }))).not.toMatch(
          /state\.|\{\{/,
        );
  });
});
