import { queryOptions, useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buyerClaims } from '#shared/api/sale-claims.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateShort } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { recovering } from '#client/lib/recover.ts';
import css from './winlots.module.css';

const claimsQuery = queryOptions({
  queryKey: ['winlots', 'claims'],
  queryFn: ({ signal }) => call(buyerClaims, { signal }),
  ...recovering(),
});

/** What had left to the seller before a purchase was cancelled, and how it comes back. Nothing while nothing is owed. */
export function OwedToBuyer() {
  const { t } = useTranslation('winlots');
  const { data } = useQuery(claimsQuery);
  if (!data || data.owedTiyin === 0) return null;
  const open = data.items.filter(({ ended }) => ended === null);
  return (
    <section className={css.owed} aria-labelledby="owed-to-buyer">
      <Hourglass size={24} aria-hidden />
      <div>
        <h2 id="owed-to-buyer">{t('owed.title', { sum: formatMoney(data.owedTiyin) })}</h2>
        <p>{t('owed.text')}</p>
        <ul>
          {open.map(({ id, lotId, amountTiyin, createdAtMs }) => (
            <li key={id}>
              {t('owed.lot', {
                number: lotId,
                sum: formatMoney(amountTiyin),
                day: formatDateShort(createdAtMs),
              })}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
