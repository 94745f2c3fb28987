import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { moneyQuery } from '#client/entities/wallet/balance.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import layout from '#client/ui/layout.module.css';
import { About } from './about.tsx';
import css from './transactions.module.css';

/** What can be spent and what is held, with what it is held for. */
export function MoneySummary() {
  const { t } = useTranslation('transactions');
  const { data, error, refetch } = useQuery(moneyQuery);
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <section className={css.summary} aria-busy={!data}>
      <dl className={css.sums}>
        <div>
          <dt>{t('available')}</dt>
          <dd>
            {data ? (
              <MoneyText tiyin={data.availableTiyin} size="large" />
            ) : (
              <Skeleton height={36} width={150} />
            )}
          </dd>
        </div>
        <div>
          <dt>{t('held')}</dt>
          <dd>
            {data ? <MoneyText tiyin={data.heldTiyin} size="large" /> : <Skeleton height={36} width={80} />}
          </dd>
        </div>
      </dl>
      <div className={layout.row2}>
        <ButtonLink to={paths.topUp()}>{t('topUp')}</ButtonLink>
        <ButtonLink to={`${paths.profile('refunding')}?new=1`} variant="default">
          {t('refund')}
        </ButtonLink>
      </div>
      {data && data.held.length > 0 ? (
        <details className={css.holds}>
          <summary>{t('heldFor')}</summary>
          <ul>
            {data.held.map(({ id, about, amountTiyin, heldAtMs }) => (
              <li key={id}>
                <span>
                  <About about={about} />
                  <small>{t('since', { time: formatDateTimeShort(heldAtMs) })}</small>
                </span>
                <MoneyText tiyin={amountTiyin} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}
