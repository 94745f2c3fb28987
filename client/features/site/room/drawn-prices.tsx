import { useEffect, useMemo, useRef, useState } from 'react';
import type uPlot from 'uplot';
import { useColorTheme } from '../../../lib/color-theme.ts';
import { formatMoney, formatMoneyShort, formatTiyin } from '../../../lib/format/money.ts';
import { formatDateTimeShort, formatTime } from '../../../lib/format/date.ts';
import { drawChart } from './draw-chart.ts';
import { seriesOf } from './price-series.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import { useServerNow } from './use-room-now.ts';

/** As high as its placeholder. */
const HEIGHT_PX = 180;
/** From 10 billion UZS on whole figures no longer fit beside the chart. */
const SHORT_FROM_TIYIN = 1_000_000_000_000;

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** The line reaches now, drawn so often. */
const DRAWN_EVERY_MS = 1_000;

const FORMATS = {
  axisMoney: (tiyin: number) =>
    tiyin >= SHORT_FROM_TIYIN ? formatMoneyShort(tiyin) : formatTiyin(Math.round(tiyin / 100) * 100),
  money: formatMoney,
  time: (seconds: number) => formatTime(seconds * 1_000, { seconds: true }),
  axisTime: (seconds: number, widthS: number) =>
    widthS > DAY_S
      ? formatDateTimeShort(seconds * 1_000)
      : formatTime(seconds * 1_000, { seconds: widthS < HOUR_S }),
};

/** The drawing of a room's prices, with its library. */
export default function DrawnPrices({ room }: { room: RoomState }) {
  const box = useRef<HTMLDivElement>(null);
  const [plot, setPlot] = useState<uPlot | null>(null);
  const theme = useColorTheme((state) => state.theme);
  const { prices, opensAtMs, startPriceTiyin } = room;
  const { count, phase, deadlineMs } = room.head;
  const now = useServerNow(DRAWN_EVERY_MS);
  const untilMs = phase === 'closed' ? Math.min(now, deadlineMs) : now;
  const series = useMemo(
    () => seriesOf({ prices, opensAtMs, startPriceTiyin, count }, untilMs),
    [prices, opensAtMs, startPriceTiyin, count, untilMs],
  );

  useEffect(() => {
    const { current: place } = box;
    if (!place) return undefined;
    let remove = () => {};
    // In a task of its own: a slow phone answers a touch before it.
    const timer = setTimeout(() => {
      const drawn = drawChart(place, HEIGHT_PX, FORMATS);
      const sizes = new ResizeObserver(([entry]) => {
        if (entry) drawn.setSize({ width: Math.floor(entry.contentRect.width), height: HEIGHT_PX });
      });
      sizes.observe(place);
      setPlot(drawn);
      remove = () => {
        sizes.disconnect();
        drawn.destroy();
      };
    });
    return () => {
      clearTimeout(timer);
      remove();
    };
  }, []);
  useEffect(() => plot?.setData(series), [plot, series]);
  useEffect(() => plot?.redraw(), [plot, theme]);
  return <div ref={box} />;
}
