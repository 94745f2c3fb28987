import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { balanceQuery } from '#client/entities/wallet/balance.ts';
import { MoneyText } from '#client/ui/money-text.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import css from './menu.module.css';

/** What the person can spend. A failure is shown as one: a wrong zero would frighten. */
export function BalanceLine() {
  const { t } = useTranslation('layout');
  const { data: tiyin, isError, isFetching, refetch } = useQuery(balanceQuery);
  return (
    <div className={css.balance} aria-live="polite">
      <span>{t('account.balance')}</span>
      {tiyin !== undefined && !isError ? (
        <MoneyText tiyin={tiyin} size="large" />
      ) : isError && !isFetching ? (
        <span className={css.balanceFailed}>
          {t('account.balanceUnavailable')}
          <button type="button" onClick={() => void refetch()}>
            <RotateCw size={16} aria-hidden />
            {t('account.balanceRetry')}
          </button>
        </span>
      ) : (
        <Skeleton height={28} width={140} />
      )}
    </div>
  );
}
