import { writeFileSync } from 'node:fs';
import { htmlReport } from './html-report.ts';
import type { Seconds } from './second-by-second.ts';
import { EXIT } from './tool-options.ts';

/**
 * What a tool found: a line for each figure, or one object; with `html` also a page with charts in that file. Returns the exit code: 1
 * when something did not hold.
 */
export function report(
  name: string,
  figures: Record<string, unknown>,
  broken: readonly string[],
  o: { json: boolean; html: string | null; called: readonly string[]; stop: AbortSignal },
  seconds: Seconds | null = null,
): number {
  const all = { ...figures, ...(o.stop.aborted && { interrupted: true }) };
  if (o.html !== null) {
    const called = ['npm run bench --', name, ...o.called];
    const at = new Date().toISOString();
    writeFileSync(o.html, htmlReport({ tool: name, called, at, figures: all, broken, seconds }));
  }
  if (o.json) {
    const invariants = broken.length === 0 ? 'held' : broken.slice(0, 20);
    process.stdout.write(`${JSON.stringify({ tool: name, ...all, invariants })}\n`);
  } else {
    process.stdout.write(`\n${name}\n`);
    const verdict =
      broken.length === 0 ? 'held' : `BROKEN (${broken.length}): ${broken.slice(0, 5).join('; ')}`;
    for (const [what, value] of Object.entries({ ...all, invariants: verdict }))
      for (const [at, line] of linesOf(value).entries())
        process.stdout.write(`  ${(at === 0 ? what : '').padEnd(24)}${line}\n`);
  }
  return broken.length === 0 ? EXIT.held : EXIT.broken;
}

const grouped = (value: number): string =>
  Math.abs(value) >= 10_000 ? Math.round(value).toLocaleString('en').replaceAll(',', ' ') : String(value);

function textOf(value: unknown): string {
  if (typeof value === 'number') return grouped(value);
  if (value === null || value === undefined) return '–';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return Object.entries(value)
    .map(([name, of]) => `${name} ${textOf(of)}`)
    .join(', ');
}

/** A group of groups (a scenario each) is shown one below another. */
function linesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [textOf(value)];
  const entries = Object.entries(value);
  const nested = entries.length > 0 && entries.every(([, of]) => typeof of === 'object' && of !== null);
  return nested ? entries.map(([name, of]) => `${name.padEnd(10)}${textOf(of)}`) : [textOf(value)];
}
