import type { LotRow } from '../state/auction-log.repository.ts';
import type { JournalContext } from './journal-memory.ts';
import { countEvent } from './journal-memory.ts';
import type { LoadRequest } from './load-queue.ts';
import { trustedNowUs } from './redis-clock.ts';
import { findRewinds } from './find-rewinds.ts';

/** Lots prepared in one run of the journal: about 30 ms, in which it commits nothing else. */
const PREPARED_PER_RUN = 500;
/** A lot repaired more often than this within a minute is paused until staff have looked at it. */
const REPAIRS_A_MINUTE = 5;

/**
 * Begins the load of lots that wait for one, the most urgent first: raises their epochs (a lot never loaded keeps its
 * first), which voids every record of the epochs before, and hands them to the loader, which works next to the runs that
 * follow. From here on the journal commits what their new epoch brings, whenever that is. Closed and stopped lots are left
 * as they are. The epochs are raised by the session that holds the locks, so a journal that lost them raises none.
 * Rejects with ClocksApart before anything is changed.
 */
export async function prepareLoads(context: JournalContext): Promise<void> {
  const { connection, memory, loader } = context;
  if (memory.toRepair.size === 0 && !memory.toLoad.ready) return;
  const nowUs = await trustedNowUs(context);
  for (const lotId of memory.toRepair)
    memory.toLoad.add({ lotId, lostFromUs: nowUs, repair: true, order: 0 });
  const requests = memory.toLoad.take(PREPARED_PER_RUN);
  const lotIds = requests.map(({ lotId }) => lotId);
  const taken = await connection.takeForLoading(lotIds, await findRewinds(context, lotIds));
  const takenOf = new Map(taken.map((lot) => [lot.row.lotId, lot]));
  for (const request of requests) {
    const lot = takenOf.get(request.lotId);
    memory.toRepair.delete(request.lotId);
    if (!lot) {
      memory.lots.delete(request.lotId);
      continue;
    }
    const { rewound, held } = lot;
    // The log of the new epoch begins with its first record.
    const row = { ...lot.row, lastLogId: '' };
    memory.lots.set(row.lotId, row);
    const unstable = request.repair && row.seq > 0 && isUnstable(context, request);
    const lostFromUs = Math.min(request.lostFromUs, row.brokenUs ?? Infinity);
    const since = { ...request, lostFromUs };
    loader.add({ row, request: since, unstable, rewound, held });
  }
  memory.loads += 1;
  const firstEpoch = await connection.firstEpoch();
  countEvent(context, 'rebuiltLots', taken.filter(({ row }) => row.epoch > firstEpoch).length);
}

/** Callers that wait for an answer from an earlier epoch learn that it has ended. */
export function announce(
  { publisher, state }: Pick<JournalContext, 'publisher' | 'state'>,
  { lotId, epoch, seq, headHash }: Pick<LotRow, 'lotId' | 'epoch' | 'seq' | 'headHash'>,
): void {
  publisher.add(state.partitions.of(lotId), [{ type: 'epoch', lotId, epoch, seq, headHash }], '');
}

function isUnstable({ memory }: JournalContext, { lotId, tries }: LoadRequest): boolean {
  if (memory.refused.has(lotId)) return true;
  const now = performance.now();
  const recent = (memory.repairs.get(lotId) ?? []).filter((at) => at > now - 60_000);
  // A load that is tried again is the same repair.
  if (tries === 0) recent.push(now);
  memory.repairs.set(lotId, recent);
  return recent.length > REPAIRS_A_MINUTE;
}
