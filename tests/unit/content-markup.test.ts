import { describe, expect, test } from 'vitest';
import { HELP_PAGES } from '#shared/api/pages.ts';
import { compareLines } from '#shared/content/compare-lines.ts';
import { badLinksOf, blocksOf, markupOf } from '#shared/content/markup.ts';
import { isSafeLink } from '#shared/content/safe-link.ts';
import {
  badLinks,
  contentIn,
  CONTENT_LIMITS,
  EMPTY_CONTENT,
  missingTexts,
  placeholdersOf,
  type ContentTexts,
} from '#shared/content/texts.ts';
import { HELP_TEXTS } from '#shared/i18n/pages/help-pages.ts';
import { seeded } from '../../loadtest/lib/mix.ts';

/** Links that must never reach a reader. */
const HOSTILE_LINKS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\u0000script:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'http://example.uz',
  'ftp://example.uz',
  '//evil.example',
  '/\\evil.example',
  '/\\/evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  'https://savdo.uz@evil.example',
  'https://user:word@evil.example',
  'https://localhost/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://evil.example/"onmouseover="alert(1)',
  'https://evil.example/\u202egpj.exe',
  'https://evil.example/\u200b',
  'https://',
  'mailto:a@example.uz',
  'page',
  '#part',
  '',
  `/${'a'.repeat(600)}`,
];

/** Texts that would run where they were taken for HTML. */
const HOSTILE_TEXTS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">x</a>',
  '## <b onclick=alert(1)>x</b>',
  '- <style>*{display:none}</style>',
  '&lt;script&gt;',
  '![x](javascript:alert(1))',
  '[x]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '[<img src=x onerror=alert(1)>](/lot-list)',
];

const KINDS = ['heading', 'paragraph', 'list', 'note', 'table', 'link'];

const hrefsOf = (blocks: ReturnType<typeof blocksOf>) =>
  blocks.flatMap((block) => (block.kind === 'link' ? block.href : []));

describe('markup', () => {
  test('makes each kind of part', () => {
    const body = [
      '## Sarlavha',
      'Bir\nikki',
      '- a\n- b',
      '1. a\n2. b',
      '> eslatma\n> davomi',
      '| a | b |\n|---|---|\n| 1 | x\\|y |',
      '[Lotlar](/lot-list)',
      '[Sayt](https://example.uz/a?b=1)',
    ].join('\n\n');
    expect(blocksOf(body)).toEqual([
      { kind: 'heading', text: 'Sarlavha' },
      { kind: 'paragraph', text: 'Bir ikki' },
      { kind: 'list', ordered: false, items: ['a', 'b'] },
      { kind: 'list', ordered: true, items: ['a', 'b'] },
      { kind: 'note', text: 'eslatma davomi' },
      { kind: 'table', head: ['a', 'b'], rows: [['1', 'x|y']] },
      { kind: 'link', text: 'Lotlar', href: '/lot-list' },
      { kind: 'link', text: 'Sayt', href: 'https://example.uz/a?b=1' },
    ]);
  });

  test('takes a table with rows of other lengths, and one without rows, as text', () => {
    expect(blocksOf('| a | b |\n| 1 |')[0]?.kind).toBe('paragraph');
    expect(blocksOf('| a | b |')[0]?.kind).toBe('paragraph');
  });

  test.each(
    HELP_PAGES.flatMap((page) => (['uz', 'ru', 'en', 'uz-Cyrl'] as const).map((l) => [page, l] as const)),
  )('gives back the page %s in %s as it is shipped', (page, language) => {
    const { title, summary, blocks } = HELP_TEXTS[language][page];
    const body = markupOf(blocks);
    expect(blocksOf(body)).toEqual(blocks);
    expect(title.length).toBeLessThanOrEqual(CONTENT_LIMITS.title);
    expect(summary.length).toBeLessThanOrEqual(CONTENT_LIMITS.summary);
    expect(body.length).toBeLessThanOrEqual(CONTENT_LIMITS.body);
  });

  test.each(HOSTILE_LINKS)('never makes a link of %j', (href) => {
    expect(isSafeLink(href)).toBe(false);
    expect(blocksOf(`[bosing](${href})`).every(({ kind }) => kind === 'paragraph')).toBe(true);
  });

  test.each(HOSTILE_LINKS.filter((href) => !/[)\n]/.test(href)))('tells the author of %j', (href) => {
    expect(badLinksOf(`Matn.\n\n[bosing](${href})`)).toHaveLength(1);
  });

  test.each(HOSTILE_TEXTS)('leaves %j plain text', (text) => {
    const blocks = blocksOf(text);
    for (const { kind } of blocks) expect(KINDS).toContain(kind);
    for (const href of hrefsOf(blocks)) expect(href).toBe('/lot-list');
    // Nothing of it is lost or decoded on the way.
    expect(JSON.stringify(blocksOf(text))).not.toContain(text.includes('&lt;') ? '<script>' : '&lt;');
  });

  test('of any text has safe links and whole tables only, and loses no word', () => {
    const random = seeded(7);
    const pieces = [
      ...HOSTILE_TEXTS,
      ...HOSTILE_LINKS.map((href) => `[x](${href})`),
      '\n',
      '\n\n',
      '\r\n',
      '| a |',
      '| a | b |\n| 1 | 2 |',
      '\n| 3 |',
      '- b',
      '1. c',
      '> d',
      '## e',
      '[f](/g)',
      '{{bhm}}',
      ' ',
      '\\|',
    ];
    const links: string[] = [];
    const widths: [row: number, head: number][] = [];
    for (let round = 0; round < 2_000; round += 1) {
      const text = Array.from({ length: 1 + Math.floor(random() * 8) }, () => {
        return pieces[Math.floor(random() * pieces.length)];
      }).join('');
      const blocks = blocksOf(text);
      for (const { kind } of blocks) expect(KINDS).toContain(kind);
      links.push(...hrefsOf(blocks));
      for (const block of blocks)
        if (block.kind === 'table')
          for (const row of block.rows) widths.push([row.length, block.head.length]);
    }
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((href) => !isSafeLink(href))).toEqual([]);
    expect(widths.length).toBeGreaterThan(0);
    expect(widths.filter(([row, head]) => row !== head)).toEqual([]);
  });

  test('takes a long text of one kind of sign without delay', () => {
    for (const sign of ['|', '[', '(', '- ', '> ', '\\', '[x](', '|-|', '1. '])
      expect(blocksOf(sign.repeat(Math.floor(20_000 / sign.length))).length).toBeGreaterThan(0);
  });
});

