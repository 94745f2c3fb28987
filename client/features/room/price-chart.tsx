import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type uPlotType from 'uplot';
import { formatMoney, formatMoneyShort, formatTiyin } from '../../lib/format/money.ts';
import { formatTime } from '../../lib/format/date.ts';
import type { RoomState } from './room-state.ts';
import css from './room.module.css';

const HEIGHT_PX = 180;
/** From 10 billion UZS on whole figures no longer fit beside the chart. */
const SHORT_FROM_TIYIN = 1_000_000_000_000;

const axisMoney = (tiyin: number) =>
  tiyin >= SHORT_FROM_TIYIN ? formatMoneyShort(tiyin) : formatTiyin(Math.round(tiyin / 100) * 100);

/** Confirmed prices as steps over time. The drawing library is a chunk of its own, loaded after the room stands. */
export function PriceChart({ room }: { room: RoomState }) {
  const { t } = useTranslation('room');
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlotType | null>(null);
  const data = useRef<uPlotType.AlignedData>([[], []]);
  data.current = seriesOf(room);

  useEffect(() => {
    let gone = false;
    let sizes: ResizeObserver | null = null;
    void import('./draw-chart.ts').then(({ drawChart }) => {
      if (gone || !box.current) return;
      plot.current = drawChart(box.current, data.current, HEIGHT_PX, {
        money: axisMoney,
        time: (s) => formatTime(s * 1_000, { seconds: true }),
      });
      sizes = new ResizeObserver(([entry]) => {
        if (entry) plot.current?.setSize({ width: Math.floor(entry.contentRect.width), height: HEIGHT_PX });
      });
      sizes.observe(box.current);
    });
    return () => {
      gone = true;
      sizes?.disconnect();
      plot.current?.destroy();
      plot.current = null;
    };
  }, []);
  useEffect(() => plot.current?.setData(data.current), [room.prices]);

  const { head } = room;
  return (
    <figure className={css.chart} aria-label={t('chart.label')}>
      <div ref={box} style={{ height: HEIGHT_PX }} aria-hidden />
      <figcaption className={css.srOnly}>
        {t('chart.text', {
          count: head.count,
          from: formatMoney(room.startPriceTiyin),
          to: formatMoney(head.priceTiyin ?? room.startPriceTiyin),
        })}
      </figcaption>
    </figure>
  );
}

/** Seconds and tiyin, oldest first, from the start price on. */
function seriesOf(room: RoomState): uPlotType.AlignedData {
  const prices = [...room.prices].reverse();
  const times = [room.opensAtMs / 1_000];
  const values = [room.startPriceTiyin];
  for (const price of prices) {
    times.push(Math.max(price.atMs / 1_000, (times.at(-1) ?? 0) + 0.001));
    values.push(price.amountTiyin);
  }
  if (prices.length > 0 && prices.length < room.head.count) {
    // Older prices are not loaded: begin with the first one known instead of a false straight line.
    times.shift();
    values.shift();
  }
  return [times, values];
}
