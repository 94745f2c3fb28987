import type { LotRow } from '../state/auction-log.repository.ts';
import { EMPTY_BATCH } from './commit-batch.ts';
import { countEvent, type JournalContext } from './journal-memory.ts';
import { loadLots } from './loading.ts';
import { headOf } from './lot-head.ts';
import { recoverLots } from './recovering.ts';
import { LEASE_LIMIT_US, planRecovery } from './recovery-plan.ts';
import { CLOCKS_APART_US, trustedNowUs } from './redis-clock.ts';

/** A lot repaired more often than this within a minute is paused until staff have looked at it. */
const REPAIRS_A_MINUTE = 5;
/** Wanted lots loaded in one turn of the journal. */
const WANTED_AT_ONCE = 32;
/** Lots asked at once whether Redis still has them. */
const WIDTH = 64;

/**
 * Takes partitions whose lock was just won: goes on where the last keeper stopped when Redis still lives the life that
 * keeper loaded, and rebuilds from PostgreSQL what Redis has lost. The logs are read again from their start; they are
 * trimmed only behind what was committed and published. Rejects with ClocksApart before anything is changed.
 */
export async function takeOver(context: JournalContext, partitions: readonly number[]): Promise<void> {
  const { connection, memory, state, log } = context;
  await trustedNowUs(context);
  const redisRunId = await state.serverRunId();
  if (memory.partitions.size > 0 && memory.redisRunId !== redisRunId) {
    return takeBack(context, [...memory.partitions.keys(), ...partitions]);
  }
  const keepers = await connection.keepers(partitions);
  const continued = new Set(keepers.filter((k) => k.redisRunId === redisRunId).map((k) => k.partition));
  const silentUs = Math.max(0, ...keepers.map((k) => k.silentMs)) * 1000;
  const rows = await connection.openLots(partitions, state.partitions.count);
  for (const row of rows) memory.lots.set(row.lotId, headOf(row));
  const lost = await lostLots(context, rows, continued);
  const rebuilt = await loadLots(context, lost);
  const gone = new Set(lost);
  const kept = rows.map((row) => row.lotId).filter((lotId) => !gone.has(lotId));
  await giveTimeBack(context, { rebuilt, kept, silentUs });
  await claim(context, partitions, redisRunId);
  countEvent(context, 'takeovers');
  log.info({ partitions: partitions.length, lots: rows.length, rebuilt: rebuilt.length }, 'partitions taken');
}

/** Lots of a partition whose Redis began another life, never loaded ones, and those Redis no longer knows. */
async function lostLots(
  context: JournalContext,
  rows: readonly LotRow[],
  continued: Set<number>,
): Promise<number[]> {
  const { state } = context;
  const lost: number[] = [];
  for (let i = 0; i < rows.length; i += WIDTH) {
    await Promise.all(
      rows.slice(i, i + WIDTH).map(async (row) => {
        if (row.loaded && continued.has(state.partitions.of(row.lotId)) && (await isThere(context, row)))
          return;
        lost.push(row.lotId);
      }),
    );
  }
  return lost;
}

/** `close` does only what is due and says whether Redis has the lot in this epoch. */
async function isThere(
  { state }: JournalContext,
  { lotId, epoch }: { lotId: number; epoch: number },
): Promise<boolean> {
  const verdict = await state.close({ lotId, epoch });
  return verdict.verdict !== 'refused' || verdict.reason === 'held';
}

/**
 * Redis lost what our partitions had (a restart, a flush): everything of theirs is loaded again in new epochs. Rejects
 * with ClocksApart before anything is changed.
 */
export async function takeBack(context: JournalContext, partitions: readonly number[]): Promise<void> {
  const { connection, memory, state, publisher, log } = context;
  await trustedNowUs(context);
  const redisRunId = await state.serverRunId();
  publisher.forget(partitions);
  const rows = await connection.openLots(partitions, state.partitions.count);
  const rebuilt = await loadLots(
    context,
    rows.map((row) => row.lotId),
  );
  const nowPgUs = await connection.commit(EMPTY_BATCH, false);
  const since = partitions.map((partition) => memory.partitions.get(partition)?.renewedPgUs ?? nowPgUs);
  await giveTimeBack(context, { rebuilt, kept: [], silentUs: nowPgUs - Math.min(nowPgUs, ...since) });
  await claim(context, partitions, redisRunId);
  countEvent(context, 'redisLosses');
  log.warn({ partitions: partitions.length, rebuilt: rebuilt.length }, 'rebuilt after Redis lost its state');
}

async function giveTimeBack(
  context: JournalContext,
  o: { rebuilt: readonly number[]; kept: readonly number[]; silentUs: number },
): Promise<void> {
  if (o.rebuilt.length + o.kept.length === 0) return;
  const nowUs = await trustedNowUs(context);
  for (const [lotIds, rebuilt] of [
    [o.rebuilt, true],
    [o.kept, false],
  ] as const) {
    const plan = planRecovery(nowUs - o.silentUs, nowUs, { rebuilt });
    if (plan) await recoverLots(context, lotIds, plan, nowUs);
  }
}

