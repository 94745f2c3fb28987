import type { UseQueryResult } from '@tanstack/react-query';
import { use, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { paths } from '../../../lib/paths.ts';
import { RoomStoreContext, useRoom } from './room-store.ts';
import { useServerNow } from './use-room-now.ts';
import parts from './parts.module.css';
import css from './no-room.module.css';

interface NoRoomProps {
  lotId: number;
  lot: UseQueryResult<LotDetails>;
  /** Where there is no such lot. */
  notFound: ReactNode;
  /** While it is not known whether there is. */
  awaited: ReactNode;
}

/** Instead of a room this person cannot join: because of who they are, or because it is not there. */
export default function NoRoom({ lotId, lot, notFound, awaited }: NoRoomProps) {
  const { t } = useTranslation('room-later');
  const noAccess = useRoom(({ status }) => status.kind === 'refused' && status.error.code === 'no-access');
  if (!noAccess) return lot.data ? <WithoutRoom lot={lot.data} /> : lot.isPending ? awaited : notFound;
  return (
    <Notice title={t('refused.noAccess')} text={t('refused.noAccessNext')}>
      <Link className={parts.primarySmall} to={paths.lotView(lotId)}>
        {t('toCard')}
      </Link>
    </Notice>
  );
}

const kindOf = (lot: LotDetails, nowMs: number) => {
  if (lot.result) return 'over';
  if (lot.tradeType === 'fixed-price') return 'fixedPrice';
  return nowMs < lot.opensAtMs ? 'notYet' : 'late';
};

/** Of a lot that is there while its room is not: not yet, not any more, or never, as with a sale at a stated price. */
function WithoutRoom({ lot }: { lot: LotDetails }) {
  const { t } = useTranslation('room-later');
  const kind = kindOf(lot, useServerNow(1_000));
  return (
    <Notice
      title={t(`noRoom.${kind}.title`)}
      text={t(`noRoom.${kind}.text`, { time: formatDateTime(lot.opensAtMs) })}
    >
      {kind === 'over' ? (
        <Link className={parts.primarySmall} to={paths.lotResult(lot.id)}>
          {t('noRoom.over.toResult')}
        </Link>
      ) : (
        <Link className={parts.primarySmall} to={paths.lotView(lot.id)}>
          {t('toCard')}
        </Link>
      )}
    </Notice>
  );
}

/** Instead of several rooms whose address names none. */
export function NoRooms() {
  const { t } = useTranslation('room-later');
  return (
    <Notice title={t('rooms.none')} text={t('rooms.noneText')}>
      <Link className={parts.primarySmall} to={paths.profile('my-auctions')}>
        {t('rooms.mine')}
      </Link>
    </Notice>
  );
}

function Notice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const { t } = useTranslation('room-later');
  const store = use(RoomStoreContext);
  const Level = store?.getState().amongOthers ? 'h3' : 'h1';
  return (
    <section className={css.refused} role="alert">
      <Level>{title}</Level>
      <p>{text}</p>
      <p className={parts.buttons}>
        {children}
        <Link className={parts.plainSmall} to={paths.home()}>
          {t('outcome.others')}
        </Link>
      </p>
    </section>
  );
}
