import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoardRoom } from '#shared/api/console/console-rooms.ts';
import { consoleRoomLog, type RoomLogEntry } from '#shared/api/console/room-page.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime, formatTime } from '#client/lib/format/date.ts';
import { NotRead } from '#client/ui/not-read.tsx';
import { Button } from '#client/ui/button.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import layout from '#client/ui/layout.module.css';
import css from './room-page.module.css';

const REFRESH_MS = 2_000;

/** Every entry of the room, newest first, as they come; earlier ones once they are asked for. */
export function RoomLog({ room }: { room: BoardRoom }) {
  return <Entries lotId={room.lotId} live={room.phase !== 'closed'} />;
}

interface EntriesProps {
  lotId: number;
  /** New ones may come. */
  live: boolean;
  before?: number;
}

function Entries({ lotId, live, before }: EntriesProps) {
  const { t } = useTranslation('console-room');
  const [earlier, setEarlier] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['console-room-log', lotId, before],
    queryFn: ({ signal }) =>
      call(consoleRoomLog, { params: { lotId }, query: before === undefined ? {} : { before }, signal }),
    // A reader of earlier entries keeps their place: they never change.
    refetchInterval: live && before === undefined && !earlier ? REFRESH_MS : false,
  });
  if (!data) return <NotRead error={error} onRetry={() => void refetch()} height={240} />;
  const { entries, more } = data;
  const last = entries.at(-1);
  if (!last) return <p className={layout.muted}>{t('log.none')}</p>;
  return (
    <>
      <ol className={css.log} reversed start={entries[0]?.seq}>
        {entries.map((entry) => (
          <Entry key={entry.seq} entry={entry} />
        ))}
      </ol>
      {!more ? null : earlier ? (
        <Entries lotId={lotId} live={false} before={last.seq} />
      ) : (
        <p>
          <Button variant="default" onClick={() => setEarlier(true)}>
            {t('log.earlier')}
          </Button>
        </p>
      )}
    </>
  );
}

function Entry({ entry }: { entry: RoomLogEntry }) {
  const { t } = useTranslation(['console-room', 'console']);
  const { seq, kind, atMs, committedAtMs, number, priceTiyin, auto, deadlineMs, cause, reason } = entry;
  const how = kind === 'price' ? (auto ? 'auto' : 'offer') : 'plain';
  return (
    <li data-kind={kind}>
      <time dateTime={new Date(atMs).toISOString()} title={formatDateTime(atMs, { seconds: true })}>
        {formatTime(atMs, { seconds: true, millis: true })}
      </time>
      <span className={css.seq}>{seq}</span>
      <span>
        <strong>{t(how === 'plain' ? `log.kind.${kind}` : `log.price.${how}`)}</strong>
        {number === null ? null : <> · {t('log.participant', { number })}</>}
        {cause === null ? null : <> · {t(`log.cause.${cause}`, { defaultValue: cause })}</>}
        {reason ? <q>{reason}</q> : null}
        {deadlineMs === null ? null : (
          <small>{t('log.deadline', { time: formatTime(deadlineMs, { seconds: true }) })}</small>
        )}
      </span>
      <span className={css.sum}>
        {priceTiyin === null ? null : <MoneyText tiyin={priceTiyin} size="small" />}
        <small>{t('log.committed', { ms: Math.max(0, Math.round(committedAtMs - atMs)) })}</small>
      </span>
    </li>
  );
}
