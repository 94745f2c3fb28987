import { useTranslation } from 'react-i18next';
import type { ListedFlag } from '#shared/api/console/anomaly-flags.ts';
import { formatTiyin } from '#client/lib/format/money.ts';

/** The sentence that says what was seen, with its numbers. */
export function useSeen(): (flag: Pick<ListedFlag, 'sign' | 'facts'>) => string {
  const { t } = useTranslation('console-flags');
  return ({ sign, facts }) => t(`seen.${sign}`, facts);
}

/** Facts of evidence, in the order in which they are read. */
const FACTS = [
  'won',
  'offers',
  'drove',
  'bestTiyin',
  'priceTiyin',
  'startPriceTiyin',
  'amountTiyin',
  'suggestedTiyin',
  'lostTiyin',
  'reserveTiyin',
  'minutesBefore',
  'attempts',
  'mostInMinute',
  'national-id',
  'phone',
  'card',
  'address',
  'network',
] as const;
/** Said only where there is one. */
const UNSAID_AT_ZERO: readonly string[] = ['won', 'drove'];

/** Facts of one row of evidence in words, sums of money as such. */
export function useFactWords(): (facts: Readonly<Record<string, number>>) => string[] {
  const { t } = useTranslation('console-flags');
  return (facts) =>
    FACTS.flatMap((name) => {
      const value = facts[name];
      if (value === undefined || (value === 0 && UNSAID_AT_ZERO.includes(name))) return [];
      const label = t(`fact.${name}`);
      if (name === 'won') return [label];
      return [`${label}: ${name.endsWith('Tiyin') ? formatTiyin(value) : value}`];
    });
}