/** The lease comes last: until here every script has refused, and nothing could slip in between. */
async function claim(
  context: JournalContext,
  partitions: readonly number[],
  redisRunId: string,
): Promise<void> {
  const { connection, memory, state, publisher } = context;
  // Whoever waits for an answer from the epoch before learns now that it is over.
  await publisher.flush();
  await connection.keep(partitions, redisRunId);
  const pgNowUs = await connection.commit(EMPTY_BATCH, true);
  await Promise.all(
    partitions.map((partition) => state.claimLease(partition, { owner: connection.owner, pgNowUs })),
  );
  for (const partition of partitions)
    memory.partitions.set(partition, {
      ...{ position: '0', readTo: '0', broughtAt: -Infinity, askedAt: -Infinity, renewedPgUs: pgNowUs },
    });
  memory.redisRunId = redisRunId;
}

/**
 * Renews the leases, stamped with the time PostgreSQL gave at a commit just made. When the last good lease is so old
 * that scripts have refused meanwhile, the rooms first get their time back.
 */
export async function renew(context: JournalContext, committedAtUs: number): Promise<void> {
  const { connection, memory, state } = context;
  // Redis may have died and come back between two of our calls without any of them failing.
  if ((await state.serverRunId()) !== memory.redisRunId)
    return takeBack(context, [...memory.partitions.keys()]);
  let pgNowUs = committedAtUs;
  const stale = [...memory.partitions].filter(([, kept]) => pgNowUs - kept.renewedPgUs > LEASE_LIMIT_US);
  if (stale.length > 0) {
    const partitions = new Set(stale.map(([partition]) => partition));
    const kept = [...memory.lots.keys()].filter((lotId) => partitions.has(state.partitions.of(lotId)));
    const oldest = Math.min(...stale.map(([, partition]) => partition.renewedPgUs));
    await giveTimeBack(context, { rebuilt: [], kept, silentUs: pgNowUs - oldest });
    pgNowUs = await connection.commit(EMPTY_BATCH, true);
  }
  const renewals = await state.renewLease([...memory.partitions.keys()], {
    owner: connection.owner,
    pgNowUs,
  });
  const lost: number[] = [];
  for (const { partition, lost: isLost, redisNowUs } of renewals) {
    const kept = memory.partitions.get(partition);
    if (isLost) lost.push(partition);
    // While the clocks are apart the scripts hold: that time is given back as any other interruption's.
    else if (kept && Math.abs(redisNowUs - pgNowUs) <= CLOCKS_APART_US) kept.renewedPgUs = pgNowUs;
  }
  for (const lotId of renewals.flatMap((renewal) => renewal.wanted)) memory.wanted.add(lotId);
  if (lost.length > 0) await takeBack(context, lost);
}

/**
 * Loads lots somebody asked for: just opened, or met without a state in Redis. A few at a time, so that the others are
 * committed meanwhile. Invented ids cost one look-up.
 */
export async function loadWanted(context: JournalContext): Promise<void> {
  const { memory, connection } = context;
  const wanted = [...memory.wanted].slice(0, WANTED_AT_ONCE);
  if (wanted.length === 0) return;
  const rows = (await connection.lots(wanted)).filter((row) => row.phase !== 'closed' && !row.brokenBecause);
  const missing = await Promise.all(
    rows.map(async (row) => {
      const current =
        row.loaded && memory.lots.get(row.lotId)?.epoch === row.epoch && (await isThere(context, row));
      return current ? [] : [row.lotId];
    }),
  );
  await repair(context, missing.flat());
  for (const lotId of wanted) memory.wanted.delete(lotId);
}

/** Rebuilds single lots of partitions that are otherwise in order. */
export async function repair(context: JournalContext, lotIds: readonly number[]): Promise<void> {
  if (lotIds.length === 0) return;
  const nowUs = await trustedNowUs(context);
  const loaded = await loadLots(context, lotIds);
  const used = loaded.filter((lotId) => (context.memory.lots.get(lotId)?.seq ?? 0) > 0);
  const restless = used.filter((lotId) => isRestless(context, lotId, Date.now()));
  const plan = { mode: 'rebuild', outageFromUs: nowUs, resumeAtUs: null } as const;
  await recoverLots(
    context,
    used.filter((lotId) => !restless.includes(lotId)),
    plan,
    nowUs,
  );
  await recoverLots(context, restless, { ...plan, mode: 'outage' }, nowUs);
}

function isRestless({ memory }: JournalContext, lotId: number, now: number): boolean {
  const recent = (memory.repairs.get(lotId) ?? []).filter((at) => at > now - 60_000);
  recent.push(now);
  memory.repairs.set(lotId, recent);
  return recent.length > REPAIRS_A_MINUTE;
}
