import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatPercent } from '#client/lib/format/money.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { costQuery } from '../order-queries.ts';
import css from './check.module.css';

/** What selling costs, what bidders hold, and when trade would begin if the order were approved now. */
export function Cost({ orderId, version }: { orderId: number; version: number }) {
  const { t } = useTranslation('orders');
  const { data, error, refetch } = useQuery(costQuery(orderId, version));
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <div aria-busy="true">
        <Skeleton height={160} radius={12} />
      </div>
    );
  const { terms } = data;
  return (
    <section className={css.cost} aria-labelledby="cost-title">
      <h3 id="cost-title">{t('cost.title')}</h3>
      {terms ? (
        <dl>
          <Line label={t('cost.fee')}>
            {terms.feeTiyin === 0 ? (
              t('cost.noFee')
            ) : (
              <>
                <MoneyText tiyin={terms.feeTiyin} /> ({formatPercent(terms.feeBp / 100)})
              </>
            )}
          </Line>
          <Line label={t('cost.deposit')}>
            {terms.depositTiyin === 0 ? (
              t('cost.noDeposit')
            ) : (
              <>
                <MoneyText tiyin={terms.depositTiyin} /> ({formatPercent(terms.depositPercent)})
              </>
            )}
          </Line>
          {terms.firstStepTiyin > 0 ? (
            <Line label={t('cost.firstStep')}>
              <MoneyText tiyin={terms.firstStepTiyin} />
            </Line>
          ) : null}
          <Line label={t('cost.opens')}>{formatDateTime(terms.opensAtMs)}</Line>
          <Line label={t('cost.closes')}>{formatDateTime(terms.closesAtMs)}</Line>
        </dl>
      ) : (
        <p className={css.note}>{t('cost.incomplete')}</p>
      )}
    </section>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
