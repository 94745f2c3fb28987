import { initialState, applyEntry } from '../rules/fold.ts';
import type { LotState } from '../state/contract.ts';
import type { LotRow } from '../state/auction-log.repository.ts';
import { countEvent, type JournalContext } from './journal-memory.ts';
import type { JournalConnection } from './journal-connection.repository.ts';
import { BrokenLog, headOf } from './lot-head.ts';

/** Entries read at once while a lot is rebuilt. */
const PAGE = 5_000;
/** Lots loaded into Redis at the same time, and whose entries are read in one statement while they are few. */
const WIDTH = 128;

type EntryReader = Pick<JournalConnection, 'entries'>;

/**
 * The whole state of a lot from its committed log, ready to be loaded. Throws BrokenLog when the log does not lead to
 * the head of the lot's row: then nothing may be guessed.
 */
export async function foldCommitted(connection: EntryReader, row: LotRow): Promise<LotState> {
  const state = initialState(row.terms, row.epoch);
  let hash = row.termsHash;
  while (state.seq < row.seq) {
    const page = await connection.entries(row.lotId, state.seq, PAGE);
    if (page.length === 0) throw new BrokenLog(row.lotId, `entry ${state.seq + 1} is missing`);
    for (const { entry, secret, hash: own } of page) {
      if (entry.lotId !== row.lotId || entry.seq !== state.seq + 1) {
        throw new BrokenLog(row.lotId, `entry ${entry.seq} of lot ${entry.lotId} follows entry ${state.seq}`);
      }
      if (entry.kind === 'price' && entry.amountTiyin <= (state.priceTiyin ?? 0)) {
        throw new BrokenLog(row.lotId, `the price of entry ${entry.seq} does not rise`);
      }
      applyEntry(state, entry, secret);
      hash = own;
    }
  }
  if (state.seq !== row.seq || hash !== row.headHash) {
    throw new BrokenLog(row.lotId, `the log ends at ${state.seq}, the lot stands at ${row.seq}`);
  }
  if (
    state.phase !== row.phase ||
    state.priceTiyin !== row.priceTiyin ||
    state.deadlineUs !== row.deadlineUs
  ) {
    throw new BrokenLog(row.lotId, 'the log tells another phase, price or deadline than the lot');
  }
  return { ...state, epoch: row.epoch, prevLogId: '' };
}

/**
 * Replaces the Redis state of these lots from PostgreSQL, in a new epoch (a lot never loaded keeps its first), and
 * announces it. Closed and stopped lots are left alone; a lot whose own log is broken is stopped for staff.
 * Returns the lots that were loaded; rejects when Redis or PostgreSQL goes away, to be done again from the start.
 */
export async function loadLots(context: JournalContext, lotIds: readonly number[]): Promise<number[]> {
  const { connection, memory, state } = context;
  for (const lotId of lotIds) memory.toRepair.add(lotId);
  const rows = await connection.takeForLoading(lotIds);
  const loaded: number[] = [];
  for (const together of inGroups(rows)) {
    const reader = await readTogether(connection, together);
    await Promise.all(
      together.map(async (row) => {
        const folded = await foldOrStop(context, reader, row);
        if (!folded) return;
        const lastLogId = await keptLogId(context, row);
        await state.load({ ...folded, prevLogId: lastLogId });
        memory.lots.set(row.lotId, { ...headOf(row), lastLogId });
        memory.loads += 1;
        announce(context, row);
        loaded.push(row.lotId);
      }),
    );
  }
  const there = new Set(loaded);
  for (const lotId of lotIds) {
    memory.toRepair.delete(lotId);
    if (!there.has(lotId)) memory.lots.delete(lotId);
  }
  countEvent(context, 'rebuiltLots', rows.filter((row) => row.epoch > 1).length);
  return loaded;
}

/** Groups of at most WIDTH lots with at most PAGE entries; a lot with more of them is a group of its own. */
function* inGroups(rows: readonly LotRow[]): Generator<LotRow[]> {
  let group: LotRow[] = [];
  let entries = 0;
  for (const row of rows) {
    if (group.length === WIDTH || (group.length > 0 && entries + row.seq > PAGE)) {
      yield group;
      [group, entries] = [[], 0];
    }
    group.push(row);
    entries += row.seq;
  }
  if (group.length > 0) yield group;
}

/** The logs of a group in one round trip instead of one for each lot; a long log is read page by page as before. */
async function readTogether(connection: JournalConnection, rows: readonly LotRow[]): Promise<EntryReader> {
  if (rows.length === 1) return connection;
  const read = await connection.logsOf(rows.map((row) => row.lotId));
  return {
    entries: async (lotId, afterSeq) => (read.get(lotId) ?? []).filter(({ entry }) => entry.seq > afterSeq),
  };
}

function announce(
  { publisher, state }: JournalContext,
  { lotId, epoch, seq, headHash }: Pick<LotRow, 'lotId' | 'epoch' | 'seq' | 'headHash'>,
): void {
  publisher.add(state.partitions.of(lotId), [{ type: 'epoch', lotId, epoch, seq, headHash }], '');
}

/** '' in the new epoch. Only the break `epoch-unchecked` goes on as if the epoch before were still running. */
async function keptLogId({ broken, connection }: JournalContext, row: LotRow): Promise<string> {
  if (broken !== 'epoch-unchecked') return '';
  return (await connection.entryAt(row.lotId, row.seq))?.logId ?? '';
}

async function foldOrStop(
  context: JournalContext,
  reader: EntryReader,
  row: LotRow,
): Promise<LotState | null> {
  try {
    return await foldCommitted(reader, row);
  } catch (error) {
    if (!(error instanceof BrokenLog)) throw error;
    // Not retried: what is committed contradicts itself. The lot stands still until staff have looked at it.
    context.log.error(
      { err: error, lotId: row.lotId },
      'technical interruption: the committed log is broken',
    );
    countEvent(context, 'brokenLots');
    const epoch = await context.connection.markBroken(row.lotId, error.message);
    // Whoever waits for an answer from an epoch before learns that it is over. Nothing is to be read up to: seq 0.
    if (epoch !== null) announce(context, { ...row, epoch, seq: 0 });
    return null;
  }
}
