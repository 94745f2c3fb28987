import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../../lib/auction-socket/connection.ts';
import { useRoom } from './room-store.ts';
import css from './room.module.css';

/** A short interruption is not shown; after this long a banner says what still works. */
const BANNER_AFTER_MS = 2_500;

/** Thin bar while reconnecting or catching up; a banner when the connection stays away, the room is read over HTTP, or the platform is interrupted. */
export function ConnectionBar() {
  const { t } = useTranslation('room');
  const { status, lostAtMs } = useConnection();
  const catchingUp = useRoom((state) => state.catchingUp);
  const interrupted = useRoom((state) => state.interrupted);
  const overHttp = useRoom((state) => state.overHttp);
  const [long, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (lostAtMs === null) return undefined;
    const timer = setTimeout(() => setLong(true), Math.max(0, lostAtMs + BANNER_AFTER_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [lostAtMs]);
  const away = status !== 'online';
  return (
    <>
      <div className={css.thinBar} data-active={(away && status !== 'idle') || catchingUp} aria-hidden />
      {interrupted ? (
        <p className={css.banner} role="alert" data-testid="interrupted">
          {t('banner.interrupted')}
        </p>
      ) : away && (long || overHttp) ? (
        <p className={css.banner} role="alert" data-testid="connection-lost">
          {t(overHttp ? 'banner.http' : 'banner.lost')}
        </p>
      ) : null}
    </>
  );
}
