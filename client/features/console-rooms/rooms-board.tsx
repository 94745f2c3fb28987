import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { consoleRooms, type BoardRoom } from '#shared/api/console-rooms.ts';
import { ROOM_PHASES } from '#shared/auction/refusals.ts';
import { call } from '#client/lib/api-client.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { useState } from 'react';
import { ActionLog } from './action-log.tsx';
import { RequestList } from './request-list.tsx';
import { RoomDialog, type RoomVerb } from './room-dialog.tsx';
import { RoomRow } from './room-row.tsx';
import css from './console.module.css';

const REFRESH_MS = 2_000;

/** Every room that waits, runs, is paused or has just closed; figures are at most two seconds old. */
export function RoomsBoard() {
  const { t } = useTranslation('console');
  const mayAct = hasRole(
    useSession((state) => state.me),
    ['operator', 'administrator'],
  );
  const [acting, setActing] = useState<{ room: BoardRoom; verb: RoomVerb } | null>(null);
  const [history, setHistory] = useState<BoardRoom | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['console-rooms'],
    queryFn: () => call(consoleRooms),
    refetchInterval: REFRESH_MS,
  });
  const count = (phase: BoardRoom['phase']) => data?.rooms.filter((room) => room.phase === phase).length ?? 0;
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <dl className={css.summary}>
        {ROOM_PHASES.map((phase) => (
          <div key={phase} data-phase={phase}>
            <dt>{t(`phase.${phase}`)}</dt>
            <dd>{data ? count(phase) : '…'}</dd>
          </div>
        ))}
      </dl>
      <RequestList mayAct={mayAct} />
      {error && data ? (
        <p className={css.stale} role="status">
          {t('stale')}
        </p>
      ) : null}
      {data ? (
        data.rooms.length > 0 ? (
          <div className={css.scroll} tabIndex={0} role="region" aria-label={t('title')}>
            <table className={css.table}>
              <thead>
                <tr>
                  <th scope="col">{t('column.room')}</th>
                  <th scope="col">{t('column.phase')}</th>
                  <th scope="col" className={css.right}>
                    {t('column.price')}
                  </th>
                  <th scope="col">{t('column.end')}</th>
                  <th scope="col" className={css.right}>
                    {t('column.people')}
                  </th>
                  <th scope="col">{t('column.refusals')}</th>
                  <th scope="col">{t('column.actions')}</th>
                </tr>
              </thead>
              <tbody>
                {data.rooms.map((room) => (
                  <RoomRow
                    key={room.lotId}
                    room={room}
                    mayAct={mayAct}
                    onAct={(verb) => setActing({ room, verb })}
                    onHistory={() => setHistory(room)}
                  />
                ))}
              </tbody>
            </table>
          </div>
        ) : (
          <EmptyState title={t('none')} text={t('noneText')} />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={360} radius={12} />
      )}
      {acting ? <RoomDialog room={acting.room} verb={acting.verb} onClose={() => setActing(null)} /> : null}
      {history ? <ActionLog room={history} onClose={() => setHistory(null)} /> : null}
    </>
  );
}
