import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#shared/i18n/languages.ts';
import { localeTexts, namespacesOf } from '../fixtures/locale-files.ts';
import { projectFiles } from './project-files.ts';
import { localeProblems, placeholders, type Texts } from './tidy/locales.ts';
import { LONGER, sizesOf } from './tidy/sizes.ts';
import { tableProblems, tablesOf, uncheckedQueries } from './tidy/tables.ts';
import { eventNames, eventProblems, nameProblems, wordProblems } from './tidy/words.ts';

const PRODUCT = ['server', 'client', 'shared', 'migrations', 'scripts', 'loadtest'];
const CODE = ['.ts', '.tsx', '.mjs', '.lua'];
const files = (...given: [string, string][]) => new Map(given);
/** Spelled apart, so that these lines are not found themselves. */
const UNFINISHED = ['TO', 'DO'].join('');
const DRAWN = ['Math', 'random()'].join('.');

describe('tables', () => {
  const migrations = projectFiles(['migrations'], ['.ts']);

  it('have one owner each', () => {
    expect(tablesOf(migrations).size).toBeGreaterThan(10);
    expect(tableProblems(projectFiles(['server'], ['.ts']), migrations)).toEqual([]);
  });

  it.each([
    ['a query builder', `db.updateTable('lot').set(x)`],
    ['an insert', 'sql`insert into lot (id) values (1)`'],
    ['an update with an alias', 'client.query("update lot l set price = 1")'],
    ['a deletion', 'sql`delete from lot where id = 1`'],
    ['a copy', 'client.query("copy lot (id) from stdin")'],
  ])('written by a second owner through %s are seen', (_how, source) => {
    const made = files(['migrations/0001_lots.ts', 'sql`create table lot (id int)`']);
    const owner: [string, string] = ['server/domains/trade/lots/lots.repository.ts', `db.insertInto('lot')`];
    expect(tableProblems(files(owner), made)).toEqual([]);
    expect(
      tableProblems(files(owner, ['server/domains/trade/orders/orders.repository.ts', source]), made),
    ).toEqual(['lot is written by server/domains/trade/lots/ and server/domains/trade/orders/']);
  });

  it('written by nobody are seen, comments do not count', () => {
    const made = files(['migrations/0001_lots.ts', 'sql`create table lot (id int)`']);
    const talk = files([
      'server/domains/trade/lots/lots.repository.ts',
      '// insert into lot\n/* delete from lot */',
    ]);
    expect(tableProblems(talk, made)).toEqual(['lot is written by nobody']);
  });

  it('are named by every query over them, and the type that names none is written in one place', () => {
    const server = projectFiles(['server'], ['.ts']);
    expect(uncheckedQueries(server)).toEqual([]);
    const untyped = [...server].filter(([, source]) => source.includes('Kysely<any>'));
    expect(untyped.map(([file]) => file)).toEqual(['server/platform/database/db.ts']);
  });

  it.each([
    ['of a parameter', `const all = (on: AnyDb) => on\n  .selectFrom('lot')`, 'on.selectFrom('],
    ['of a property', `{ db }: { db: AnyDb }\ndb.deleteFrom('lot')`, 'db.deleteFrom('],
    ['of a cast', `(db as AnyDb)\n  .updateTable('lot')`, 'as AnyDb).updateTable('],
  ])('that a query %s does not name are seen', (_whose, source, found) => {
    expect(uncheckedQueries(files(['a.ts', source]))).toEqual([`a.ts: ${found.replaceAll(' ', '')}`]);
  });
});

describe('socket event names', () => {
  const known = eventNames(projectFiles(['shared/realtime'], ['.ts']));

  it('are written in shared/realtime only', () => {
    expect(known.size).toBeGreaterThan(5);
    const rest = [...projectFiles(PRODUCT, ['.ts', '.tsx'])].filter(
      ([file]) => !file.startsWith('shared/realtime/'),
    );
    expect(eventProblems(new Map(rest), known)).toEqual([]);
  });

  it('written out elsewhere are seen', () => {
    const planted = files(
      ['client/lib/a.ts', `const name = 'bid:place'`],
      ['server/auction/live/b.ts', `socket.emit('lot:sold', 1)`],
      ['server/auction/live/c.ts', `// 'bid:place' is only mentioned\nimport 'node:fs'`],
    );
    expect(eventProblems(planted, new Set(['bid:place']))).toEqual([
      'client/lib/a.ts: "bid:place" belongs to shared/realtime',
      'server/auction/live/b.ts: "lot:sold" belongs to shared/realtime',
    ]);
  });
});

describe('numbers by chance in tests', () => {
  const unseeded = (sources: ReadonlyMap<string, string>): string[] =>
    [...sources].filter(([, source]) => source.includes(DRAWN)).map(([file]) => file);

  it('come from the seed that a run prints', () => {
    expect(unseeded(projectFiles(['tests'], ['.ts', '.tsx']))).toEqual([]);
  });

  it('drawn otherwise are seen', () => {
    expect(unseeded(files(['tests/a.test.ts', `const least = ${DRAWN} * 3;`]))).toEqual(['tests/a.test.ts']);
  });
});

