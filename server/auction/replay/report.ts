import type { RefusalReason } from '#shared/auction/refusals.ts';
import type { History } from './history.ts';
import type { Replayed } from './replay-engine.ts';

interface Differing {
  id: string;
  field: string;
  expected: unknown;
  actual: unknown;
}

/** The replay's result for machines. */
export interface ReplayReport {
  histories: number;
  matched: number;
  differing: Differing[];
  bids: { accepted: number; refused: Partial<Record<RefusalReason, number>> };
  seconds: number;
}

export function report(histories: History[], replayed: Replayed[], seconds: number): ReplayReport {
  const differing = histories.flatMap((history, i) => {
    const actual = replayed[i];
    return actual ? differences(history, actual) : [];
  });
  const refused: Partial<Record<RefusalReason, number>> = {};
  for (const one of replayed) {
    for (const [reason, count] of Object.entries(one.refused) as [RefusalReason, number][]) {
      refused[reason] = (refused[reason] ?? 0) + count;
    }
  }
  return {
    histories: histories.length,
    matched: histories.length - new Set(differing.map(({ id }) => id)).size,
    differing,
    bids: { accepted: replayed.reduce((sum, one) => sum + one.accepted, 0), refused },
    seconds,
  };
}

/** Every field that differs from the expectation. */
function differences(history: History, actual: Replayed): Differing[] {
  const found: Differing[] = [];
  for (const [field, expected] of Object.entries(history.expected)) {
    const got = actual[field as keyof History['expected']];
    if (!alike(expected, got)) found.push({ id: history.id, field, expected, actual: got });
  }
  return found;
}

function alike(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return expected === actual;
  const text = (value: unknown) =>
    JSON.stringify(
      Object.entries(value as object)
        .filter(([, n]) => n !== 0)
        .sort(),
    );
  return text(expected) === text(actual);
}

const COLUMNS = ['history', 'accepted', 'refused', 'extensions', 'outcome', 'winner', 'price', 'end', ''];

/** The replay's result for people: one line per history, the differences, the totals. */
export function table(replayed: Replayed[], summary: ReplayReport): string {
  const different = new Set(summary.differing.map(({ id }) => id));
  const rows = replayed.map((one) => [
    one.id,
    String(one.accepted),
    refusals(one.refused),
    String(one.extensions),
    one.outcome ?? '–',
    one.winner ?? '–',
    one.price === null ? '–' : String(one.price),
    new Date(one.closesAt).toISOString(),
    different.has(one.id) ? 'DIFFERS' : 'as expected',
  ]);
  const widths = COLUMNS.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  const lines = [line(COLUMNS), ...rows.map(line), ''];
  for (const { id, field, expected, actual } of summary.differing) {
    lines.push(`${id}: ${field} should be ${JSON.stringify(expected)}, is ${JSON.stringify(actual)}`);
  }
  const { accepted, refused } = summary.bids;
  lines.push(
    `${summary.matched} of ${summary.histories} histories as expected in ${summary.seconds} s; ` +
      `bids accepted ${accepted}, refused ${refusals(refused)}`,
  );
  return lines.join('\n');
}

function refusals(refused: Replayed['refused']): string {
  const parts = Object.entries(refused).map(([reason, count]) => `${reason} ${count}`);
  return parts.length === 0 ? '0' : parts.join(', ');
}
