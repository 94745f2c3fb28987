import { useTranslation } from 'react-i18next';
import type { ListedFlag } from '#shared/api/console/anomaly-flags.ts';
import { formatTiyin } from '#client/lib/format/money.ts';

/** The sentence that says what was seen, with its numbers. */
export function useSeen(): (flag: Pick<ListedFlag, 'sign' | 'facts'>) => string {
  const { t } = useTranslation('console-flags');
  return ({ sign, facts }) => t(`seen.${sign}`, facts);
}

/** Facts of one row of evidence in words: sums of money as such, what did not happen left out. */
export function useFactWords(): (facts: Readonly<Record<string, number>>) => string[] {
  const { t } = useTranslation('console-flags');
  return (facts) =>
    Object.entries(facts).flatMap(([name, value]) => {
      const label = t(`fact.${name}`);
      if (name === 'won') return value === 1 ? [label] : [];
      return [`${label}: ${name.endsWith('Tiyin') ? formatTiyin(value) : value}`];
    });
}
