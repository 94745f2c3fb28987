import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { paths } from '../../../lib/paths.ts';
import { useLocalized } from '../../../lib/use-localized.ts';
import { Photo } from '../../../ui/photo.tsx';
import { RoomFacts } from './room-facts.tsx';
import { useRoom } from './room-store.ts';
import { SoundSwitch } from './sound-switch.tsx';
import css from './room-top-bar.module.css';

interface RoomTopBarProps {
  lot: LotDetails | undefined;
  /** The room's first state is not there yet. */
  awaited: boolean;
}

/** What one bids on where it has no column of its own, my number, who else is here, and how good the connection is. */
export const RoomTopBar = memo(function RoomTopBar({ lot, awaited }: RoomTopBarProps) {
  const { t } = useTranslation('room');
  const number = useRoom((state) => state.room?.me.number ?? null);
  const role = useRoom((state) => state.room?.me.role);
  if (awaited) return <div className={css.topBar} data-skeleton="true" />;
  return (
    <div className={css.topBar} data-testid="room-top-bar">
      <LotLine lot={lot} />
      <strong className={css.myNumber}>
        {number === null ? (
          t(`role.${role ?? 'observer'}`)
        ) : (
          <>
            <span className={css.long}>{t('you', { number })}</span>
            <span className={css.short}>{t('youShort', { number })}</span>
          </>
        )}
      </strong>
      <RoomFacts />
      <SoundSwitch />
    </div>
  );
});

function LotLine({ lot }: { lot: LotDetails | undefined }) {
  const { t } = useTranslation('room');
  const localized = useLocalized();
  if (!lot) return <span className={css.lot} />;
  return (
    <Link className={css.lot} to={paths.lotView(lot.id)} data-testid="lot-line">
      <span className={css.lotPhoto}>
        <Photo photo={lot.photos[0] ?? null} decorative eager />
      </span>
      <span className={css.lotName}>
        <span className={css.lotNumber}>{t('lot.number', { number: lot.number })}</span>
        <span className={css.lotTitle}>{localized(lot.title)}</span>
      </span>
    </Link>
  );
}
