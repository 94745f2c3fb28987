import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatMoneyShort } from '#client/lib/format/money.ts';
import { formatTime } from '#client/lib/format/date.ts';
import { CHART_HEIGHT as HEIGHT, CHART_WIDTH as WIDTH, stepPath } from '../price-steps.tsx';
import type { Timeline } from './timeline.ts';
import result from '../result.module.css';
import css from './replay.module.css';

interface ChartProps {
  timeline: Timeline;
  startTiyin: number;
  atUs: number;
}

/** All prices from the opening to the hammer, drawn strongly as far as they have been played. */
export function Chart({ timeline, startTiyin, atUs }: ChartProps) {
  const { t } = useTranslation('checks');
  const played = useId();
  const { path, lastTiyin } = useMemo(() => pathOf(timeline, startTiyin), [timeline, startTiyin]);
  const x = xOf(timeline, atUs);
  const drawn = useMemo(() => <ChartMarks timeline={timeline} />, [timeline]);
  const area = `${path}V${HEIGHT}H0Z`;
  return (
    <figure className={result.chart}>
      <svg
        className={css.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('replay.chart', { from: formatMoney(startTiyin), to: formatMoney(lastTiyin) })}
      >
        <clipPath id={played}>
          <rect width={x} height={HEIGHT} />
        </clipPath>
        {drawn}
        <path className={css.toCome} d={path} />
        <g clipPath={`url(#${played})`}>
          <path className={result.area} d={area} />
          <path className={result.line} d={path} />
        </g>
        <path className={css.cursor} d={`M${x} 0V${HEIGHT}`} />
      </svg>
      <figcaption aria-hidden>
        <span>
          {formatTime(timeline.fromUs / 1_000)} · {formatMoneyShort(startTiyin)}
        </span>
        <span>
          {formatTime(timeline.toUs / 1_000)} · {formatMoneyShort(lastTiyin)}
        </span>
      </figcaption>
    </figure>
  );
}

const xOf = ({ fromUs, toUs }: Timeline, us: number): number =>
  ((us - fromUs) / Math.max(1, toUs - fromUs)) * WIDTH;

function ChartMarks({ timeline }: { timeline: Timeline }) {
  return timeline.marks.map(({ kind, seq, atUs, untilUs }) => {
    const x = xOf(timeline, atUs);
    if (kind !== 'pause')
      return <path key={seq} className={css.mark} data-kind={kind} d={`M${x} ${HEIGHT}V${HEIGHT - 14}`} />;
    const width = Math.max(2, xOf(timeline, untilUs) - x);
    return <rect key={seq} className={css.paused} x={x} width={width} height={HEIGHT} />;
  });
}

function pathOf({ frames, fromUs, toUs }: Timeline, startTiyin: number) {
  const points = [{ atMs: fromUs / 1_000, tiyin: startTiyin }];
  for (const { entry } of frames)
    if (entry.kind === 'price') points.push({ atMs: entry.atUs / 1_000, tiyin: entry.amountTiyin });
  const lastTiyin = points.at(-1)?.tiyin ?? startTiyin;
  return { path: stepPath([...points, { atMs: toUs / 1_000, tiyin: lastTiyin }]), lastTiyin };
}
