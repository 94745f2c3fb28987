import type { Figures, Part } from './benchmark.ts';

export interface BenchmarkResult {
  name: string;
  /** Of the part farthest from its target. */
  ratio: number | null;
  target: number | null;
  met: boolean;
  saturated: boolean;
  product: Figures;
  ceiling: Figures | null;
  rounds: number;
  parts: Part[];
  /** Why it could not be run; then nothing else says anything. */
  failed?: string;
}

/** How near a part is to its target: 1 is just met. */
function reach({ ratio, target, more, bounds }: Part): number {
  const own = ratio === null || target === null ? Infinity : more ? ratio / target : target / ratio;
  return Math.min(own, ...bounds.map(({ measured, limit }) => (measured > 0 ? limit / measured : Infinity)));
}

export function resultOf(name: string, parts: readonly Part[]): BenchmarkResult {
  const worst = parts.toSorted((a, b) => reach(a) - reach(b))[0];
  if (!worst) throw new Error(`${name} measured nothing`);
  return {
    name,
    ratio: worst.ratio,
    target: worst.target,
    met: parts.every(({ met }) => met),
    saturated: parts.some(({ saturated }) => saturated),
    product: worst.product,
    ceiling: worst.ceiling,
    rounds: worst.rounds,
    parts: [...parts],
  };
}

export const failedResult = (name: string, failed: string): BenchmarkResult => ({
  name,
  ratio: null,
  target: null,
  met: false,
  saturated: false,
  product: {},
  ceiling: null,
  rounds: 0,
  parts: [],
  failed,
});

const number = (value: number): string =>
  Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en').replaceAll(',', ' ')
    : String(Number(value.toPrecision(3)));

function figures(of: Figures | null): string {
  const shown = Object.entries(of ?? {}).filter(([, value]) => value !== null && !Number.isNaN(value));
  return shown
    .map(([name, value]) => `${name} ${typeof value === 'number' ? number(value) : value}`)
    .join(', ');
}

function partLines(part: Part): string[] {
  const lines = [`  ${part.part}`];
  if (part.ratio !== null) {
    const sign = part.more ? '≥' : '≤';
    const target = part.target === null ? '' : `, target ${sign} ${part.target}`;
    lines.push(
      `    ratio     ${number(part.ratio)} (${number(part.least ?? NaN)} … ${number(part.most ?? NaN)} in ${part.rounds} rounds)${target}${part.saturated ? ', generator saturated' : ''}`,
    );
  }
  for (const { name, measured, limit, unit, met } of part.bounds) {
    lines.push(
      `    ${name}  ${number(measured)} ${unit}, at most ${number(limit)} ${unit}: ${met ? 'met' : 'MISSED'}`,
    );
  }
  lines.push(`    product   ${figures(part.product)}`);
  if (part.ceiling) lines.push(`    ceiling   ${figures(part.ceiling)}`);
  for (const line of part.repeated) lines.push(`    repeated  ${line}`);
  if (part.note) lines.push(`    (${part.note})`);
  return lines;
}

export function detailsOf(result: BenchmarkResult): string {
  if (result.failed) return `${result.name}: not measured: ${result.failed}\n`;
  const verdict = result.met ? 'met' : 'MISSED';
  return `${[`${result.name}: ${verdict}`, ...result.parts.flatMap(partLines)].join('\n')}\n`;
}

const repeatedNote = ({ length }: readonly string[]): string =>
  length === 0 ? '' : ` (${length} ${length === 1 ? 'round' : 'rounds'} repeated: rooms stood still)`;

/** The table at the end: one line for each part. */
export function tableOf(results: readonly BenchmarkResult[]): string {
  const rows: string[][] = [['benchmark', 'part', 'ratio', 'target', 'bounds', '']];
  for (const { name, parts, failed } of results) {
    if (failed) rows.push([name, failed.split('\n')[0] ?? '', '', '', '', 'NOT MEASURED']);
    for (const { part, ratio, target, more, bounds, met, saturated, repeated } of parts) {
      rows.push([
        name,
        part,
        ratio === null ? '–' : number(ratio),
        target === null ? '–' : `${more ? '≥' : '≤'} ${target}`,
        bounds.map((b) => `${b.name} ${number(b.measured)} ≤ ${number(b.limit)} ${b.unit}`).join('; ') || '–',
        `${met ? 'met' : 'MISSED'}${saturated ? ' (saturated)' : ''}${repeatedNote(repeated)}`,
      ]);
    }
  }
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
