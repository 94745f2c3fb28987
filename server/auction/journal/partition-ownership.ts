import type { LotRow } from '../state/auction-log.repository.ts';
import type { LotInRedis } from '../state/contract.ts';
import { EMPTY_BATCH } from './commit-batch.ts';
import { countEvent, type JournalContext } from './journal-memory.ts';
import { urgency } from './load-queue.ts';
import { SNAPSHOT_EVERY } from './lot-snapshot.ts';
import { recoverLots } from './recover-lots.ts';
import { LEASE_LIMIT_US, planRecovery } from './recovery-plan.ts';
import { CLOCKS_APART_US, trustedNowUs } from './redis-clock.ts';
import { noteBeyond } from './find-rewinds.ts';
import { proveCommits } from './prove-commits.ts';

/** Requested lots loaded in one run of the journal. */
const WANTED_PER_RUN = 32;
/** Concurrent checks whether Redis still has a lot. */
const CONCURRENT_CHECKS = 512;

/**
 * Takes over partitions whose lock was just acquired: continues where the last owner stopped if Redis process and
 * PostgreSQL's timeline are still that owner's, and has what Redis has lost loaded from PostgreSQL. The logs are read again
 * from their start, for they are trimmed only up to what was committed and published. Until something of them is committed,
 * or a probe, no room gets time back and no lease is claimed. It is claimed without waiting for the loads: a lot that is
 * not loaded yet answers `fenced`. Rejects with ClocksApart before anything is changed.
 */
export async function takeOverPartitions(
  context: JournalContext,
  partitions: readonly number[],
): Promise<void> {
  const { connection, memory, state, log } = context;
  const nowUs = await trustedNowUs(context);
  const redisRunId = await state.serverRunId();
  if (memory.partitions.size > 0 && memory.redisRunId !== redisRunId) {
    return rebuildPartitions(context, [...memory.partitions.keys(), ...partitions]);
  }
  const owners = await connection.lastOwners(partitions);
  const timeline = await connection.timeline();
  // A promoted standby may lack commits that Redis has: its rooms are loaded again from what PostgreSQL has.
  const continued = new Set(
    owners
      .filter((o) => o.redisRunId === redisRunId && (o.timeline ?? timeline) === timeline)
      .map((o) => o.partition),
  );
  const silentUsOf = new Map(owners.map((o) => [o.partition, Math.max(0, o.silentMs) * 1000]));
  const leases = new Map((await state.leases(partitions)).map(({ partition, ageMs }) => [partition, ageMs]));
  const rows = await openLots(context, partitions);
  const looks = await lookAtLots(context, rows);
  const lost = lostLots(context, rows, looks, continued);
  const settled = owners.filter((o) => o.redisRunId === redisRunId).map((o) => o.partition);
  noteBeyond(context, rows, looks, new Set(settled));
  for (const row of rows) {
    if (!lost.has(row.lotId)) continue;
    const partition = state.partitions.of(row.lotId);
    const silentUs = silentUsOf.get(partition) ?? 0;
    const heldUs = Math.min(silentUs, (leases.get(partition) ?? Infinity) * 1_000);
    const since = { lostFromUs: nowUs - silentUs, heldFromUs: nowUs - heldUs };
    memory.toLoad.add({ lotId: row.lotId, ...since, order: urgency(row, nowUs), repair: false });
  }
  const continuing = rows.filter((row) => !lost.has(row.lotId));
  const committedTo = await proveCommits(context, partitions);
  // While no bid can reach the rooms their time is restored at its end, like that of the partitions owned before.
  if (context.reach.canBid)
    await restoreLostTime(
      context,
      continuing.map((row) => row.lotId),
      nowUs - Math.max(0, ...[...continued].map((partition) => silentUsOf.get(partition) ?? 0)),
    );
  await claim(context, partitions, redisRunId, committedTo);
  if (!context.reach.canBid)
    for (const partition of partitions) {
      const owned = memory.partitions.get(partition);
      if (owned) context.reach.heldAtTakeover(owned, silentUsOf.get(partition) ?? 0);
    }
  await completeIds(context, continuing);
  countEvent(context, 'takeovers');
  log.info({ partitions: partitions.length, lots: rows.length, lost: lost.size }, 'partitions taken');
}

