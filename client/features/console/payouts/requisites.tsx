import { useTranslation } from 'react-i18next';
import type { StaffPayout } from '#shared/api/console/payouts.ts';
import { Stacked, Waiting } from '#client/ui/data-table/cells.tsx';

/** Where the money goes, as the reader may see it. */
export function Requisites({ requisites: to }: Pick<StaffPayout, 'requisites'>) {
  const { t } = useTranslation('console-payouts');
  if (!to) return <Waiting>{t('noRequisites')}</Waiting>;
  if (to.kind === 'card')
    return (
      <Stacked>
        {to.cardType}
        <small>{to.cardMask}</small>
      </Stacked>
    );
  return (
    <Stacked>
      {to.holderName}
      <small>
        {to.account} · {t('mfo', { mfo: to.mfo })} · {to.bankName}
      </small>
    </Stacked>
  );
}
