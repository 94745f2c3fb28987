import type { AnyDb } from '#server/platform/database/index.ts';
import { checkLedger } from './ledger-check.repository.ts';

/** Where the command writes its lines; `error` for what is wrong. */
interface CommandOutput {
  line(text: string): void;
  error(text: string): void;
}

/** `ledger check`. Returns the exit code: 0 the books are whole, 1 an invariant is broken, 2 not understood. */
export async function runLedgerCheckCommand(
  argv: readonly string[],
  { db, out }: { db: AnyDb; out: CommandOutput },
): Promise<number> {
  if (argv.length > 0) {
    out.error('usage: ledger check');
    return 2;
  }
  const broken = await checkLedger(db);
  for (const { number, name, rows } of broken) {
    out.error(`invariant ${number} is broken: ${name}`);
    for (const row of rows) out.error(`  ${JSON.stringify(row)}`);
  }
  if (broken.length === 0) out.line('the ledger is whole: every invariant holds');
  return broken.length === 0 ? 0 : 1;
}
