import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { roomActionLog, type BoardRoom } from '#shared/api/console/console-rooms.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { NotRead } from '#client/ui/not-read.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import layout from '#client/ui/layout.module.css';
import css from './console.module.css';

/** The actions of staff on a room, in a dialog. */
export function ActionLog({ room, onClose }: { room: BoardRoom; onClose: () => void }) {
  const { t } = useTranslation('console');
  return (
    <Dialog wide title={t('log.title', { number: room.number })} onClose={onClose}>
      <ActionEntries lotId={room.lotId} />
    </Dialog>
  );
}

/** What staff did to a room: who, when, why, and whether the room took it. */
export function ActionEntries({ lotId }: { lotId: number }) {
  const { t } = useTranslation('console');
  const { data, error, refetch } = useQuery({
    queryKey: ['console-actions', lotId],
    queryFn: () => call(roomActionLog, { params: { lotId } }),
    staleTime: 0,
  });
  if (!data) return <NotRead error={error} onRetry={() => void refetch()} height={160} />;
  if (data.length === 0) return <p className={layout.mutedMedium}>{t('log.none')}</p>;
  return (
    <ol className={css.log}>
      {data.map((entry) => (
        <li key={entry.id}>
          <p>
            <strong>{t(`log.${entry.action}`, { count: entry.minutes ?? 0 })}</strong> · {entry.by} ·{' '}
            {formatDateTimeShort(entry.atMs)}
          </p>
          <p>{entry.reason}</p>
          {entry.result === 'done' ? null : (
            <p className={css.error}>{t('dialog.refused', { reason: t(`refusal.${entry.result}`) })}</p>
          )}
        </li>
      ))}
    </ol>
  );
}
