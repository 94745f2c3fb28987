import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { useRoomBase } from '#client/entities/lot/use-room-base.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { paths } from '../../../lib/paths.ts';
import { ApplicationsUntil } from './applications-until.tsx';
import parts from './parts.module.css';

interface NotAdmittedProps {
  lot: LotDetails | undefined;
  lotId: number;
  late: boolean;
}

/** For a person without an application: what taking part asks for, and the way there; its seller only watches. */
export default function NotAdmitted({ lot, lotId, late }: NotAdmittedProps) {
  const { t } = useTranslation('room');
  if (useRoomBase(lotId).data?.sells) return <p>{t('observer.own')}</p>;
  return (
    <>
      <p>
        {t('observer.deposit', { price: formatMoney(lot?.depositTiyin ?? 0) })}{' '}
        {lot ? <ApplicationsUntil late={late} atMs={lot.applicationsUntilMs} /> : null}
      </p>
      <Link className={late ? parts.plainSmall : parts.primarySmall} to={paths.lotView(lotId)}>
        {t('observer.toCard')}
      </Link>
    </>
  );
}
