import { useTranslation } from 'react-i18next';
import type { PublicPrice } from '#shared/realtime/room.ts';
import { formatMoney, formatMoneyShort } from '#client/lib/format/money.ts';
import { formatTime } from '#client/lib/format/date.ts';
import css from './result.module.css';

export const CHART_WIDTH = 600;
export const CHART_HEIGHT = 120;
const PAD = 6;

interface PriceStepsProps {
  /** Newest first, as loaded so far. */
  prices: PublicPrice[];
  /** The very first price is among them: the picture then begins at the start price. */
  complete: boolean;
  startTiyin: number;
  startAtMs: number;
}

/** The path of a price that holds until the next one: across, then up. */
export function stepPath(points: { atMs: number; tiyin: number }[]): string {
  const times = points.map(({ atMs }) => atMs);
  const sums = points.map(({ tiyin }) => tiyin);
  const [fromMs, toMs] = [Math.min(...times), Math.max(...times)];
  const [low, high] = [Math.min(...sums), Math.max(...sums)];
  const x = (atMs: number) =>
    Math.round(((atMs - fromMs) / Math.max(1, toMs - fromMs)) * CHART_WIDTH * 10) / 10;
  const y = (tiyin: number) =>
    Math.round(
      (CHART_HEIGHT - PAD - ((tiyin - low) / Math.max(1, high - low)) * (CHART_HEIGHT - 2 * PAD)) * 10,
    ) / 10;
  return points
    .map(({ atMs, tiyin }, at) => (at === 0 ? `M${x(atMs)} ${y(tiyin)}` : `H${x(atMs)}V${y(tiyin)}`))
    .join('');
}

/** How the price rose, drawn from the prices loaded; the table below says the same in figures. */
export function PriceSteps({ prices, complete, startTiyin, startAtMs }: PriceStepsProps) {
  const { t } = useTranslation('card');
  const rising = prices.toReversed().map(({ atMs, amountTiyin }) => ({ atMs, tiyin: amountTiyin }));
  const first = rising[0];
  const last = rising.at(-1);
  if (!first || !last || rising.length < 2) return null;
  const points = complete ? [{ atMs: startAtMs, tiyin: startTiyin }, ...rising] : rising;
  const from = points[0] ?? first;
  return (
    <figure className={css.chart}>
      <svg
        viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('result.chart', { from: formatMoney(from.tiyin), to: formatMoney(last.tiyin) })}
      >
        <path className={css.area} d={`${stepPath(points)}V${CHART_HEIGHT}H0Z`} />
        <path className={css.line} d={stepPath(points)} />
      </svg>
      <figcaption aria-hidden>
        <span>
          {formatTime(from.atMs)} · {formatMoneyShort(from.tiyin)}
        </span>
        <span>
          {formatTime(last.atMs)} · {formatMoneyShort(last.tiyin)}
        </span>
      </figcaption>
    </figure>
  );
}
