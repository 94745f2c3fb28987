import { Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { lazyScreen } from '../../../lib/lazy-screen.ts';
import { loginUrl } from '../../../lib/paths.ts';
import { ApplicationsUntil } from './applications-until.tsx';
import { useRoomAddress } from './room-name.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import { useServerNow } from './use-room-now.ts';
import { RoomHeading } from './room-heading.tsx';
import parts from './parts.module.css';

/** Asks who sells the lot, or joins a practice room; visitors do not load it. */
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
      ) : because === 'not-admitted' ? (
        <Suspense>
          <NotAdmitted room={room} lot={lot} late={late} />
        </Suspense>
      ) : (
        <p>{t(`observer.${because}`)}</p>
      )}
    </section>
  );
}
