import { expect, test } from 'vitest';
import { EXPORT_MAX_ROWS } from '#shared/api/cabinet/exports.ts';
import { z } from 'zod';
import { bankLinesExport } from '#server/domains/money/bank-statements/statement-exports.ts';
import { barsExport } from '#server/domains/people/debarments/debarments-exports.ts';
import { listExport, type ExportRequest } from '#server/platform/modules/index.ts';
import type { Role } from '#shared/api/contract.ts';

const asked = (given: Partial<ExportRequest<Readonly<Record<string, string>>>> = {}) => ({
  personId: 'p',
  roles: [] as Role[],
  filters: {},
  language: 'uz' as const,
  limit: 100,
  offset: 0,
  after: null,
  text: (key: string | string[]) => String(key),
  ...given,
});

test('a list is read page by page as its screen reads it, each cell by its column', async () => {
  const pages: unknown[] = [];
  const source = listExport({
    title: 'debts:title',
    filters: { state: z.enum(['open', 'all']).default('open') },
    list(query, reader) {
      pages.push([query, reader]);
      return Promise.resolve({ items: [{ number: 7, name: { uz: 'Uy', ru: 'Дом' } }], total: 301 });
    },
    id: ({ number }) => number,
    columns: [
      { head: 'exports:column.number', kind: 'number', value: ({ number }) => number },
      { head: 'exports:column.lot', kind: 'text', value: ({ name }, { language }) => name[language as 'uz'] },
    ],
  });
  const { total, rows } = await source.page(asked({ offset: 300, after: 12, filters: { state: 'all' } }));
  expect(pages).toEqual([
    [
      // A file says how many rows it has, and counts one more than it may have.
      { state: 'all', page: 4, size: 100, most: EXPORT_MAX_ROWS + 1 },
      { personId: 'p', roles: [], language: 'uz' },
    ],
  ]);
  expect([total, rows.map((row) => [row.id, ...source.columns.map(({ key }) => row[key]!)])]).toEqual([
    301,
    [[7, 7, 'Uy']],
  ]);
  expect(() => source.page(asked({ filters: { lot: '7' } }))).toThrow('exports.unknown-filter');
});

test.each([
  ['auditor', false],
  ['operator', true],
] as const)('what a screen masks for an %s, its file masks too', async (role, seesRequisites) => {
  const viewers: unknown[] = [];
  const list = (viewer: unknown) => {
    viewers.push(viewer);
    const sums = { creditTiyin: 0, debitTiyin: 0 };
    return Promise.resolve({ items: [], waiting: 0, inForce: 0, sums, total: 0, page: 1, size: 100 });
  };
  await bankLinesExport({ list }).page(asked({ roles: [role] }));
  await barsExport({ bars: list }).page(asked({ roles: [role] }));
  expect(viewers).toEqual([
    { personId: 'p', decides: false, seesRequisites },
    expect.objectContaining({ personId: 'p', roles: [role] }),
  ]);
});
