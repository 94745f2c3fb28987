import { useTranslation } from 'react-i18next';
import type { TwoApproversBecause } from '#shared/trade/staff-money.ts';

/** Why two persons approve. */
export function TwoBecause({ because }: { because: TwoApproversBecause | null }) {
  const { t } = useTranslation('console-money');
  return because === null ? null : <small>{t(`two.${because}`)}</small>;
}
