import { useQuery } from '@tanstack/react-query';
import { CreditCard, RotateCw, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { gameCount } from '#shared/api/trade-applications.ts';
import { call } from '#client/lib/api-client.ts';
import { balanceQuery, moneyQuery } from '#client/lib/balance.ts';
import { paths } from '#client/lib/paths.ts';
import { useSession } from '#client/lib/session.ts';
import { MoneyText } from '#client/ui/money-text.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { CABINET_SCREENS } from './cabinet-screens.ts';
import css from './cabinet.module.css';

const COMPLETE = 100;

const linkTo = (path: string): string | null =>
  CABINET_SCREENS.some((page) => page.path === path && page.screen !== null) ? paths.profile(path) : null;

/** Who one is here, what one can spend, and what waits: beside every page of the cabinet. */
export function Overview() {
  const { t } = useTranslation('cabinet');
  const { user, me } = useSession();
  if (!user) return null;
  const roles = (['buyer', 'customer'] as const).filter((role) => me?.roles.includes(role));
  const myData = linkTo('my-data');
  return (
    <section className={css.overview} aria-label={user.name}>
      <div className={css.who}>
        <strong>{user.name}</strong>
        <span>{roles.map((role) => t(`role.${role}`)).join(', ') || user.user_name}</span>
      </div>
      <Balance />
      <CurrentAuctions />
      {user.percentage < COMPLETE ? (
        <div className={css.complete}>
          <span>{t('complete')}</span>
          <b>{user.percentage} %</b>
          <progress max={COMPLETE} value={user.percentage} aria-label={t('complete')} />
          {myData ? <Link to={myData}>{t('completeAction')}</Link> : null}
        </div>
      ) : null}
    </section>
  );
}

function Balance() {
  const { t } = useTranslation('cabinet');
  const { data, isError, isFetching, refetch } = useQuery(balanceQuery);
  const topUp = linkTo('top-up');
  const refund = linkTo('refunding');
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
      {topUp || refund ? (
        <div className={css.moneyLinks}>
          {topUp ? (
            <Link to={topUp} data-main>
              <CreditCard size={18} aria-hidden />
              {t('topUp')}
            </Link>
          ) : null}
          {refund ? (
            <Link to={refund}>
              <Undo2 size={18} aria-hidden />
              {t('page.refunding')}
            </Link>
          ) : null}
        </div>
      ) : null}
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
  const auctions = linkTo('my-auctions');
  const count = <b>{data?.count ?? '…'}</b>;
  return (
    <div className={css.line}>
      {auctions ? <Link to={auctions}>{t('auctions')}</Link> : <span>{t('auctions')}</span>}
      {count}
    </div>
  );
}
