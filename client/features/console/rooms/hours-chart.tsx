import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { BoardRoom } from '#shared/api/console/console-rooms.ts';
import { formatTime } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { hoursAhead } from './hours-ahead.ts';
import css from './hours-chart.module.css';

const HOURS = 12;
const TALLEST_PX = 56;
/** Of the whole figure. */
export const HOURS_HEIGHT_PX = 150;

interface HoursChartProps {
  rooms: readonly BoardRoom[];
  /** By the server's clock. */
  nowMs: number;
}

/** How many rooms open and may end in each of the next hours; each leads to them. */
export function HoursChart({ rooms, nowMs }: HoursChartProps) {
  const { t } = useTranslation('console');
  const hours = hoursAhead(rooms, nowMs, HOURS);
  const most = Math.max(1, ...hours.map(({ opens, ends }) => Math.max(opens, ends)));
  const height = (count: number) => ({ height: `${Math.round((count / most) * TALLEST_PX)}px` });
  return (
    <figure className={css.chart}>
      <figcaption>
        <i data-what="ends" aria-hidden /> {t('hours.ends')} <i data-what="opens" aria-hidden />{' '}
        {t('hours.opens')}
      </figcaption>
      <ol className={css.hours}>
        {hours.map(({ fromMs, opens, ends }) => (
          <li key={fromMs}>
            <Link to={`${paths.console('rooms')}?hour=${fromMs}`}>
              <span className="sr-only">{t('hours.hour', { time: formatTime(fromMs), ends, opens })}</span>
              <b aria-hidden>{opens + ends > 0 ? opens + ends : ''}</b>
              <span className={css.bars} aria-hidden>
                <i data-what="ends" style={height(ends)} />
                <i data-what="opens" style={height(opens)} />
              </span>
              <small aria-hidden>{formatTime(fromMs)}</small>
            </Link>
          </li>
        ))}
      </ol>
    </figure>
  );
}
