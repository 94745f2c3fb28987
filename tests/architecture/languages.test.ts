import { describe, expect, it } from 'vitest';
import { HELP_PAGES, type PageBlock } from '#shared/api/pages.ts';
import { LANGUAGES, type Language } from '#shared/i18n/languages.ts';
import { HELP_TEXTS } from '#shared/i18n/pages/help-pages.ts';
import { localeTexts, namespacesOf } from '../fixtures/locale-files.ts';
import { projectFiles } from './project-files.ts';
import { isCopied, letterProblems } from './tidy/letters.ts';
import { flatten, localeProblems, type Texts } from './tidy/locales.ts';
import { namedInCode } from './tidy/named-in-code.ts';
import { textsInCode } from './tidy/texts-in-code.ts';

/** Namespace → language → key → text, of the product and of the sign-in site. */
const namespaces = new Map(
  namespacesOf('uz').map((name) => [
    name,
    new Map(LANGUAGES.map((language) => [language, flatten(localeTexts(language, name))])),
  ]),
);

const textsOf = (block: PageBlock): string[] => {
  if (block.kind === 'list') return block.items;
  return block.kind === 'table' ? [...block.head, ...block.rows.flat()] : [block.text];
};
const helpTexts = (language: Language): string[] =>
  HELP_PAGES.flatMap((page) => {
    const { title, summary, blocks } = HELP_TEXTS[language][page];
    return [title, summary, ...blocks.flatMap(textsOf)];
  });

describe('the letters of a text', () => {
  it.each([...namespaces.keys()].sort())('are those of its language in %s', (namespace) => {
    const problems = [...(namespaces.get(namespace) ?? [])].flatMap(([language, texts]) =>
      [...texts].flatMap(([key, text]) =>
        letterProblems(language, text).map((problem) => `${language} ${namespace}:${key}: ${problem}`),
      ),
    );
    expect(problems).toEqual([]);
  });

  it.each(LANGUAGES)('are those of its language in the help pages in %s', (language) => {
    const problems = helpTexts(language).flatMap((text) =>
      letterProblems(language, text).map((problem) => `${problem} in: ${text}`),
    );
    expect(problems).toEqual([]);
  });

  it('are those of its language in the names that stand in code', () => {
    const files = [...projectFiles(['server', 'shared', 'migrations'], ['.ts'])];
    const named = files.flatMap(([file, source]) =>
      namedInCode(file, source).map(({ line, names }) => ({ where: `${file}:${line}`, names })),
    );
    expect(named.length).toBeGreaterThan(3);
    const problems = named.flatMap(({ where, names }) =>
      LANGUAGES.flatMap((language) =>
        letterProblems(language, names[language] ?? '').map((problem) => `${where} ${language}: ${problem}`),
      ),
    );
    expect(problems).toEqual([]);
  });

  it('are found in code by the four languages of a name', () => {
    const source =
      "const a = 1;\nconst names = [{ uz: 'Bor', ru: 'Есть', 'uz-Cyrl': 'Бор', en: 'There' }, { uz: 'Bor' }];";
    expect(namedInCode('server/a.ts', source)).toEqual([
      { line: 2, names: { uz: 'Bor', ru: 'Есть', 'uz-Cyrl': 'Бор', en: 'There' } },
    ]);
  });

  it.each([
    ['ru', 'Ваш bid принят', ['Latin word "bid"']],
    ['uz-Cyrl', 'Нархингиз qabul қилинди', ['Latin word "qabul"']],
    ['uz-Cyrl', 'Рыночная нарх', ['not of Uzbek Cyrillic "ы"']],
    ['ru', 'Ғолиб', ['not of Russian "Ғ"']],
    ['uz', 'Narx принят', ['Cyrillic "принят"']],
    ['en', 'The prіce', ['Cyrillic "і"']],
    ['uz', "Bo'lib to‘lash ma’lumot", ['apostrophe "\'"', 'apostrophe "‘"', 'apostrophe "’"']],
    ['uz', 'boʼlib maʻlumot', ['wrong apostrophe "ʼ"', 'wrong apostrophe "ʻ"']],
  ])('that are foreign to %s are seen in "%s"', (language, text, problems) => {
    expect(letterProblems(language, text)).toEqual(problems);
  });

  it('may be Latin in names, signs, addresses and placeholders', () => {
    expect(letterProblems('ru', 'Savdo: {{price}} UZS, SMS и PDF, imya@example.uz, <b>QR</b>')).toEqual([]);
    expect(letterProblems('uz', 'Gʻishtli uy, maʼlumot, Oʻzbekiston')).toEqual([]);
  });
});

