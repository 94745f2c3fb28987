import { z } from 'zod';
import { exportSource, pageOf, type ExportSource } from '#server/platform/modules/index.ts';
import { IMPORTED_ROW_STATES } from '#shared/lifecycles/imported-row.ts';
import type { OrderImportsService } from './order-imports.service.ts';
import { problemText } from './problem-text.ts';

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
      return {
        total,
        rows: items.map((row) => ({
          id: row.line,
          line: row.line,
          number: row.number,
          title: row.title,
          state: text(`console-order-imports:row.${row.state}`),
          columns: [...new Set(row.problems.flatMap(({ column }) => column ?? []))].join('; '),
          problems: row.problems.map((problem) => problemText(problem, text)).join(' '),
          order: row.orderId,
        })),
      };
    },
  });
