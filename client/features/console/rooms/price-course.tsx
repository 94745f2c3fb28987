import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { consoleRoomPrices, type ConsoleRoom } from '#shared/api/console/room-page.ts';
import { call } from '#client/lib/api-client.ts';
import { formatTime } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { FailedPart } from '#client/ui/failed-part.tsx';
import { stepsOf } from './price-steps.ts';
import css from './price-course.module.css';

/** Units of the drawing, which is as wide as its place. */
const WIDTH = 1_000;
const HEIGHT = 160;

/** How the price rose from the start price on, each holding until the next one. Nothing is drawn before the first. */
export function PriceCourse({ shown }: { shown: ConsoleRoom }) {
  const { t } = useTranslation(['console-room', 'console']);
  const { room, startPriceTiyin, serverAtMs } = shown;
  const { lotId, count } = room;
  const { data, error, refetch } = useQuery({
    // Each price makes the course another one.
    queryKey: ['console-room-prices', lotId, count],
    queryFn: ({ signal }) => call(consoleRoomPrices, { params: { lotId }, signal }),
    enabled: count > 0,
    placeholderData: keepPreviousData,
  });
  if (!data && error)
    return <FailedPart name={t('console:column.price')} error={error} onRetry={() => void refetch()} />;
  const last = data?.at(-1);
  if (!data || !last) return null;
  const untilMs = Math.max(last.atMs, room.phase === 'closed' ? room.deadlineMs : serverAtMs);
  const steps = stepsOf(data, {
    startPriceTiyin,
    opensAtMs: room.opensAtMs,
    untilMs,
    width: WIDTH,
    height: HEIGHT,
  });
  const label = t('chart.text', {
    prices: t('console:prices', { count }),
    from: formatMoney(startPriceTiyin),
    to: formatMoney(last.amountTiyin),
  });
  return (
    <figure className={css.chart}>
      <figcaption>{label}</figcaption>
      <div className={css.box} aria-hidden>
        <span className={css.top}>{formatMoney(last.amountTiyin)}</span>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
          <path className={css.area} d={steps.area} />
          <path className={css.line} d={steps.line} />
        </svg>
        <span className={css.bottom}>{formatMoney(startPriceTiyin)}</span>
      </div>
      <div className={css.times} aria-hidden>
        <span>{formatTime(room.opensAtMs)}</span>
        <span>{formatTime(untilMs, { seconds: true })}</span>
      </div>
    </figure>
  );
}
