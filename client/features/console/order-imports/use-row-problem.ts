import { useTranslation } from 'react-i18next';
import type { ImportedRowProblem } from '#shared/api/cabinet/order-imports.ts';
import { IMPORT_ROW_PROBLEMS, type ImportRowProblem } from '#shared/limits/order-imports.ts';
import { useProblemText } from '#client/entities/order/use-problem-text.ts';

const isOwn = (problem: ImportedRowProblem['problem']): problem is ImportRowProblem =>
  (IMPORT_ROW_PROBLEMS as readonly string[]).includes(problem);

/** The sentence for a problem of a row: of the file, or of the order it would be. */
export function useRowProblem(): (problem: ImportedRowProblem) => string {
  const { t } = useTranslation('console-order-imports');
  const orderProblem = useProblemText();
  return ({ problem, field, part, details }) =>
    isOwn(problem)
      ? t(`problem.${problem}`, details)
      : orderProblem({ problem, field: field ?? 'title', details, ...(part === null ? {} : { part }) });
}
