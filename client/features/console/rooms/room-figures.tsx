import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsoleRoom } from '#shared/api/console/room-page.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { MoneyText } from '#client/ui/money-text.tsx';
import { End, Phase, Refusals } from './room-columns.tsx';
import css from './room-page.module.css';

/** What the board tells of the room, and from when to when it was announced. */
export function RoomFigures({ shown: { room, startPriceTiyin, closesAtMs } }: { shown: ConsoleRoom }) {
  const { t } = useTranslation(['console-room', 'console']);
  const { answerP50Ms, answerP99Ms, journalLagMs, priceTiyin, leaderNumber } = room;
  return (
    <dl className={css.figures}>
      <Figure name={t('console:column.phase')}>
        <Phase room={room} />
      </Figure>
      <Figure
        name={t('console:column.price')}
        note={t('startPrice')}
        noted={<MoneyText tiyin={startPriceTiyin} size="small" />}
      >
        {priceTiyin === null ? '—' : <MoneyText tiyin={priceTiyin} live />}
        <small>
          {t('console:prices', { count: room.count })}
          {leaderNumber === null ? '' : ` · ${t('console:leader', { number: leaderNumber })}`}
        </small>
      </Figure>
      <Figure name={t('console:column.end')} note={t('announced')} noted={formatDateTimeShort(closesAtMs)}>
        <End room={room} />
        {room.extensions > 0 ? <small>{t('console:extensions', { count: room.extensions })}</small> : null}
      </Figure>
      <Figure name={t('console:column.connected')}>
        {t('console:connectedOf', { connected: room.connected, participants: room.participants })}
        <small>{t('console:viewers', { count: room.viewers })}</small>
      </Figure>
      <Figure name={t('console:column.answers')}>
        {answerP50Ms === null || answerP99Ms === null
          ? '—'
          : t('console:answers', { p50: answerP50Ms, p99: answerP99Ms })}
        <small>{t('lastMinute')}</small>
        {room.phase === 'closed' || journalLagMs === null ? null : (
          <small>
            {t('console:column.journal')}: {t('console:seconds', { count: journalLagMs / 1_000 })}
          </small>
        )}
      </Figure>
      <Figure name={t('console:column.refusals')}>
        <Refusals refusals={room.refusals} />
      </Figure>
    </dl>
  );
}

interface FigureProps {
  name: string;
  /** What it is compared with. */
  note?: string;
  noted?: ReactNode;
  children: ReactNode;
}

function Figure({ name, note, noted, children }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children}
        {note === undefined ? null : (
          <small>
            {note} {noted}
          </small>
        )}
      </dd>
    </div>
  );
}
