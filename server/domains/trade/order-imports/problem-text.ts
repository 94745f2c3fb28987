import type { ImportedRowProblem } from '#shared/api/cabinet/order-imports.ts';
import { IMPORT_ROW_PROBLEMS } from '#shared/limits/order-imports.ts';
import { formatMoney } from '#shared/money/money.ts';

type Text = (key: string, values: Record<string, string | number>) => string;

const isOwn = (problem: string): boolean => (IMPORT_ROW_PROBLEMS as readonly string[]).includes(problem);

const figures = (details: ImportedRowProblem['details']): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'number' && name.endsWith('Tiyin') ? formatMoney(value) : value,
    ]),
  );

/** The sentence for a problem of a row, in the reader's language: of the file, or of the order it would be. */
export const problemText = ({ problem, details }: ImportedRowProblem, text: Text): string =>
  text(
    isOwn(problem) ? `console-order-imports:problem.${problem}` : `order-problems:${problem}`,
    figures(details),
  );
