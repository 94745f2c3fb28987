import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { paths } from '../../../lib/paths.ts';
import { useServerNow } from './use-room-now.ts';
import parts from './parts.module.css';
import css from './no-room.module.css';

/** Instead of a room that exists, for somebody who may not see it. */
export function NoAccess({ lotId }: { lotId: number }) {
  const { t } = useTranslation('room-later');
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
export function NoRoom({ lot }: { lot: LotDetails }) {
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

function Notice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const { t } = useTranslation('room-later');
  return (
    <section className={css.refused} role="alert">
      <h1>{title}</h1>
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
