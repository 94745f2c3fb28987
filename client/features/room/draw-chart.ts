import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export interface ChartFormats {
  /** Tiyin, short. */
  money(tiyin: number): string;
  /** Seconds since 1970. */
  time(seconds: number): string;
}

/**
 * From the first to the last time, at least a minute wide: a single price has no width of its own, and the library's own
 * guess for one is a day or more.
 */
function spanOf(times: ArrayLike<number>): [number, number] {
  const first = times[0] ?? 0;
  return [first, Math.max(times[times.length - 1] ?? first, first + 60)];
}

/** Draws the stepped price line; colours come from the theme's variables. */
export function drawChart(
  box: HTMLElement,
  data: uPlot.AlignedData,
  height: number,
  formats: ChartFormats,
): uPlot {
  const style = getComputedStyle(document.documentElement);
  const line = style.getPropertyValue('--sv-accent') || '#0f4fb8';
  const text = style.getPropertyValue('--sv-muted') || '#52606f';
  const font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const grid = { stroke: 'rgba(128,140,155,.18)', width: 1 };
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  return new uPlot(
    {
      width: Math.floor(box.clientWidth),
      height,
      legend: { show: false },
      cursor: { y: false, points: { size: 6 } },
      scales: { x: { time: true, range: ({ data: [times] }) => spanOf(times) } },
      axes: [
        {
          stroke: text,
          grid,
          font,
          values: (_, splits) => splits.map((s) => (s === null ? '' : formats.time(s))),
          space: 90,
        },
        { stroke: text, grid, font, values: (_, splits) => splits.map((v) => formats.money(v)), size: 104 },
      ],
      series: [
        {},
        {
          stroke: line,
          width: 2,
          fill: 'rgba(15,79,184,.10)',
          ...(stepped ? { paths: stepped } : {}),
          points: { show: data[0].length < 40, size: 5 },
        },
      ],
    },
    data,
    box,
  );
}
