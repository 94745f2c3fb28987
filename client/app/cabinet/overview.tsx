import { useQuery } from '@tanstack/react-query';
import { CreditCard, RotateCw, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { gameCount } from '#shared/api/cabinet/trade-applications.ts';
import { call } from '#client/lib/api-client.ts';
import { balanceQuery, moneyQuery } from '#client/entities/wallet/balance.ts';
import { paths } from '#client/lib/paths.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { MoneyText } from '#client/ui/money-text.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { PayingNow } from './paying-now.tsx';
import { SellingNow } from './selling-now.tsx';
import css from './cabinet.module.css';

const COMPLETE = 100;

/** Who one is here, what one can spend, and what waits: beside every page of the cabinet. */
export function Overview() {
  const { t } = useTranslation('cabinet');
  const { user, me } = useSession();
  if (!user) return null;
  const roles = (['buyer', 'customer'] as const).filter((role) => me?.roles.includes(role));
  return (
    <section className={css.overview} aria-label={user.name}>
      <div className={css.who}>
        <strong>{user.name}</strong>
        <span>{roles.map((role) => t(`role.${role}`)).join(', ') || user.user_name}</span>
      </div>
      <Balance />
      {hasRole(me, ['buyer']) ? <PayingNow /> : null}
      <CurrentAuctions />
      {hasRole(me, ['customer']) ? <SellingNow /> : null}
      {user.percentage < COMPLETE ? (
        <div className={css.complete}>
          <span>{t('complete')}</span>
          <b>{user.percentage} %</b>
          <progress max={COMPLETE} value={user.percentage} aria-label={t('complete')} />
          <Link to={paths.profile('my-data')}>{t('completeAction')}</Link>
        </div>
      ) : null}
    </section>
  );
}

function Balance() {
  const { t } = useTranslation('cabinet');
  const { data, isError, isFetching, refetch } = useQuery(balanceQuery);
  return (
    <div className={css.balance}>
      <span>{t('balance')}</span>
      {data !== undefined && !isError ? (
        <MoneyText tiyin={data} size="large" />
      ) : isError && !isFetching ? (
        <span className={css.failed} role="alert">
          {t('unavailable')}
          <button type="button" aria-label={t('retry')} onClick={() => void refetch()}>
            <RotateCw size={16} aria-hidden />
            <span>{t('retry')}</span>
          </button>
        </span>
      ) : (
        <Skeleton height={28} width={150} />
      )}
      <Held />
      <div className={css.moneyLinks}>
        <Link to={paths.profile('top-up')} data-main>
          <CreditCard size={18} aria-hidden />
          {t('topUp')}
        </Link>
        <Link to={paths.profile('refunding')}>
          <Undo2 size={18} aria-hidden />
          {t('page.refunding')}
        </Link>
      </div>
    </div>
  );
}

/** What is held beside the balance. A failure is shown once, by the balance above. */
function Held() {
  const { t } = useTranslation('cabinet');
  const { data } = useQuery(moneyQuery);
  return (
    <div className={css.held}>
      <Link to={paths.profile('transactions')}>{t('held')}</Link>
      {data ? <MoneyText tiyin={data.heldTiyin} size="small" /> : <Skeleton height={20} width={90} />}
    </div>
  );
}

function CurrentAuctions() {
  const { t } = useTranslation('cabinet');
  const { data } = useQuery({ queryKey: ['game-count'], queryFn: () => call(gameCount), staleTime: 30_000 });
  return (
    <div className={css.line}>
      <Link to={paths.profile('my-auctions')}>{t('auctions')}</Link>
      <b>{data?.count ?? '…'}</b>
    </div>
  );
}
