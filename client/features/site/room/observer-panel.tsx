import { useMutation } from '@tanstack/react-query';
import { Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { joinPractice } from '#shared/api/cabinet/trade-applications.ts';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { call } from '../../../lib/api-client.ts';
import { lazyScreen } from '../../../lib/lazy-screen.ts';
import { loginUrl } from '../../../lib/paths.ts';
import { ApplicationsUntil } from './applications-until.tsx';
import { useRoomAddress } from './room-name.ts';
import type { RoomState } from './room-state.ts';
import { useServerNow } from './use-room-now.ts';
import { RoomHeading } from './room-heading.tsx';
import parts from './parts.module.css';

/** Asks who sells the lot; visitors do not load it. */
const NotAdmitted = lazyScreen(() => import('./not-admitted.tsx'), ['room']);

/** For those who watch: what they would need to take part, and the way there. */
export function ObserverPanel({ room, lot }: { room: RoomState; lot: LotDetails | undefined }) {
  const { t } = useTranslation('room');
  const title = useId();
  const address = useRoomAddress();
  const because = room.me.notBiddingBecause ?? 'not-admitted';
  const late = useServerNow(1_000) >= (lot?.applicationsUntilMs ?? Infinity) && !room.practice;
  return (
    <section className={`${parts.panel} ${parts.observer}`} aria-labelledby={title} data-testid="observer">
      <RoomHeading id={title} className={parts.panelTitle}>
        {t('observer.title')}
      </RoomHeading>
      {because === 'not-signed-in' ? (
        <>
          <p>
            {lot && !room.practice ? <ApplicationsUntil late={late} atMs={lot.applicationsUntilMs} /> : null}{' '}
            {t(late ? 'observer.signInLate' : 'observer.signIn')}
          </p>
          <a className={late ? parts.plainSmall : parts.confirm} href={loginUrl(address)}>
            {t('observer.signInButton')}
          </a>
        </>
      ) : because === 'not-admitted' && room.practice ? (
        <JoinPractice lotId={room.head.lotId} />
      ) : because === 'not-admitted' ? (
        <Suspense>
          <NotAdmitted lot={lot} lotId={room.head.lotId} late={late} />
        </Suspense>
      ) : (
        <p>{t(`observer.${because}`)}</p>
      )}
    </section>
  );
}

function JoinPractice({ lotId }: { lotId: number }) {
  const { t } = useTranslation('room');
  const join = useMutation({ mutationFn: () => call(joinPractice, { body: { lotId } }) });
  const refused = join.data?.verdict === 'refused' ? join.data.reason : null;
  return (
    <>
      <p>{t('observer.practice')}</p>
      <button
        type="button"
        className={parts.confirm}
        disabled={join.isPending}
        onClick={() => join.mutate()}
        data-testid="join-practice"
      >
        {join.isPending ? t('observer.joining') : t('observer.join')}
      </button>
      <p role="status" className={parts.note} data-step={refused || join.isError ? 'refused' : 'idle'}>
        {refused ? t(`observer.refused.${refused}`) : join.isError ? t('failure.unavailable') : ''}
      </p>
    </>
  );
}
