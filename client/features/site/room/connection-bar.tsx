import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../../lib/auction-socket/connection.ts';
import { useRoom } from './room-store.ts';
import css from './room.module.css';

/** A short interruption is not shown; after this long a banner says what still works. */
const BANNER_AFTER_MS = 2_500;

/** Thin bar while reconnecting or catching up; a banner when the platform is interrupted or the connection stays away. */
export const ConnectionBar = memo(function ConnectionBar() {
  const interrupted = useRoom((state) => state.interrupted);
  return (
    <>
      <CatchingUp />
      {interrupted ? <Interrupted /> : <ConnectionLost />}
    </>
  );
});

function CatchingUp() {
  const { status } = useConnection();
  const catchingUp = useRoom((state) => state.catchingUp);
  const away = status !== 'online' && status !== 'idle';
  return <div className={css.thinBar} data-active={away || catchingUp} aria-hidden />;
}

/** The server reported an interruption of this room that is not in its log yet. */
export function Interrupted() {
  const { t } = useTranslation('room');
  return (
    <p className={css.banner} role="alert" data-testid="interrupted">
      {t('banner.interrupted')}
    </p>
  );
}

/** The connection stays away, or the room is read over HTTP: one for all rooms of a page. */
export function ConnectionLost() {
  const { t } = useTranslation('room');
  const { status, lostAtMs } = useConnection();
  const overHttp = useRoom((state) => state.overHttp);
  const [long, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (lostAtMs === null) return undefined;
    const timer = setTimeout(() => setLong(true), Math.max(0, lostAtMs + BANNER_AFTER_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [lostAtMs]);
  if (status === 'online' || !(long || overHttp)) return null;
  return (
    <p className={css.banner} role="alert" data-testid="connection-lost">
      {t(overHttp ? 'banner.http' : 'banner.lost')}
    </p>
  );
}
