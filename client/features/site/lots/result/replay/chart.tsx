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
  const { t } = useTranslation('replay');
  const played = useId();
  const { fromUs, toUs, marks } = timeline;
  const { path, lastTiyin } = useMemo(() => pathOf(timeline, startTiyin), [timeline, startTiyin]);
  const x = (us: number) => ((us - fromUs) / Math.max(1, toUs - fromUs)) * WIDTH;
  const area = `${path}V${HEIGHT}H0Z`;
  return (
    <figure className={result.chart}>
      <svg
        className={css.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('chart', { from: formatMoney(startTiyin), to: formatMoney(lastTiyin) })}
      >
        <clipPath id={played}>
          <rect width={x(atUs)} height={HEIGHT} />
        </clipPath>
        {marks.map(({ kind, atUs: from, untilUs }) =>
          kind === 'pause' ? (
            <rect
              key={`p${from}`}
              className={css.paused}
              x={x(from)}
              width={Math.max(2, x(untilUs) - x(from))}
              height={HEIGHT}
            />
          ) : (
            <path
              key={`${kind}${from}`}
              className={css.mark}
              data-kind={kind}
              d={`M${x(from)} ${HEIGHT}V${HEIGHT - 14}`}
            />
          ),
        )}
        <path className={css.toCome} d={path} />
        <g clipPath={`url(#${played})`}>
          <path className={result.area} d={area} />
          <path className={result.line} d={path} />
        </g>
        <path className={css.cursor} d={`M${x(atUs)} 0V${HEIGHT}`} />
      </svg>
      <figcaption aria-hidden>
        <span>
          {formatTime(fromUs / 1_000)} · {formatMoneyShort(startTiyin)}
        </span>
        <span>
          {formatTime(toUs / 1_000)} · {formatMoneyShort(lastTiyin)}
        </span>
      </figcaption>
    </figure>
  );
}

function pathOf({ frames, fromUs, toUs }: Timeline, startTiyin: number) {
  const points = [{ atMs: fromUs / 1_000, tiyin: startTiyin }];
  for (const { entry } of frames)
    if (entry.kind === 'price') points.push({ atMs: entry.atUs / 1_000, tiyin: entry.amountTiyin });
  const lastTiyin = points.at(-1)?.tiyin ?? startTiyin;
  return { path: stepPath([...points, { atMs: toUs / 1_000, tiyin: lastTiyin }]), lastTiyin };
}
