import type { Seconds } from './second-by-second.ts';

/** What a report shows. */
export interface Reported {
  tool: string;
  /** As the tool was called, without secrets: files are named, not read. */
  called: readonly string[];
  /** ISO 8601. */
  at: string;
  figures: Record<string, unknown>;
  /** Empty: every invariant held. */
  broken: readonly string[];
  seconds: Seconds | null;
}

const WIDTH = 720;
const HEIGHT = 220;
const [LEFT, RIGHT, TOP, BOTTOM] = [72, 12, 20, 32];
const MOST_BROKEN = 200;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

function shown(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number')
    return escaped(value.toLocaleString('en', { maximumFractionDigits: 2 }).replaceAll(',', ' '));
  if (typeof value !== 'object') return escaped(String(value));
  if (Array.isArray(value)) return value.map(shown).join(', ');
  return rows(value as Record<string, unknown>);
}

const rows = (values: Record<string, unknown>): string =>
  `<table>${Object.entries(values)
    .map(([name, value]) => `<tr><th scope="row">${escaped(name)}</th><td>${shown(value)}</td></tr>`)
    .join('')}</table>`;

/** A round number at or above `most`, so that the scale of a chart can be read. */
function topOf(most: number): number {
  if (most <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 5, 10].find((step) => step * power >= most) ?? 10) * power;
}

interface Line {
  name: string;
  values: readonly (number | null)[];
}

/** Pieces of a line: seconds without a value divide it. */
function piecesOf(values: Line['values'], x: (at: number) => number, y: (value: number) => number): string[] {
  const pieces: string[][] = [[]];
  for (const [at, value] of values.entries())
    if (value === null) pieces.push([]);
    else pieces.at(-1)?.push(`${x(at).toFixed(1)},${y(value).toFixed(1)}`);
  return pieces.filter(({ length }) => length > 0).map((points) => points.join(' '));
}

/** A chart of what changed from second to second. */
function lineChart(title: string, unit: string, lines: readonly Line[]): string {
  const seconds = Math.max(...lines.map(({ values }) => values.length));
  const top = topOf(Math.max(...lines.flatMap(({ values }) => values.map((value) => value ?? 0))));
  const x = (at: number) => LEFT + (at / Math.max(1, seconds - 1)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM);
  const grid = [0, top / 2, top]
    .map(
      (value) =>
        `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}"/>` +
        `<text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${shown(value)}</text>`,
    )
    .join('');
  const drawn = lines
    .flatMap(({ values }, which) =>
      piecesOf(values, x, y).map((points) =>
        points.includes(' ')
          ? `<polyline class="line${which}" points="${points}"/>`
          : `<circle class="dot${which}" r="2.5" cx="${points.split(',')[0]}" cy="${points.split(',')[1]}"/>`,
      ),
    )
    .join('');
  const legend = lines
    .map(({ name }, which) => `<span class="key${which}">${escaped(name)}</span>`)
    .join(' ');
  return `<figure><figcaption>${escaped(title)}, ${escaped(unit)} ${legend}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">${grid}${drawn}
<text x="${LEFT}" y="${HEIGHT - 8}">0 s</text><text x="${WIDTH - RIGHT}" y="${HEIGHT - 8}" text-anchor="end">${seconds} s</text></svg></figure>`;
}

/** A bar for each value, with its number beside it. */
function barChart(title: string, values: readonly (readonly [string, number])[]): string {
  const most = Math.max(1, ...values.map(([, value]) => value));
  const bars = values
    .map(
      ([name, value]) =>
        `<tr><th scope="row">${escaped(name)}</th><td class="bar"><span style="width:${((value / most) * 100).toFixed(1)}%"></span></td><td>${shown(value)}</td></tr>`,
    )
    .join('');
  return `<figure><figcaption>${escaped(title)}</figcaption><table class="bars">${bars}</table></figure>`;
}

/** Groups of numbers among the figures, such as answers by word or a latency's percentiles: each becomes a chart of bars. */
function barCharts(figures: Record<string, unknown>, within = ''): string {
  return Object.entries(figures)
    .map(([name, value]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
      const title = within === '' ? name : `${within}: ${name}`;
      const entries = Object.entries(value) as [string, unknown][];
      const isCounted = entries.length > 0 && entries.every(([, of]) => typeof of === 'number');
      return isCounted
        ? barChart(title, entries as [string, number][])
        : barCharts(value as Record<string, unknown>, title);
    })
    .join('');
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1b2430; --soft: #5b6775; --edge: #d6dce3; --page: #fff; --one: #0b63ce; --two: #b3470b; --good: #14713d; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf2; --soft: #a3afbc; --edge: #37424e; --page: #12181f; --one: #6fb1ff; --two: #ff9d5c; --good: #62cf92; --bad: #ff8a80; } }
body { margin: 2rem auto; max-width: 48rem; padding: 0 1rem; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0; } p, figcaption { color: var(--soft); margin: 0.25rem 0 0.75rem; }
code { overflow-wrap: anywhere; } .held { color: var(--good); } .broken { color: var(--bad); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 500; color: var(--soft); vertical-align: top; padding: 0.25rem 1rem 0.25rem 0; }
td { padding: 0.25rem 0; } td table { width: auto; } body > table > tbody > tr { border-top: 1px solid var(--edge); }
figure { margin: 2rem 0; } svg { width: 100%; height: auto; } svg text { fill: var(--soft); font-size: 12px; } .grid { stroke: var(--edge); }
@media (max-width: 600px) { svg text { font-size: 24px; } }
polyline { fill: none; stroke-width: 2; } .line0 { stroke: var(--one); } .line1 { stroke: var(--two); stroke-dasharray: 6 3; }
.dot0 { fill: var(--one); } .dot1 { fill: var(--two); } .key0 { color: var(--one); } .key1 { color: var(--two); }
.key0::before, .key1::before { content: '— '; } .key1::before { content: '– – '; }
.bar { width: 60%; padding-right: 1rem; } .bar span { display: block; height: 0.75rem; min-width: 1px; background: var(--one); }`;

/** A page of its own about one run of a tool: its figures and charts, no script and nothing from elsewhere. */
export function htmlReport({ tool, called, at, figures, broken, seconds }: Reported): string {
  const verdict =
    broken.length === 0
      ? '<p class="held">Every invariant held.</p>'
      : `<div class="broken"><p class="broken">${broken.length} invariants broken:</p><ul>${broken
          .slice(0, MOST_BROKEN)
          .map((one) => `<li>${escaped(one)}</li>`)
          .join('')}</ul></div>`;
  const lines = seconds
    ? lineChart('Answers', 'a second', [
        { name: 'answered', values: seconds.answered },
        { name: 'accepted', values: seconds.accepted },
      ]) +
      lineChart('Time to the answer', 'ms', [
        { name: 'p50', values: seconds.p50Ms },
        { name: 'p99', values: seconds.p99Ms },
      ])
    : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(tool)}, ${escaped(at)}</title><style>${STYLE}</style></head>
<body><h1>${escaped(tool)}</h1>
<p><time datetime="${escaped(at)}">${escaped(at)}</time> · <code>${escaped(called.join(' '))}</code></p>
${verdict}${lines}${barCharts(figures)}
${rows(figures)}
</body></html>
`;
}