/** The lots of these partitions that can be loaded, which become the journal's heads. */
async function openLots(
  { connection, memory, state }: JournalContext,
  partitions: readonly number[],
): Promise<LotRow[]> {
  const rows = await connection.openLots(partitions, state.partitions.count);
  const whole = rows.filter((row) => !row.brokenBecause);
  for (const row of whole) memory.lots.set(row.lotId, row);
  return whole;
}

/** Continues what the last owner did not finish: ids of long logs that Redis still misses. */
async function completeIds({ loader, state }: JournalContext, rows: readonly LotRow[]): Promise<void> {
  const long = rows.filter((row) => row.seq >= SNAPSHOT_EVERY);
  const missing = new Set(await state.lotsMissingIds(long.map((row) => row.lotId)));
  for (const row of long) if (missing.has(row.lotId)) loader.completeIds(row);
}

async function lookAtLots(
  { state }: JournalContext,
  rows: readonly LotRow[],
): Promise<Map<number, LotInRedis>> {
  const looks = new Map<number, LotInRedis>();
  for (let i = 0; i < rows.length; i += CONCURRENT_CHECKS) {
    const lotIds = rows.slice(i, i + CONCURRENT_CHECKS).map(({ lotId }) => lotId);
    for (const look of await state.lookAtLots(lotIds)) looks.set(look.lotId, look);
  }
  return looks;
}

/**
 * Lots of a partition whose Redis process was replaced, lots never loaded, those missing in Redis, and those of which Redis
 * has entries beyond PostgreSQL that no log holds any more: they were committed to a database that is not this one.
 */
function lostLots(
  { state }: JournalContext,
  rows: readonly LotRow[],
  looks: ReadonlyMap<number, LotInRedis>,
  continued: ReadonlySet<number>,
): Set<number> {
  const goesOn = (row: LotRow): boolean => {
    const look = looks.get(row.lotId);
    if (!row.loaded || !look || !continued.has(state.partitions.of(row.lotId))) return false;
    return look.seq !== null && look.epoch === row.epoch && (look.seq <= row.seq || look.inLog);
  };
  return new Set(rows.filter((row) => !goesOn(row)).map(({ lotId }) => lotId));
}

/**
 * Has all lots of the partitions loaded again in new epochs after Redis lost them (a restart, a flush). Rejects with
 * ClocksApart before anything is changed.
 */
export async function rebuildPartitions(
  context: JournalContext,
  partitions: readonly number[],
): Promise<void> {
  const { connection, loader, memory, state, publisher, log } = context;
  const nowUs = await trustedNowUs(context);
  const redisRunId = await state.serverRunId();
  publisher.forget(partitions);
  // Redis may have been lost again before all lots were back from the last time.
  const lostBefore = new Map([...memory.toLoad.requests(), ...loader.requests()]);
  forgetLots(context, partitions);
  // Of another journal that died: its rooms get back the time in which they had none, too.
  const taken = await connection.lastOwners(partitions.filter((each) => !memory.partitions.has(each)));
  const silentUsOf = new Map(taken.map((o) => [o.partition, Math.max(0, o.silentMs) * 1000]));
  const rows = await openLots(context, partitions);
  noteBeyond(context, rows, await lookAtLots(context, rows), new Set());
  // What waited is void, so a probe alone can show that the claim is justified.
  const nowPgUs = await connection.probe(false);
  for (const row of rows) {
    const partition = state.partitions.of(row.lotId);
    const owned = memory.partitions.get(partition);
    const lostUs = owned ? Math.max(0, nowPgUs - owned.renewedPgUs) : (silentUsOf.get(partition) ?? 0);
    const lostNowUs = nowUs - lostUs;
    const lostFromUs = Math.min(lostNowUs, lostBefore.get(row.lotId) ?? Infinity);
    memory.toLoad.add({ lotId: row.lotId, lostFromUs, repair: false, order: urgency(row, nowUs) });
  }
  await claim(context, partitions, redisRunId, null);
  countEvent(context, 'redisLosses');
  log.warn(
    { partitions: partitions.length, lots: rows.length },
    'Redis lost its state: lots are loaded again',
  );
}

