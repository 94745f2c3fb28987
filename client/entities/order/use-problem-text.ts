import { useTranslation } from 'react-i18next';
import type { OrderProblem } from '#shared/orders/problem-codes.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';

/** The sentence for a problem, with its figures as people write them. */
export function useProblemText(): (problem: OrderProblem) => string {
  const { t } = useTranslation('order-problems');
  return ({ problem, details = {} }) => {
    const figures = Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'number' && name.endsWith('Tiyin')
        ? formatMoney(value)
        : typeof value === 'number' && name.endsWith('AtMs')
          ? formatDateTime(value)
          : value,
    ]);
    return String(t(problem, Object.fromEntries(figures)));
  };
}
