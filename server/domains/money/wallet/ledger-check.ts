import type { AnyDb } from '#server/platform/database/index.ts';
import type { Invariant } from '#server/platform/modules/index.ts';
import { checkLedger, type BrokenInvariant } from './ledger-check.repository.ts';

/** Output of the command; `error` for wrong calls. */
interface CommandOutput {
  line(text: string): void;
  error(text: string): void;
}

const USAGE = 'usage: ledger check [--json]';

/** One line for each invariant: its number, whether it holds, its name. */
function table(invariants: readonly Invariant[], broken: readonly BrokenInvariant[]): string[] {
  return invariants.map(({ number, name }) => {
    const found = broken.find((each) => each.number === number && each.name === name);
    const verdict = found ? `${found.rows.length}${found.more ? '+' : ''} broken` : 'ok';
    return `${String(number).padStart(2)}  ${verdict.padEnd(10)}  ${name}`;
  });
}

/**
 * `ledger check [--json]`: a table of every invariant and the rows that break one, or one JSON object
 * `{whole, checked, broken}`. Returns the exit code: 0 the books are whole, 1 an invariant is broken, 2 not understood.
 */
export async function runLedgerCheckCommand(
  argv: readonly string[],
  { db, invariants, out }: { db: AnyDb; invariants: readonly Invariant[]; out: CommandOutput },
): Promise<number> {
  const json = argv.includes('--json');
  if (argv.some((word) => word !== '--json')) {
    out.error(USAGE);
    return 2;
  }
  const broken = await checkLedger(db, invariants);
  const whole = broken.length === 0;
  if (json) {
    out.line(JSON.stringify({ whole, checked: invariants.length, broken }));
    return whole ? 0 : 1;
  }
  for (const line of table(invariants, broken)) out.line(line);
  for (const { number, name, rows } of broken) {
    out.error(`invariant ${number} is broken: ${name}`);
    for (const row of rows) out.error(`  ${JSON.stringify(row)}`);
  }
  if (whole) out.line('the ledger is whole: every invariant holds');
  return whole ? 0 : 1;
}
