import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { heightOf, spanOf } from './price-series.ts';
import css from './price-chart.module.css';

export interface ChartFormats {
  /** On the axis, short. */
  axisMoney(tiyin: number): string;
  money(tiyin: number): string;
  /** Seconds since 1970. */
  time(seconds: number): string;
  /** The same on the axis, as exact as a chart of this width needs. */
  axisTime(seconds: number, widthS: number): string;
}

/** More prices than this are a line without points. */
const MOST_POINTS = 40;
/** Height of a price's label, and its distance from the line. */
const NOTE_PX = 34;

/** Tells the price that stood at the pointer's time. */
function reading({ money, time }: ChartFormats): uPlot.Plugin {
  const note = document.createElement('span');
  note.className = css.reading ?? '';
  note.hidden = true;
  return {
    hooks: {
      ready: ({ over }) => over.append(note),
      setCursor: (plot) => {
        const { data, over } = plot;
        const { left = -1, idxs } = plot.cursor;
        // Left of the chart is the library's place for no pointer.
        const place = left < 0 ? null : (idxs?.[1] ?? null);
        const seconds = place === null ? undefined : data[0][place];
        const tiyin = place === null ? undefined : data[1]?.[place];
        note.hidden = typeof tiyin !== 'number' || seconds === undefined;
        if (typeof tiyin !== 'number' || seconds === undefined) return;
        note.textContent = `${money(tiyin)} · ${time(seconds)}`;
        const half = note.offsetWidth / 2;
        note.style.left = `${Math.min(Math.max(left, half), over.clientWidth - half)}px`;
        // Above the price, or below it where there is no room above.
        const y = plot.valToPos(tiyin, 'y');
        note.style.top = `${y > NOTE_PX ? y - NOTE_PX : y + 10}px`;
      },
    },
  };
}

/** Draws stepped prices in the theme's colours, which are read each time it is drawn. */
export function drawChart(box: HTMLElement, height: number, formats: ChartFormats): uPlot {
  const style = getComputedStyle(box);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const axis = {
    stroke: () => colour('--sv-muted'),
    grid: { stroke: () => colour('--sv-line'), width: 1 },
    ticks: { show: false },
    font: `12px ${style.fontFamily}`,
  };
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  return new uPlot(
    {
      width: Math.floor(box.clientWidth),
      height,
      legend: { show: false },
      cursor: {
        y: false,
        points: { size: 6 },
        drag: { x: false },
        // The price of a time is the last one before it, not the nearest.
        dataIdx: ({ data: [times] }, _series, nearest, at) =>
          (times[nearest] ?? 0) > at ? Math.max(0, nearest - 1) : nearest,
      },
      scales: {
        x: { time: true, range: ({ data: [times] }) => spanOf(times) },
        y: { range: (_, lowest, highest) => heightOf(lowest ?? 0, highest ?? 0) },
      },
      axes: [
        {
          ...axis,
          values: (plot, splits) => {
            const [from = 0, to = 0] = [plot.scales.x?.min, plot.scales.x?.max];
            return splits.map((s) => (s === null ? '' : formats.axisTime(s, to - from)));
          },
          space: 90,
          size: 28,
        },
        { ...axis, values: (_, splits) => splits.map((v) => formats.axisMoney(v)), size: 104 },
      ],
      series: [
        {},
        {
          stroke: () => colour('--sv-accent'),
          width: 2,
          // Tokens are colours of six digits: two more make them see-through.
          fill: () => `${colour('--sv-accent')}1a`,
          ...(stepped ? { paths: stepped } : {}),
          points: {
            show: ({ data: [times] }) => times.length < MOST_POINTS,
            // The last one is now, not a price.
            filter: ({ data: [times] }) => times.slice(0, -1).map((_, i) => i) as number[],
            size: 5,
          },
        },
      ],
      plugins: [reading(formats)],
    },
    [[], []],
    box,
  );
}
