import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { joinPractice } from '#shared/api/cabinet/trade-applications.ts';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { useRoomBase } from '#client/entities/lot/use-room-base.ts';
import { call } from '../../../lib/api-client.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { paths } from '../../../lib/paths.ts';
import { ApplicationsUntil } from './applications-until.tsx';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import parts from './parts.module.css';

interface NotAdmittedProps {
  room: RoomState;
  lot: LotDetails | undefined;
  /** Applications have closed. */
  late: boolean;
}

/** For a person who is signed in and not in the auction: the way to take part. */
export default function NotAdmitted({ room, lot, late }: NotAdmittedProps) {
  const { lotId } = room.head;
  return room.practice ? <JoinPractice lotId={lotId} /> : <Apply lot={lot} lotId={lotId} late={late} />;
}

/** What taking part asks for; the seller of the lot only watches. */
function Apply({ lot, lotId, late }: Omit<NotAdmittedProps, 'room'> & { lotId: number }) {
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
