import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#client/lib/paths.ts';
import { NotRead } from '#client/ui/not-read.tsx';
import { HoursChart } from './hours-chart.tsx';
import { useRooms } from './use-rooms.ts';
import css from './rooms-today.module.css';

/** How many rooms run, are paused or wait, and how many open and may end in each of the next hours. */
export function RoomsToday() {
  const { t } = useTranslation('console');
  const { data, error, refetch } = useRooms();
  if (!data) return <NotRead part={t('title')} error={error} onRetry={() => void refetch()} height={220} />;
  const count = (phase: (typeof data.rooms)[number]['phase']) =>
    data.rooms.filter((room) => room.phase === phase).length;
  return (
    <section className={css.card} aria-labelledby="console-rooms-today">
      <h2 id="console-rooms-today">
        <Link to={paths.console('rooms')}>{t('title')}</Link>
      </h2>
      <dl className={css.phases}>
        {(['running', 'paused', 'waiting'] as const).map((phase) => (
          <div key={phase} data-phase={phase}>
            <dt>{t(`phase.${phase}`)}</dt>
            <dd>
              <Link to={`${paths.console('rooms')}?phase=${phase}`}>{count(phase)}</Link>
            </dd>
          </div>
        ))}
      </dl>
      <HoursChart rooms={data.rooms} nowMs={data.serverAtMs} />
    </section>
  );
}