describe('a text', () => {
  it('of the sign-in site stands in all four languages with the same placeholders', () => {
    const languages = LANGUAGES.map(
      (language) =>
        [
          language,
          JSON.parse(
            JSON.stringify(localeTexts(language, 'sign-in')).replaceAll(/\{(\w+)\}/g, '{{$1}}'),
          ) as Texts,
        ] as const,
    );
    expect(localeProblems('sign-in site', new Map(languages))).toEqual([]);
  });

  it.each([...namespaces.keys()].sort())('is translated in %s, not copied', (namespace) => {
    const read = (language: Language) =>
      namespaces.get(namespace)?.get(language) ?? new Map<string, string>();
    const pairs = [
      ['uz', 'en'],
      ['uz', 'uz-Cyrl'],
      ['en', 'ru'],
    ] as const;
    const copied = pairs.flatMap(([first, second]) =>
      [...read(first)].flatMap(([key, text]) =>
        isCopied(text, read(second).get(key) ?? '')
          ? [`${second} ${namespace}:${key} = ${first}: ${text}`]
          : [],
      ),
    );
    expect(copied).toEqual([]);
  });

  it('that was copied is seen, names are not', () => {
    expect(isCopied('Narx', 'Narx')).toBe(true);
    expect(isCopied('{{count}} UZS', '{{count}} UZS')).toBe(false);
    expect(isCopied('Telegram', 'Telegram')).toBe(false);
    expect(isCopied('Narx', 'Price')).toBe(false);
  });
});

describe('text on screens', () => {
  it('stands in the locale files, never in the code', () => {
    const found = [...projectFiles(['client'], ['.tsx', '.ts'])]
      .filter(([file]) => !file.endsWith('.config.ts'))
      .flatMap(([file, source]) => textsInCode(file, source));
    expect(found).toEqual([]);
  });

  it.each([
    ['between tags', 'const a = <p>Hello <b>{name}</b></p>;', 'Hello'],
    ['in an expression', `const a = <p>{ready ? 'Ready' : t('x')}</p>;`, 'Ready'],
    ['joined', "const a = <p>{'Total: ' + sum}</p>;", 'Total:'],
    ['in a template', 'const a = <p>{`Lot ${number}`}</p>;', 'Lot'],
    ['behind a condition', `const a = <p>{empty && 'Nothing here'}</p>;`, 'Nothing here'],
    ['as a label', 'const a = <button aria-label="Close" />;', 'Close'],
    [
      'as a placeholder',
      "const a = <input placeholder={long ? 'Search here' : undefined} />;",
      'Search here',
    ],
    ['as a picture’s words', 'const a = <img alt={`Photo ${at}`} />;', 'Photo'],
    ['in a message', `notify('error', 'It failed');`, 'It failed'],
    ['as the title of the tab', "document.title = 'All lots · Savdo';", 'All lots · Savdo'],
    ['anywhere in Russian', "const names = { open: 'Открыто' };", 'Открыто'],
    ['anywhere in Uzbek', "const names = ['Boʻsh'];", 'Boʻsh'],
  ])('written %s is seen', (_where, source, text) => {
    expect(textsInCode('client/a.tsx', `let x;\n${source}`)).toEqual([`client/a.tsx:2: ${text}`]);
  });

  it('is not mistaken: keys, classes, addresses, comments and the name of the product', () => {
    const source = `
      // Открыто
      const a = <p className="wide" data-kind="open" title={t('lot.title')}>{t(\`tab.\${name}\`)} · Savdo{'\\u00a0'}UZS № {n}</p>;
      const b = <Field label={label} to={\`/lot/\${id}\`} aria-live="polite">{name}</Field>;
      notify('error', t('failed'));
      document.title = \`\${t('x')} · Savdo\`;`;
    expect(textsInCode('client/a.tsx', source)).toEqual([]);
  });
});
