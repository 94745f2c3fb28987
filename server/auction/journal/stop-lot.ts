import type { LotProgress } from './commit-batch.ts';
import { countEvent, type JournalContext } from './journal-memory.ts';
import { announce } from './load-lots.ts';
import type { LotHead } from './lot-head.ts';
import { LEASE_LIMIT_US } from './recovery-plan.ts';

type Context = Omit<JournalContext, 'loader' | 'folds'>;

/**
 * A technical interruption: the lot is stopped until staff have checked it (`rebuild`), and its bidders learn that its epoch
 * has ended. Released, its room gets back the time since `sinceUs` (Redis's time).
 */
export async function stopLot(
  context: Context,
  { lotId, headHash }: Pick<LotHead, 'lotId' | 'headHash'>,
  { because, sinceUs }: { because: string; sinceUs: number },
): Promise<void> {
  countEvent(context, 'brokenLots');
  const epoch = await context.connection.markBroken(lotId, because, sinceUs);
  context.memory.lots.delete(lotId);
  // seq 0: nothing is to be read.
  if (epoch !== null) announce(context, { lotId, headHash, epoch, seq: 0 });
}

/**
 * PostgreSQL refuses the entries of this lot and would store those of others: none of them was answered. Its room pauses
 * until staff resume it, by an entry in a new epoch; where that one is refused as well, the lot is stopped. Its time counts
 * as lost from a lease before its first refused entry: until the room's last moment nothing was to be confirmed in it.
 */
export async function refuseLot(
  context: JournalContext,
  { before, records }: Pick<LotProgress, 'before' | 'records'>,
  error: Error,
): Promise<void> {
  const { folds, log, memory } = context;
  const { lotId } = before;
  const entry = records[0]?.entry;
  const sinceUs = (entry?.atUs ?? Infinity) - LEASE_LIMIT_US;
  folds.forget((other) => other === lotId);
  const again = memory.refused.has(lotId);
  log.error(
    { err: error, lotId, seq: entry?.seq, kind: entry?.kind },
    `technical interruption: PostgreSQL refuses the entries of a lot, which is ${again ? 'stopped' : 'paused'}`,
  );
  countEvent(context, 'refusedLots');
  if (again) {
    memory.refused.delete(lotId);
    return stopLot(context, before, { because: `its entries are refused: ${error.message}`, sinceUs });
  }
  memory.refused.add(lotId);
  memory.lots.delete(lotId);
  memory.toLoad.add({ lotId, lostFromUs: sinceUs, repair: true, order: 0 });
}
