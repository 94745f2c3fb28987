import { ArrowRight, Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { loginUrl, paths, registerUrl } from '#client/lib/paths.ts';
import { usePassed } from '#client/lib/server-now.ts';
import { useCurrentPath } from '#client/lib/use-current-path.ts';
import { ButtonAnchor, ButtonLink } from '#client/ui/button-link.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { LotLive } from '#client/entities/lot/lot-live.ts';
import { Apply, DepositNotice, MyDeposit } from './application.tsx';
import { JoinPractice } from './join-practice.tsx';
import { mainActionOf } from './main-action.ts';
import { useRoomBase } from '#client/entities/lot/use-room-base.ts';
import layout from '#client/ui/layout.module.css';
import { WhatNow } from './what-now.tsx';
import css from './card.module.css';

/** The one action that fits: register, join, go to the room, watch, or see the result; and why. */
export function TakePart({ lot, live }: { lot: LotDetails; live: LotLive }) {
  const { t } = useTranslation('card');
  const { data, error, refetch } = useRoomBase(lot.id);
  const here = useCurrentPath();
  const action = mainActionOf(lot, live, data ?? {});
  // Drawn again when applications close, so that no one is invited to what is over.
  usePassed(lot.applicationsUntilMs);
  if (action === null) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <Skeleton height={150} radius={12} />;
  }
  const watch = lot.watchable ? (
    <WatchLink lot={lot} label={t('join.watch')} />
  ) : (
    <p className={layout.mutedMedium}>{t('join.notWatchable')}</p>
  );
  const mainWatch = lot.watchable ? <WatchLink lot={lot} label={t('join.watch')} main /> : watch;
  const revoked = data?.me.status === 'revoked' ? <p className={css.refused}>{t('join.revoked')}</p> : null;
  switch (action) {
    case 'next-round':
    case 'result':
      return <Closed lot={lot} />;
    case 'enter':
      return (
        <div className={css.act}>
          <p className={css.yourNumber}>{t('join.admitted', { number: data?.me.number })}</p>
          <GoToRoom lot={lot} />
          {data ? <MyDeposit lot={lot} me={data.me} /> : null}
        </div>
      );
    case 'own':
      return (
        <div className={css.act}>
          <p>{t('join.own')}</p>
          <ButtonLink to={paths.orders()} size="lg" fullWidth>
            {t('join.ownOrder')}
          </ButtonLink>
          {watch}
        </div>
      );
    case 'observe-as-staff':
      return (
        <div className={css.act}>
          <p>{t('join.staff')}</p>
          <GoToRoom lot={lot} />
        </div>
      );
    case 'sign-in':
      return (
        <div className={css.act}>
          {revoked}
          {live.phase === 'running' && !lot.practice ? (
            <p className={css.joinable}>{t('join.whileRunning')}</p>
          ) : null}
          <p>{t(lot.practice ? 'join.signInPractice' : 'join.signIn')}</p>
          <div className={css.pair}>
            <ButtonAnchor href={registerUrl(here)} size="lg" narrow>
              {t('join.registerButton')}
            </ButtonAnchor>
            <ButtonAnchor href={loginUrl(here)} size="lg" narrow variant="outline">
              {t('join.signInButton')}
            </ButtonAnchor>
          </div>
          {watch}
          {lot.practice ? null : <DepositNotice lot={lot} />}
        </div>
      );
    case 'late-visitor':
      return (
        <div className={css.act}>
          <p>{t('join.lateVisitor', { time: formatDateTime(lot.applicationsUntilMs) })}</p>
          {mainWatch}
          <ButtonAnchor href={loginUrl(here)} size="md" variant="default">
            {t('join.signInButton')}
          </ButtonAnchor>
          <p className={layout.mutedMedium}>
            <a href={registerUrl(here)}>{t('join.registerForNext')}</a>
          </p>
        </div>
      );
    case 'join-practice':
      return (
        <div className={css.act}>
          <JoinPractice lotId={lot.id} />
          {watch}
        </div>
      );
    case 'sent':
      return (
        <div className={css.act}>
          <p className={css.yourNumber}>{t('join.sent', { number: data?.me.number })}</p>
          <p className={layout.mutedMedium}>{t('join.sentNote')}</p>
          {mainWatch}
          {data ? <MyDeposit lot={lot} me={data.me} /> : null}
        </div>
      );
    case 'apply':
      return (
        <div className={css.act}>
          {live.phase === 'running' ? <p className={css.joinable}>{t('join.whileRunning')}</p> : null}
          <Apply lot={lot} />
          {watch}
          <WhatNow live={live} />
        </div>
      );
    case 'too-late':
      return (
        <div className={css.act}>
          {revoked}
          <p>{t('join.applicationsClosed', { time: formatDateTime(lot.applicationsUntilMs) })}</p>
          {mainWatch}
          <WhatNow live={live} />
        </div>
      );
    case 'watch':
      return (
        <div className={css.act}>
          {revoked}
          {watch}
        </div>
      );
  }
}

function Closed({ lot }: { lot: LotDetails }) {
  const { t } = useTranslation('card');
  const next = lot.nextLotId;
  return (
    <div className={css.act}>
      <p>{t(lot.status === LOT_STATUS.resultCancelled ? 'result.next.cancelled' : 'join.over')}</p>
      {next === null ? null : (
        <ButtonLink to={paths.lotView(next)} size="lg" fullWidth>
          {t('join.nextRound')}
        </ButtonLink>
      )}
      <ButtonLink
        to={paths.lotResult(lot.id)}
        size="lg"
        fullWidth
        variant={next === null ? 'filled' : 'default'}
      >
        {t('join.result')}
      </ButtonLink>
      <WatchLink lot={lot} label={t('join.seeRoom')} />
    </div>
  );
}

function GoToRoom({ lot }: { lot: LotDetails }) {
  const { t } = useTranslation('card');
  return (
    <ButtonLink
      to={paths.gameView(lot.id)}
      size="lg"
      fullWidth
      rightSection={<ArrowRight size={20} aria-hidden />}
    >
      {t('join.goToAuction')}
    </ButtonLink>
  );
}

/** `main`: watching is all one can do here. */
function WatchLink({ lot, label, main = false }: { lot: LotDetails; label: string; main?: boolean }) {
  return (
    <ButtonLink
      to={paths.gameView(lot.id)}
      size={main ? 'lg' : 'md'}
      fullWidth
      variant={main ? 'filled' : 'default'}
      leftSection={<Eye size={18} aria-hidden />}
    >
      {label}
    </ButtonLink>
  );
}
