import type {
  AuctionLogRepository,
  AuctionState,
  HeldLot,
  PartitionLease,
  Rooms,
} from '#server/auction/index.ts';
import type { Metrics } from '#server/platform/metrics/index.ts';

/** Beyond these the scripts answer `held` (server/auction/state/scripts/include/room.lua). */
const LEASE_LIMIT_MS = 1_000;
const CLOCKS_APART_MS = 1_250;
/** The journal sends a message each second for every partition. */
const FEED_SILENT_MS = 3_000;
/** PostgreSQL's time is not waited for any longer: a look at the server itself says what it lacks. */
const POSTGRES_LIMIT_MS = 500;
/** A clock says once a second that it has looked at what is due. */
const CLOCK_SILENT_MS = 5_000;
const PARTITIONS_NAMED = 8;
const LOTS_NAMED = 20;

/** What bids depend on besides the servers: leases by the scripts' own measure, clocks, and the committed feed here. */
export interface BidReadiness {
  leases: readonly PartitionLease[];
  /** null: a process that follows no rooms. */
  feedSilentMs: number | null;
  /** Lots held until two members of staff have chosen; null while PostgreSQL does not answer. */
  heldLots: readonly HeldLot[] | null;
  /** For how long no clock has looked at what is due, ms; null where none ever has, and while PostgreSQL does not answer. */
  clockSilentMs: number | null;
}

/** Reads the leases and compares the clocks now. Rejects with AuctionRedisUnavailable. */
export async function readBidReadiness(
  state: Pick<AuctionState, 'leases'>,
  postgres: Pick<AuctionLogRepository, 'nowUs' | 'heldLots' | 'clockSilentMs'>,
  rooms: Pick<Rooms, 'feedSilentMs'> | null,
): Promise<BidReadiness> {
  const startedAt = performance.now();
  const [pgUs, heldLots, clockSilentMs] = await Promise.all([
    inTime(postgres.nowUs()),
    inTime(postgres.heldLots()),
    inTime(postgres.clockSilentMs()),
  ]);
  const leases = await state.leases();
  const tookMs = performance.now() - startedAt;
  return {
    // A journal that finds the clocks apart may renew no lease at all, and the last ones were stamped before.
    leases:
      pgUs === null
        ? leases
        : leases.map((lease) => ({
            ...lease,
            clocksApartMs: apart((lease.readAtUs - pgUs) / 1_000, tookMs),
          })),
    feedSilentMs: rooms?.feedSilentMs() ?? null,
    heldLots,
    clockSilentMs,
  };
}

