import { useTranslation } from 'react-i18next';
import type { StaffResultCancellation } from '#shared/api/console/result-cancellations.ts';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';

/** What goes back to the buyer, and what the seller owes for it. */
export function Sums({ row }: { row: StaffResultCancellation }) {
  const { t } = useTranslation('console-result-cancellations');
  const { kind, returnsTiyin, owedTiyin, toSellerTiyin } = row;
  return (
    <Stacked>
      {returnsTiyin > 0 || kind === 'default' ? (
        <span>
          <MoneyText tiyin={returnsTiyin} /> <small>{t('returns')}</small>
        </span>
      ) : (
        <small>{t('depositOnly')}</small>
      )}
      {kind === 'default' ? (
        <span>
          <MoneyText tiyin={toSellerTiyin} size="small" /> <small>{t('toSeller')}</small>
        </span>
      ) : null}
      {owedTiyin > 0 ? (
        <span>
          <MoneyText tiyin={owedTiyin} size="small" /> <small>{t('owed')}</small>
        </span>
      ) : null}
    </Stacked>
  );
}