const written = (given: Partial<ContentTexts> = {}): ContentTexts => ({
  uz: { title: 'Yangi', summary: 'Qisqa', body: 'BHM {{bhm}}.\n\n[Lotlar](/lot-list)' },
  ru: { title: 'Новое', summary: 'Кратко', body: 'Текст' },
  'uz-Cyrl': EMPTY_CONTENT,
  en: EMPTY_CONTENT,
  ...given,
});

describe('texts in four languages', () => {
  test('have Cyrillic made from Latin, with addresses and placeholders as they are, each part corrected by hand', () => {
    expect(contentIn(written(), 'uz-Cyrl')).toEqual({
      language: 'uz-Cyrl',
      title: 'Янги',
      summary: 'Қисқа',
      blocks: [
        { kind: 'paragraph', text: 'БҲМ {{bhm}}.' },
        { kind: 'link', text: 'Лотлар', href: '/lot-list' },
      ],
    });
    const corrected = written({ 'uz-Cyrl': { title: 'Бошқача', summary: '', body: '' } });
    expect(contentIn(corrected, 'uz-Cyrl')).toMatchObject({ title: 'Бошқача', summary: 'Қисқа' });
  });

  test('answer in Uzbek where English was not written', () => {
    expect(contentIn(written(), 'en')).toMatchObject({ language: 'uz', title: 'Yangi' });
    expect(missingTexts(written())).toEqual([]);
    expect(missingTexts(written({ en: { title: 'x', summary: '', body: '' } }))).toEqual([
      'en.summary',
      'en.body',
    ]);
  });

  test('name their placeholders, lone braces and bad links', () => {
    const texts = written({
      ru: { title: '{{a', summary: '{b}', body: '{{c.d}} [x](javascript:alert(1)) [y](/ok)' },
    });
    expect(placeholdersOf(texts)).toEqual(['bhm', '{{', '{', '}', 'c.d']);
    expect(badLinks(texts)).toEqual(['javascript:alert(1']);
  });
});

describe('two versions', () => {
  test('are compared line by line', () => {
    expect(compareLines('a\nb\nc\nd', 'a\nx\nc\nd\ne').map(({ kind, text }) => `${kind[0]} ${text}`)).toEqual(
      ['s a', 'r b', 'a x', 's c', 's d', 'a e'],
    );
    expect(compareLines('a', 'a')).toEqual([{ kind: 'same', text: 'a' }]);
  });

  test('give back the older without what was added, and the newer without what was removed', () => {
    const random = seeded(3);
    const text = () =>
      Array.from({ length: Math.floor(random() * 12) }, () => 'abcd'[Math.floor(random() * 4)]);
    for (let round = 0; round < 500; round += 1) {
      const [one, two] = [text().join('\n'), text().join('\n')];
      const lines = compareLines(one, two);
      const without = (kind: string) => lines.filter((line) => line.kind !== kind).map((line) => line.text);
      expect(without('added').join('\n')).toBe(one);
      expect(without('removed').join('\n')).toBe(two);
    }
  });
});