/** null: PostgreSQL is away or slow; then the leases say how the clocks were. */
async function inTime<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, POSTGRES_LIMIT_MS, null);
  });
  try {
    return await Promise.race([asked, late]);
  } catch {
    // Not retried here: the next look asks again.
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Redis was asked up to `tookMs` after PostgreSQL: what that alone may explain is no difference of the clocks. */
const apart = (measuredMs: number, tookMs: number): number =>
  measuredMs > 0 ? Math.max(0, measuredMs - tookMs) : measuredMs;

export interface HeldPartition {
  partition: number;
  /** Its last renewal, or since when no web process can place bids, ISO; null: not known, for it never had a lease. */
  since: string | null;
}

/** The partitions whose bids are held for want of a renewed lease. */
export const partitionsHeld = ({ leases }: BidReadiness): HeldPartition[] =>
  leases
    .filter(({ stalled, ageMs }) => stalled || (ageMs ?? Infinity) > LEASE_LIMIT_MS)
    .map((lease) => {
      const sinceMs = heldSinceMs(lease);
      return { partition: lease.partition, since: sinceMs === null ? null : new Date(sinceMs).toISOString() };
    });

function heldSinceMs({ ageMs, readAtUs, stalledSinceUs }: PartitionLease): number | null {
  if (stalledSinceUs !== null) return stalledSinceUs / 1_000;
  return ageMs === null ? null : readAtUs / 1_000 - ageMs;
}

const isHeld = ({ ageMs, stalled }: PartitionLease): boolean =>
  !stalled && (ageMs === null || ageMs > LEASE_LIMIT_MS);

/** The partitions whose bids are held because their commits fail although PostgreSQL answers. */
const commitsFailing = ({ leases }: Pick<BidReadiness, 'leases'>): PartitionLease[] =>
  leases.filter((lease) => isHeld(lease) && lease.failing !== null);

/** For how long the first of these has been held; '' where that is not known. */
function heldFor(held: readonly PartitionLease[]): string {
  const ages = held.flatMap((lease) => {
    const sinceMs = heldSinceMs(lease);
    return sinceMs === null ? [] : lease.readAtUs / 1_000 - sinceMs;
  });
  return ages.length > 0 ? ` for ${seconds(Math.max(0, ...ages))}` : '';
}

/** One sentence for every reason why bids are held or answered late; empty when there is none. */
export function problemsOfBids({ leases, feedSilentMs, heldLots }: BidReadiness): string[] {
  const problems: string[] = [];
  const stalled = leases.filter((lease) => lease.stalled);
  if (stalled.length > 0)
    problems.push(
      `reach: no web process can place bids${heldFor(stalled)}, the rooms of ${stalled.length} partitions are stalled`,
    );
  const held = leases.filter((lease) => isHeld(lease) && lease.failing === null);
  if (held.length > 0) {
    const named = held.slice(0, PARTITIONS_NAMED).map(({ partition }) => partition);
    const more = held.length > named.length ? ' …' : '';
    problems.push(
      `journal: ${held.length} of ${leases.length} partitions (${named.join(', ')}${more}) have no journal${heldFor(held)}, their bids are held`,
    );
  }
  const failing = commitsFailing({ leases });
  if (failing.length > 0)
    problems.push(
      `journal: commits of ${failing.length} of ${leases.length} partitions fail${heldFor(failing)} although postgresql answers (SQLSTATE ${failing[0]?.failing}), their bids are held`,
    );
  const apart = leases.filter(({ clocksApartMs }) => Math.abs(clocksApartMs ?? 0) > CLOCKS_APART_MS);
  if (apart.length > 0) {
    const most = Math.max(...apart.map(({ clocksApartMs }) => Math.abs(clocksApartMs ?? 0)));
    problems.push(
      `clocks: the auction redis and postgresql differ by ${seconds(most)}, the bids of ${apart.length} partitions are held`,
    );
  }
  if (feedSilentMs !== null && feedSilentMs > FEED_SILENT_MS)
    problems.push(
      `committed feed: silent for ${seconds(feedSilentMs)}, what is committed is shown late here`,
    );
  if (heldLots && heldLots.length > 0) problems.push(`older timeline: ${lossesOf(heldLots)}`);
  return problems;
}

const LOST: Record<HeldLot['lost'], string> = {
  bids: 'answered bids',
  unlisted: 'entries that can no longer be listed',
  hammer: 'the hammer and no bid',
  others: 'entries that are no bids',
};

/** What a database lost, by lots. */
function lossesOf(heldLots: readonly HeldLot[]): string {
  const parts = Object.entries(LOST).flatMap(([lost, what]) => {
    const lots = heldLots.filter((lot) => lot.lost === lost).map(({ lotId }) => lotId);
    const more = lots.length > LOTS_NAMED ? ' …' : '';
    return lots.length > 0 ? `${lots.slice(0, LOTS_NAMED).join(', ')}${more} (${what})` : [];
  });
  return `${heldLots.length} lots lost entries with a database and wait for two members of staff to choose: ${parts.join('; ')}`;
}

/** What else has stopped in the rooms while bids are taken; empty when nothing does. */
export function problemsOfRooms({ clockSilentMs }: BidReadiness): string[] {
  if (clockSilentMs === null || clockSilentMs <= CLOCK_SILENT_MS) return [];
  return [
    `clock: none has run for ${seconds(clockSilentMs)}, rooms open, resume and end by themselves no more`,
  ];
}

/** The same figures for /metrics. */
export function showBidReadiness(
  { leases, feedSilentMs, heldLots }: BidReadiness,
  metrics: Pick<
    Metrics,
    'leaseAgeSeconds' | 'partitionsHeld' | 'clocksApartSeconds' | 'feedSilentSeconds' | 'lotsHeld'
  >,
): void {
  const ages = leases.map(({ ageMs }) => ageMs ?? Infinity);
  metrics.leaseAgeSeconds.set(Math.max(0, ...ages.filter(Number.isFinite)) / 1_000);
  metrics.partitionsHeld.set(ages.filter((age) => age > LEASE_LIMIT_MS).length);
  const apart = leases.map(({ clocksApartMs }) => clocksApartMs ?? 0);
  metrics.clocksApartSeconds.set(
    apart.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most), 0) / 1_000,
  );
  if (heldLots) metrics.lotsHeld.set(heldLots.length);
  if (feedSilentMs !== null) metrics.feedSilentSeconds.set(feedSilentMs / 1_000);
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
