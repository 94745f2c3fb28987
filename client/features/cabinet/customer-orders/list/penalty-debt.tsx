import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format/money.ts';
import { paths } from '#client/lib/paths.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { withdrawalsQuery } from '../order-queries.ts';
import css from '../customer-orders.module.css';

/** What is owed, which stops sending orders, and the way to pay it. Nothing while nothing is owed. */
export function PenaltyDebt() {
  const { t } = useTranslation('customer-orders');
  const { data } = useQuery(withdrawalsQuery);
  if (!data || data.owedTiyin === 0) return null;
  return (
    <section className={css.debt} aria-labelledby="penalty-debt">
      <TriangleAlert size={24} aria-hidden />
      <div>
        <h2 id="penalty-debt">{t('debt.title', { sum: formatMoney(data.owedTiyin) })}</h2>
        <p>{t('debt.text')}</p>
      </div>
      <ButtonLink size="md" to={paths.profile('debts')}>
        {t('debt.open')}
      </ButtonLink>
    </section>
  );
}