/**
 * Forgets the heads of these partitions' lots and everything under way for them: before they are read again, and when the
 * partitions are released.
 */
function forgetLots(context: JournalContext, partitions: readonly number[]): void {
  const { folds, loader, memory, state } = context;
  const released = new Set(partitions);
  const matches = (lotId: number): boolean => released.has(state.partitions.of(lotId));
  loader.drop(matches);
  memory.toLoad.drop(matches);
  folds.forget(matches);
  for (const partition of partitions) memory.traces.delete(partition);
  for (const lots of [memory.lots, memory.toRepair, memory.wanted, memory.beyond])
    for (const lotId of lots.keys()) if (matches(lotId)) lots.delete(lotId);
}

/** Restores what rooms that Redis still has lost without a journal that commits, since `fromUs` (Redis's time). */
async function restoreLostTime(
  context: JournalContext,
  lotIds: readonly number[],
  fromUs: number,
): Promise<void> {
  if (lotIds.length === 0) return;
  const nowUs = await trustedNowUs(context);
  const plan = planRecovery(fromUs, nowUs, { rebuilt: false });
  if (plan) await recoverLots(context, lotIds, plan, nowUs);
}

/**
 * The lease is claimed after the rooms that Redis still has got their lost time back: until then every script refuses, so
 * no command is decided in between. Lots yet to be loaded get theirs with the load. `committedTo`: how far the logs are
 * committed; null: not at all.
 */
async function claim(
  context: JournalContext,
  partitions: readonly number[],
  redisRunId: string,
  committedTo: ReadonlyMap<number, string> | null,
): Promise<void> {
  const { connection, memory, state, publisher } = context;
  const lostForMs = lostTimes(context, await state.redisNowUs());
  // Callers that wait for an answer from the previous epoch learn now that it has ended.
  await publisher.flush();
  await connection.recordOwner(partitions, redisRunId, lostForMs);
  const pgNowUs = await connection.commit(EMPTY_BATCH, true);
  await Promise.all(
    partitions.map((partition) =>
      state.claimLease(partition, {
        owner: connection.owner,
        pgNowUs,
        heldSinceUs: context.reach.lostSinceUs,
      }),
    ),
  );
  for (const partition of partitions) {
    const position = committedTo?.get(partition) ?? '0';
    memory.partitions.set(partition, {
      position,
      readTo: position,
      broughtAt: -Infinity,
      askedAt: -Infinity,
      renewedPgUs: pgNowUs,
      isLoading: lostForMs.has(partition),
    });
  }
  memory.redisRunId = redisRunId;
}

/** For how long the lots that wait for their load have confirmed nothing: the longest time of each partition. */
function lostTimes({ loader, memory, state }: JournalContext, nowUs: number): Map<number, number> {
  const lostForMs = new Map<number, number>();
  for (const [lotId, lostFromUs] of [...memory.toLoad.requests(), ...loader.requests()]) {
    const partition = state.partitions.of(lotId);
    lostForMs.set(partition, Math.max(lostForMs.get(partition) ?? 0, (nowUs - lostFromUs) / 1000));
  }
  return lostForMs;
}

/** From now on a journal that follows continues these partitions, unless Redis is lost again. */
async function recordLoaded(context: JournalContext): Promise<void> {
  const { connection, loader, memory, state } = context;
  const recorded = [...memory.partitions].filter(([, { isLoading }]) => isLoading);
  if (recorded.length === 0) return;
  const waiting = [...memory.toLoad.requests(), ...loader.requests()];
  const busy = new Set(waiting.map(([lotId]) => state.partitions.of(lotId)));
  const loaded = recorded.filter(([partition]) => !busy.has(partition));
  if (loaded.length === 0) return;
  await connection.recordLoaded(
    loaded.map(([partition]) => partition),
    memory.redisRunId,
  );
  for (const [, owned] of loaded) owned.isLoading = false;
}

