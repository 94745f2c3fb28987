import { formatTiyin } from '#shared/money/money.ts';
import type { BidTraceRepository, TracedAttempt, TracedEntry } from './bid-trace.repository.ts';
import type { CommandOutput } from './journal-commands.ts';

/** One thing that happened, at an instant of some clock. */
interface Step {
  atMs: number;
  clock: 'web' | 'Redis' | 'PostgreSQL';
  text: string;
}

const sum = (amountTiyin: number | null): string =>
  amountTiyin === null ? '' : ` ${formatTiyin(amountTiyin)}`;

function stepsOfEntry(entry: TracedEntry): Step[] {
  const { seq, kind, person, isOwn, amountTiyin, receivedMs, decidedMs, committedMs } = entry;
  const what = isOwn
    ? `entry ${seq}, ${kind}${sum(amountTiyin)}`
    : `entry ${seq}, ${kind}${sum(amountTiyin)}, caused by it`;
  return [
    ...(receivedMs === null
      ? []
      : [{ atMs: receivedMs, clock: 'web', text: `received from ${person}` } as const]),
    { atMs: decidedMs, clock: 'Redis', text: `${what}, of ${person ?? 'the room'}` },
    { atMs: committedMs, clock: 'PostgreSQL', text: `entry ${seq} committed` },
  ];
}

function stepsOfAttempt(attempt: TracedAttempt): Step[] {
  const { person, command, amountTiyin, verdict, reason, seq, early, repeated, receivedMs, decidedMs } =
    attempt;
  const received = `${command}${sum(amountTiyin)} received from ${person}${repeated ? ', sent again' : ''}`;
  const judged = early ? `by the web process, from what was committed at entry ${seq}` : 'by Redis';
  const answer = verdict === 'unknown' ? 'no answer within its time' : `${verdict} ${judged}`;
  return [
    { atMs: receivedMs, clock: 'web', text: received },
    { atMs: decidedMs ?? receivedMs, clock: 'web', text: reason === null ? answer : `${answer}: ${reason}` },
  ];
}

/**
 * `trace LOT BID`: one bid through web process, Redis and PostgreSQL by its id, with the ms between. Returns the exit code: 0 found,
 * 1 nothing is stored about it, 2 invalid arguments.
 */
export async function runTraceCommand(
  argv: readonly string[],
  { repository, out }: { repository: BidTraceRepository; out: CommandOutput },
): Promise<number> {
  const [lot = '', bidId = ''] = argv;
  const lotId = Number(lot);
  if (argv.length !== 2 || !Number.isSafeInteger(lotId) || lotId < 1 || bidId === '') {
    out.error('usage: trace LOT BID');
    return 2;
  }
  const [entries, attempts] = await Promise.all([
    repository.entries(lotId, bidId),
    repository.attempts(lotId, bidId),
  ]);
  const steps = [...attempts.flatMap(stepsOfAttempt), ...entries.flatMap(stepsOfEntry)];
  if (steps.length === 0) {
    out.error(
      `lot ${lotId} has no bid ${bidId}: it never reached this installation, or was one of a storm of refusals, which are counted and not recorded`,
    );
    return 1;
  }
  const first = Math.min(...steps.map(({ atMs }) => atMs));
  out.line(
    `bid ${bidId} in lot ${lotId}, first at ${new Date(first).toISOString()}; each clock is its own machine's`,
  );
  for (const { atMs, clock, text } of steps.toSorted((one, other) => one.atMs - other.atMs)) {
    out.line(`${`+${(atMs - first).toFixed(1)} ms`.padStart(14)}  ${clock.padEnd(10)}  ${text}`);
  }
  return 0;
}
