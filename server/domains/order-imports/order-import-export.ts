import { z } from 'zod';
import { exportSource, pageOf, type ExportSource } from '#server/platform/modules/index.ts';
import { IMPORTED_ROW_STATES } from '#shared/lifecycles/imported-row.ts';
import { IMPORT_ROW_PROBLEMS } from '#shared/limits/order-imports.ts';
import type { ImportedRowProblem } from '#shared/api/order-imports.ts';
import { formatMoney } from '#shared/money/money.ts';
import type { OrderImportsService } from './order-imports.service.ts';

const isOwn = (problem: string): boolean => (IMPORT_ROW_PROBLEMS as readonly string[]).includes(problem);

/** Rows of an imported file with what became of them; by default those that were refused. */
export const orderImportExport = (imports: Pick<OrderImportsService, 'rows'>): ExportSource =>
  exportSource({
    title: 'console-order-imports:export.title',
    right: 'readOrderImports',
    filters: {
      import: z
        .string()
        .regex(/^[1-9]\d{0,14}$/)
        .transform(Number),
      state: z.enum(IMPORTED_ROW_STATES).optional(),
    },
    columns: [
      { key: 'line', head: 'console-order-imports:column.line', kind: 'number' },
      { key: 'number', head: 'console-order-imports:column.number', kind: 'text' },
      { key: 'title', head: 'console-order-imports:column.title', kind: 'text' },
      { key: 'state', head: 'console-order-imports:column.state', kind: 'text' },
      { key: 'columns', head: 'console-order-imports:column.columns', kind: 'text' },
      { key: 'problems', head: 'console-order-imports:column.problems', kind: 'text' },
      { key: 'order', head: 'console-order-imports:column.order', kind: 'number' },
    ],
    async page({ filters, text, ...asked }) {
      const page = { ...pageOf(asked), state: filters.state };
      const { items, total } = await imports.rows(filters.import, page);
      const sentence = ({ problem, details }: ImportedRowProblem): string =>
        text(
          isOwn(problem) ? `console-order-imports:problem.${problem}` : `order-problems:${problem}`,
          figures(details),
        );
      return {
        total,
        rows: items.map((row) => ({
          ...{ id: row.line, line: row.line, number: row.number, title: row.title },
          state: text(`console-order-imports:row.${row.state}`),
          columns: [...new Set(row.problems.flatMap(({ column }) => column ?? []))].join('; '),
          problems: row.problems.map(sentence).join(' '),
          order: row.orderId,
        })),
      };
    },
  });

const figures = (details: ImportedRowProblem['details']): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'number' && name.endsWith('Tiyin') ? formatMoney(value) : value,
    ]),
  );