describe('schemas of contracts, which the built client lacks', () => {
  const taken = (sources: ReadonlyMap<string, string>): string[] =>
    [...sources].flatMap(([file, source]) =>
      [...source.matchAll(/import \{([^}]*)\} from '#shared[^']*'/g)]
        .flatMap(([, names = '']) => names.split(','))
        .map((name) => name.trim())
        .filter((name) => /^\w+Schema\b/.test(name))
        .map((name) => `${file}: ${name}`),
    );

  it('are values nowhere in it', () => {
    expect(taken(projectFiles(['client'], ['.ts', '.tsx']))).toEqual([]);
  });

  it('taken as values are seen', () => {
    const from = `from '#shared/api/site/lots.ts'`;
    const planted = files(
      ['client/lib/a.ts', `import { lotDetails, lotDetailsSchema } ${from};`],
      ['client/lib/b.ts', `import type { lotCardSchema } ${from};\nimport { type photoSchema } ${from};`],
    );
    expect(taken(planted)).toEqual(['client/lib/a.ts: lotDetailsSchema']);
  });
});

describe('texts on screens', () => {
  const WRITTEN = ['uz', 'ru', 'en'] as const;
  const names = namespacesOf('uz');

  it('have the same files in each language that is written', () => {
    expect(names.length).toBeGreaterThan(30);
    for (const language of WRITTEN) expect(namespacesOf(language).sort(), language).toEqual(names.sort());
    expect(projectFiles(['shared/i18n/locales'], ['.json']).size).toBe((names.length - 1) * WRITTEN.length);
  });

  it.each(names)('%s has equal keys, placeholders and all plural forms', (name) => {
    const languages = new Map(LANGUAGES.map((language) => [language, localeTexts(language, name)]));
    expect(localeProblems(`${name}.json`, languages)).toEqual([]);
  });

  it('that differ are seen', () => {
    const uz: Texts = { a: 'Salom {{name}}', b: { n_one: '{{count}} ta', n_other: '{{count}} ta' }, c: 'x' };
    const ru: Texts = {
      a: 'Привет {{nme}}',
      b: { n_one: '{{count}}', n_few: '{{count}}', n_other: '{{count}}' },
      c: ' ',
    };
    const en: Texts = { a: 'Hello {{name}}', b: { n_one: '{{count}}', n_other: '{{count}}' }, c: 'z' };
    const found = localeProblems('x.json', new Map([['uz', uz], ['ru', ru], ['en', en]])); // oxfmt-ignore
    expect(found).toEqual([
      'ru/x.json: a uses "{{nme}}" where another has "{{name}}"',
      'ru/x.json: the plural form b.n_many is missing',
      'ru/x.json: c is empty',
    ]);
  });

  it('keep formats and tags apart from names', () => {
    expect(placeholders('<b>{{ sum, money }}</b> of {{count}}')).toEqual(['<b>', '{{count}}', '{{sum}}']);
  });
});

describe('files', () => {
  const product = projectFiles(PRODUCT, CODE);
  const everything = new Map([...product, ...projectFiles(['tests'], CODE)]);

  it('are no longer than the limit', () => {
    const { count, median, p90, tooLong } = sizesOf(everything);
    const own = sizesOf(product);
    console.log(
      `lines per file: ${count} files, median ${median}, p90 ${p90}; product ${own.median} and ${own.p90}`,
    );
    expect(tooLong).toEqual([]);
    for (const file of Object.keys(LONGER))
      expect([...everything.keys()], 'an exception without its file').toContain(file);
  });

  it('that are too long are seen', () => {
    const long = files(
      ['server/a.ts', 'x\n'.repeat(501)],
      ['server/b.ts', 'x\n'.repeat(500)],
      ['tests/unit/a.test.ts', 'x\n'.repeat(801)],
      ['tests/unit/b.test.ts', 'x\n'.repeat(800)],
    );
    expect(sizesOf(long).tooLong).toEqual([
      'server/a.ts has 501 lines, the limit is 500',
      'tests/unit/a.test.ts has 801 lines, the limit is 800',
    ]);
    expect(sizesOf(long, { 'server/a.ts': 'a table' }).tooLong).toHaveLength(1);
  });

  it('have names that say something', () => {
    expect(nameProblems(everything.keys())).toEqual([]);
    const planted = [
      'server/utils/date.ts',
      'client/lib/string-helpers.ts',
      'client/ui/BidPanel.tsx',
      'shared/i18n/locales/uz-Cyrl/a.json',
    ];
    expect(nameProblems(planted)).toHaveLength(3);
  });

  it('hold no unfinished work, no hidden tests and no path of one machine', () => {
    const others = [...everything].filter(([file]) => !file.startsWith('tests/architecture/'));
    expect(wordProblems(new Map(others))).toEqual([]);
    const planted = files(
      ['server/a.ts', `// ${UNFINISHED}: later`],
      ['server/b.ts', `throw new Error('Not implemented')`],
      ['tests/c.test.ts', `it.only('x', run)`],
      ['server/d.ts', `const home = '/home/somebody/data'`],
    );
    expect(wordProblems(planted)).toHaveLength(4);
  });
});
