import { moneyMarks, placeAt, timeMarks, timeSpan, type PriceLine } from './price-line.ts';

export interface ChartFormats {
  /** On the axis, short. */
  axisMoney(tiyin: number): string;
  money(tiyin: number): string;
  time(atMs: number): string;
}

/** Room for the sums at the left, the times below, and half a point above, px. */
const LEFT = 104;
const BELOW = 26;
const ABOVE = 14;
const RIGHT = 14;
/** About how far apart marks stand, px. */
const TIME_GAP = 90;
const MONEY_GAP = 34;
/** More prices than this are a line without points. */
const MOST_POINTS = 40;
/** Of the prices' height, left free above and below. */
const MARGIN = 0.08;

/**
 * Draws confirmed prices as steps over time, in the theme's colours.
 * @param pointerX from the canvas' left edge, px: the price of that time is told; null for none
 */
export function drawChart(
  canvas: HTMLCanvasElement,
  line: PriceLine,
  formats: ChartFormats,
  pointerX: number | null,
): void {
  const pen = canvas.getContext('2d');
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!pen || width === 0) return;
  const scale = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  pen.scale(scale, scale);
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const accent = colour('--sv-accent');
  pen.font = `12px ${style.fontFamily}`;
  pen.lineJoin = 'round';

  const [fromMs, toMs] = timeSpan(line);
  const [least, most] = leastAndMost(line.tiyin);
  const spare = Math.max((most - least) * MARGIN, most * 0.01, 1);
  const bottom = height - BELOW;
  const x = (ms: number) => LEFT + ((ms - fromMs) / (toMs - fromMs)) * (width - LEFT - RIGHT);
  const y = (tiyin: number) =>
    bottom - ((tiyin - least + spare) / (most - least + 2 * spare)) * (bottom - ABOVE);

  pen.strokeStyle = colour('--sv-line');
  pen.fillStyle = colour('--sv-muted');
  pen.textAlign = 'right';
  pen.textBaseline = 'middle';
  const rule = (x1: number, y1: number, x2: number, y2: number) => {
    pen.beginPath();
    pen.moveTo(x1, y1);
    pen.lineTo(x2, y2);
    pen.stroke();
  };
  for (const tiyin of moneyMarks(least - spare, most + spare, (bottom - ABOVE) / MONEY_GAP)) {
    rule(LEFT, y(tiyin), width - RIGHT, y(tiyin));
    pen.fillText(formats.axisMoney(tiyin), LEFT - 10, y(tiyin));
  }
  pen.textAlign = 'center';
  pen.textBaseline = 'alphabetic';
  for (const ms of timeMarks(fromMs, toMs, (width - LEFT - RIGHT) / TIME_GAP)) {
    rule(x(ms), ABOVE, x(ms), bottom);
    // Whole words only: the last time may stand at the very edge.
    pen.fillText(formats.time(ms), Math.min(x(ms), width - 30), height - 6);
  }

  pen.strokeStyle = accent;
  pen.fillStyle = accent;
  pen.lineWidth = 2;
  pen.beginPath();
  line.timesMs.forEach((ms, place) => {
    const before = line.tiyin[place - 1];
    if (before !== undefined) pen.lineTo(x(ms), y(before));
    pen.lineTo(x(ms), y(line.tiyin[place] ?? 0));
  });
  pen.stroke();
  pen.lineTo(x(line.timesMs.at(-1) ?? fromMs), bottom);
  pen.lineTo(x(fromMs), bottom);
  pen.globalAlpha = 0.1;
  pen.fill();
  pen.globalAlpha = 1;
  const point = (place: number, radius: number) => {
    pen.beginPath();
    pen.arc(x(line.timesMs[place] ?? 0), y(line.tiyin[place] ?? 0), radius, 0, 2 * Math.PI);
    pen.fill();
  };
  if (line.timesMs.length < MOST_POINTS) line.timesMs.forEach((_, place) => point(place, 2.5));

  if (pointerX === null || pointerX < LEFT || pointerX > width - RIGHT) return;
  const place = placeAt(line, fromMs + ((pointerX - LEFT) / (width - LEFT - RIGHT)) * (toMs - fromMs));
  point(place, 4);
  const at = x(line.timesMs[place] ?? 0);
  const words = `${formats.money(line.tiyin[place] ?? 0)} · ${formats.time(line.timesMs[place] ?? 0)}`;
  const half = pen.measureText(words).width / 2 + 8;
  const middle = Math.min(Math.max(at, LEFT + half), width - RIGHT - half);
  // Above the point, or below it where there is no room above.
  const top =
    y(line.tiyin[place] ?? 0) > 40 ? y(line.tiyin[place] ?? 0) - 34 : y(line.tiyin[place] ?? 0) + 10;
  pen.fillStyle = colour('--sv-text');
  pen.beginPath();
  pen.roundRect(middle - half, top, 2 * half, 24, 6);
  pen.fill();
  pen.fillStyle = colour('--sv-surface');
  pen.textBaseline = 'middle';
  pen.fillText(words, middle, top + 12.5);
}

/** Without spreading thousands of prices over arguments. */
function leastAndMost(values: readonly number[]): [number, number] {
  let least = Infinity;
  let most = -Infinity;
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}
