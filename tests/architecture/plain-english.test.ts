import { describe, expect, it } from 'vitest';
import { projectFiles } from './project-files.ts';
import {
  DIALECT,
  dialectIn,
  hidingFiles,
  hidingNames,
  overBudget,
  sharedNames,
} from './tidy/plain-english.ts';

/** Uses of DIALECT that are left; these numbers only go down. */
const BUDGET = { product: 66, tests: 48, testFiles: 0, testNames: 1, shared: 0 };
const WORDED = ['.ts', '.tsx', '.mjs', '.lua', '.css', '.md'];
const CODE = ['.ts', '.tsx', '.mjs', '.lua'];
/** Has to name the words. */
const LIST = 'tests/architecture/tidy/plain-english.ts';

const worded = [...projectFiles(['.'], WORDED)].filter(([file]) => file !== LIST);
const inTests = (file: string): boolean => file.startsWith('tests/');
const everything = projectFiles(['.'], CODE);
/** Spelled apart, so that no renaming takes these for files of ours. */
const [STAND, BENCH] = [['st', 'and'].join(''), ['be', 'nch'].join('')];
const planted = (...given: [string, string][]) => new Map(given);

describe('words that a reader has to translate', () => {
  it('stay within their budget in code, READMEs and docs', () => {
    expect(worded.length).toBeGreaterThan(1_000);
    const product = new Map(worded.filter(([file]) => !inTests(file)));
    expect(overBudget(product, BUDGET.product)).toEqual([]);
  });

  it('stay within their budget in tests', () => {
    expect(overBudget(new Map(worded.filter(([file]) => inTests(file))), BUDGET.tests)).toEqual([]);
  });

  it('above the budget are named with file and line, in any case, whole words only', () => {
    const [again, held] = DIALECT;
    const files = planted(
      ['server/a.ts', `// read\n// read ${again}\nconst ${held}Sets = 1;`],
      ['README.md', `${held.toUpperCase()} in memory`],
    );
    expect(overBudget(files, 1)).toEqual([`server/a.ts:2: ${again}`, `README.md:1: ${held.toUpperCase()}`]);
    expect(overBudget(files, 2)).toEqual([]);
    expect(dialectIn(planted(['a.md', `s${held}ic`]))).toEqual([]);
  });
});

describe('names that hide what is behind them', () => {
  it('are not given to files', () => {
    const found = hidingFiles(everything.keys());
    expect(found.filter((file) => !inTests(file))).toEqual([]);
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(BUDGET.testFiles);
  });

  it('are not given to identifiers', () => {
    const code = [...everything].filter(([file]) => !file.startsWith('tests/architecture/'));
    const found = hidingNames(new Map(code));
    expect(found.filter((name) => !inTests(name))).toEqual([]);
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(BUDGET.testNames);
  });

  it('of files are seen', () => {
    expect(
      hidingFiles([
        'server/web/painting/worker.ts',
        'server/domains/money/payments/refund-desk.ts',
        'client/ui/later.tsx',
        `tests/fixtures/people-${STAND}.ts`,
        `tests/fixtures/lot-${BENCH}.ts`,
        'loadtest/bench/run.ts',
        'server/auction/clock/stage.ts',
      ]),
    ).toEqual([
      'server/web/painting/worker.ts: "painting" may be "rendered page"',
      'server/domains/money/payments/refund-desk.ts: "desk" may be "service"',
      'client/ui/later.tsx: "later" may be "deferred"',
      `tests/fixtures/people-${STAND}.ts: is a fixture`,
      `tests/fixtures/lot-${BENCH}.ts: is a fixture`,
    ]);
  });

  it('of identifiers are seen, words in comments, strings and longer words are not', () => {
    const source = [
      `const refundDesk = 1; // a desk in a comment`,
      `const text = 'the desk'; const invoice = 1; const desktop = 2;`,
      `function useFeedVoice() {}`,
      `const PARTITION_KEEPER = 1;`,
      `class Room { constructor() {} }`,
    ].join('\n');
    expect(hidingNames(planted(['server/a.ts', source]))).toEqual([
      'server/a.ts: refundDesk',
      'server/a.ts: useFeedVoice',
      'server/a.ts: PARTITION_KEEPER',
    ]);
  });
});

describe('the name of a file of the server', () => {
  it('has one meaning', () => {
    const server = [...everything.keys()].filter((file) => file.startsWith('server/'));
    const found = sharedNames(server);
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(BUDGET.shared);
  });

  it('that has two is seen, standard names are not', () => {
    expect(
      sharedNames([
        'server/auction/live/room-access.ts',
        'server/domains/trade/trade-applications/room-access.ts',
        'server/domains/trade/lots/index.ts',
        'server/domains/trade/orders/index.ts',
      ]),
    ).toEqual([
      'room-access.ts: server/auction/live/room-access.ts, server/domains/trade/trade-applications/room-access.ts',
    ]);
  });
});