/**
 * Renews the leases, stamped with PostgreSQL's time of a commit just made. When the last valid lease is so old that
 * scripts have refused meanwhile, the rooms' lost time is restored first. While no web process can place bids the leases
 * are held instead: they stay this journal's, and no script decides.
 */
export async function renewLeases(context: JournalContext, committedAtUs: number): Promise<void> {
  const { connection, memory, state } = context;
  // Redis may have restarted between two calls without either of them failing.
  if ((await state.serverRunId()) !== memory.redisRunId)
    return rebuildPartitions(context, [...memory.partitions.keys()]);
  const held = !context.reach.canBid;
  let pgNowUs = committedAtUs;
  const isStale = (renewedPgUs: number) => !held && pgNowUs - renewedPgUs > LEASE_LIMIT_US;
  const stale = [...memory.partitions].filter(([, owned]) => isStale(owned.renewedPgUs));
  if (stale.length > 0) {
    const partitions = new Set(stale.map(([partition]) => partition));
    const continuing = [...memory.lots.keys()].filter((lotId) => partitions.has(state.partitions.of(lotId)));
    const oldest = Math.min(...stale.map(([, partition]) => partition.renewedPgUs));
    await restoreLostTime(context, continuing, (await state.redisNowUs()) - (pgNowUs - oldest));
    pgNowUs = await connection.commit(EMPTY_BATCH, true);
  }
  const renewals = await state.renewLease([...memory.partitions.keys()], {
    owner: connection.owner,
    pgNowUs,
    heldSinceUs: context.reach.lostSinceUs,
  });
  const lost: number[] = [];
  for (const { partition, lost: isLost, redisNowUs } of renewals) {
    const owned = memory.partitions.get(partition);
    if (isLost) lost.push(partition);
    // While the clocks differ the scripts answer `held`: that time is restored like any other interruption's.
    else if (owned && !held && Math.abs(redisNowUs - pgNowUs) <= CLOCKS_APART_US) owned.renewedPgUs = pgNowUs;
  }
  for (const lotId of renewals.flatMap((renewal) => renewal.wanted)) memory.wanted.add(lotId);
  if (lost.length > 0) return rebuildPartitions(context, lost);
  await recordLoaded(context);
}

/**
 * Has requested lots loaded: just opened, or found without a state in Redis. A few per run, so that the others are
 * committed meanwhile. An invented id costs one look-up; a lot whose load is under way is not loaded twice.
 */
export async function loadWanted(context: JournalContext): Promise<void> {
  const { memory, connection, loader, state } = context;
  for (const lotId of memory.wanted)
    if (loader.has(lotId) || memory.toLoad.has(lotId)) memory.wanted.delete(lotId);
  const wanted = [...memory.wanted].slice(0, WANTED_PER_RUN);
  if (wanted.length === 0) return;
  const rows = (await connection.lots(wanted)).filter((row) => row.phase !== 'closed' && !row.brokenBecause);
  const known = rows.filter((row) => row.loaded && memory.lots.get(row.lotId)?.epoch === row.epoch);
  const looks = new Map(
    (await state.lookAtLots(known.map(({ lotId }) => lotId))).map((look) => [look.lotId, look]),
  );
  const isThere = ({ lotId, epoch }: LotRow): boolean => {
    const look = looks.get(lotId);
    return look !== undefined && look.seq !== null && look.epoch === epoch;
  };
  const there = new Set(known.filter(isThere).map(({ lotId }) => lotId));
  const missing = rows.filter((row) => !there.has(row.lotId));
  if (missing.length > 0) {
    const nowUs = await trustedNowUs(context);
    for (const row of missing)
      memory.toLoad.add({ lotId: row.lotId, lostFromUs: nowUs, repair: true, order: urgency(row, nowUs) });
  }
  for (const lotId of wanted) memory.wanted.delete(lotId);
}
