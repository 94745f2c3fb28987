import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Eye, LogIn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LotDetails } from '#shared/api/lots.ts';
import { roomBase } from '#shared/api/trade-applications.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { loginUrl, paths } from '#client/lib/paths.ts';
import { useSession } from '#client/lib/session.ts';
import { useSiteInfo } from '#client/lib/site-info.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { LotLive } from '../lot-live.ts';
import { JoinPractice } from './join-practice.tsx';
import css from './card.module.css';

/** The one action that fits: sign in, join, go to the room, watch, or see the result; and why. */
export function TakePart({ lot, live }: { lot: LotDetails; live: LotLive }) {
  const { t } = useTranslation('lots');
  const userName = useSession((state) => state.user?.user_name ?? null);
  const { data, error, refetch } = useQuery({
    queryKey: ['room-base', lot.id, userName],
    queryFn: () => call(roomBase, { params: { lotId: lot.id } }),
  });
  if (live.phase === 'closed') {
    return (
      <section className={css.panel}>
        <p>{t('join.over')}</p>
        {lot.nextLotId === null ? null : (
          <ButtonLink to={paths.lotView(lot.nextLotId)} size="lg" fullWidth>
            {t('join.nextRound')}
          </ButtonLink>
        )}
        <ButtonLink
          to={paths.lotResult(lot.id)}
          size="lg"
          fullWidth
          variant={lot.nextLotId === null ? 'filled' : 'default'}
        >
          {t('join.result')}
        </ButtonLink>
        <WatchLink lot={lot} label={t('join.seeRoom')} />
      </section>
    );
  }
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <Skeleton height={150} radius={12} />;
  }
  const { me } = data;
  if (me.status === 'admitted') {
    return (
      <section className={css.panel}>
        <p className={css.yourNumber}>{t('join.admitted', { number: me.number })}</p>
        <GoToRoom lot={lot} />
      </section>
    );
  }
  if (me.role === 'operator') {
    return (
      <section className={css.panel}>
        <p>{t('join.staff')}</p>
        <GoToRoom lot={lot} />
      </section>
    );
  }
  return (
    <section className={css.panel}>
      {me.status === 'revoked' ? <p>{t('join.revoked')}</p> : null}
      {me.needs === 'sign-in' ? (
        <>
          <p>{t(lot.practice ? 'join.signInPractice' : 'join.signIn')}</p>
          <Button
            component="a"
            href={loginUrl(paths.lotView(lot.id))}
            size="lg"
            fullWidth
            leftSection={<LogIn size={20} aria-hidden />}
          >
            {t('join.signInButton')}
          </Button>
        </>
      ) : null}
      {me.needs === 'join-practice' ? <JoinPractice lotId={lot.id} /> : null}
      {me.needs === 'application' || (me.needs === 'sign-in' && !lot.practice) ? (
        <PaidNotice lot={lot} />
      ) : null}
      {me.needs === 'applications-closed' ? (
        <p>{t('join.applicationsClosed', { time: formatDateTime(lot.applicationsUntilMs) })}</p>
      ) : null}
      {lot.watchable ? (
        <WatchLink lot={lot} label={t('join.watch')} />
      ) : (
        <p className={css.note}>{t('join.notWatchable')}</p>
      )}
    </section>
  );
}

/** Paid lots: the sum, and honestly where and until when one applies. */
function PaidNotice({ lot }: { lot: LotDetails }) {
  const { t } = useTranslation('lots');
  const phone = useSiteInfo()?.supportPhone;
  return (
    <div className={css.paid}>
      <p>
        {t('join.paid', {
          deposit: formatMoney(lot.depositTiyin),
          time: formatDateTime(lot.applicationsUntilMs),
        })}
      </p>
      <p className={css.note}>
        {t('join.paidNotOpen')} {phone ? <a href={`tel:${phone}`}>{t('join.askSupport')}</a> : null}
      </p>
    </div>
  );
}

function GoToRoom({ lot }: { lot: LotDetails }) {
  const { t } = useTranslation('lots');
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

function WatchLink({ lot, label }: { lot: LotDetails; label: string }) {
  return (
    <ButtonLink
      to={paths.gameView(lot.id)}
      size="md"
      fullWidth
      variant="default"
      leftSection={<Eye size={18} aria-hidden />}
    >
      {label}
    </ButtonLink>
  );
}
