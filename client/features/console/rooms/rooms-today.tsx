import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatTime } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { endsByHour } from './ends-by-hour.ts';
import { useRooms } from './use-rooms.ts';
import css from './rooms-today.module.css';

const HOURS = 12;

/** How many rooms run, are paused or wait, and how many may end in each of the next hours. */
export function RoomsToday() {
  const { t } = useTranslation('console');
  const { data } = useRooms();
  if (!data) return <Skeleton height={220} />;
  const count = (phase: (typeof data.rooms)[number]['phase']) =>
    data.rooms.filter((room) => room.phase === phase).length;
  const hours = endsByHour(data.rooms, data.serverAtMs, HOURS);
  const most = Math.max(1, ...hours.map(({ count: ends }) => ends));
  return (
    <section className={css.card} aria-labelledby="console-rooms-today">
      <h2 id="console-rooms-today">
        <Link to={paths.console('rooms')}>{t('title')}</Link>
      </h2>
      <dl className={css.phases}>
        {(['running', 'paused', 'waiting'] as const).map((phase) => (
          <div key={phase} data-phase={phase}>
            <dt>{t(`phase.${phase}`)}</dt>
            <dd>{count(phase)}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('today.ends')}</h3>
      <ol className={css.hours}>
        {hours.map(({ fromMs, count: ends }) => (
          <li key={fromMs}>
            <b>{ends > 0 ? ends : ''}</b>
            <i style={{ height: `${Math.round((ends / most) * 56)}px` }} aria-hidden />
            <span>{formatTime(fromMs)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
