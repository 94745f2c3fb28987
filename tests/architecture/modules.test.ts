import { describe, expect, it } from 'vitest';
import { projectFiles } from './project-files.ts';
import { moduleProblems } from './tidy/modules.ts';

describe('modules', () => {
  it('exist for every domain, and all are in the one list', () => {
    const files = projectFiles(['server'], ['.ts']);
    expect(files.has('server/domains/money/wallet/module.ts')).toBe(true);
    expect(moduleProblems(files)).toEqual([]);
  });

  const LIST = ['server/processes/modules.ts', 'compose().with(walletModule)'] as const;
  it.each([
    [
      'a domain without one',
      ['server/domains/money/wallet/index.ts', ''],
      'server/domains/money/wallet has no module.ts',
    ],
    [
      'a file without one',
      ['server/domains/money/wallet/module.ts', 'export const walletModule = {};'],
      'server/domains/money/wallet/module.ts defines no module',
    ],
    [
      'one of a domain that is not listed',
      ['server/domains/trade/orders/module.ts', 'export const ordersModule = defineModule({'],
      'ordersModule of server/domains/trade/orders/module.ts is not in server/processes/modules.ts',
    ],
    [
      'one of a workflow that is not listed',
      ['server/workflows/list-lot.module.ts', 'export const listLotModule = defineModule({'],
      'listLotModule of server/workflows/list-lot.module.ts is not in server/processes/modules.ts',
    ],
    [
      'one whose name only begins like a listed one',
      ['server/workflows/pay.module.ts', 'export const wallet = defineModule({'],
      'wallet of server/workflows/pay.module.ts is not in server/processes/modules.ts',
    ],
  ] as const)('%s is seen', (_what, file, problem) => {
    expect(moduleProblems(new Map([LIST, file]))).toEqual([problem]);
  });

  it.each([
    ['a given port', 'needs.afterSale.plan = (tx) => payouts.plan(tx);', 'needs.afterSale.plan'],
    ['a port taken apart', 'closing.within = within;', 'closing.within'],
    ['all of a port', 'Object.assign(closing, createClosing(db));', 'closing'],
  ])('that fill %s in later are seen', (_what, line, object) => {
    const file = 'server/domains/money/wallet/module.ts';
    const source = `export const walletModule = defineModule({\n  create(needs) {\n    ${line}\n  },\n});`;
    expect(moduleProblems(new Map([LIST, [file, source]]))).toEqual([
      `${file} assigns to ${object}, which another module gave`,
    ]);
  });
});
