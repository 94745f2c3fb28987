import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useColorTheme } from '../../lib/color-theme.ts';
import { formatMoney, formatMoneyShort, formatTiyin } from '../../lib/format/money.ts';
import { formatTime } from '../../lib/format/date.ts';
import { drawChart } from './draw-chart.ts';
import { lineOf } from './price-line.ts';
import type { RoomState } from './room-state.ts';
import css from './room.module.css';

/** From 10 billion UZS on whole figures no longer fit beside the chart. */
const SHORT_FROM_TIYIN = 1_000_000_000_000;

const FORMATS = {
  axisMoney: (tiyin: number) =>
    tiyin >= SHORT_FROM_TIYIN ? formatMoneyShort(tiyin) : formatTiyin(Math.round(tiyin / 100) * 100),
  money: formatMoney,
  time: (atMs: number) => formatTime(atMs, { seconds: true }),
};

/** Confirmed prices as steps over time; a pointer over them reads single ones. */
export function PriceChart({ room }: { room: RoomState }) {
  const { t } = useTranslation('room');
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pointerX, setPointerX] = useState<number | null>(null);
  const [width, setWidth] = useState(0);
  const theme = useColorTheme((state) => state.theme);
  const { prices, opensAtMs, startPriceTiyin } = room;
  const { count } = room.head;
  const line = useMemo(
    () => lineOf({ prices, opensAtMs, startPriceTiyin, count }),
    [prices, opensAtMs, startPriceTiyin, count],
  );

  useEffect(() => {
    const sizes = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    if (canvas.current) sizes.observe(canvas.current);
    return () => sizes.disconnect();
  }, []);
  useEffect(() => {
    if (canvas.current) drawChart(canvas.current, line, FORMATS, pointerX);
    // Size and colours are read from the element.
  }, [line, pointerX, width, theme]);

  return (
    <figure className={css.chart} aria-label={t('chart.label')}>
      <canvas
        ref={canvas}
        className={css.chartCanvas}
        aria-hidden
        onPointerMove={({ nativeEvent }) => setPointerX(nativeEvent.offsetX)}
        onPointerLeave={() => setPointerX(null)}
      />
      <figcaption className={css.srOnly}>
        {t('chart.text', {
          count,
          from: formatMoney(startPriceTiyin),
          to: formatMoney(room.head.priceTiyin ?? startPriceTiyin),
        })}
      </figcaption>
    </figure>
  );
}
