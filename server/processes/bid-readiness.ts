import type { AuctionLogRepository, AuctionState, PartitionLease, Rooms } from '#server/auction/index.ts';
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
  heldLots: readonly number[] | null;
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
  const pgUs = await inTime(postgres.nowUs());
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
    heldLots: await inTime(postgres.heldLots()),
    clockSilentMs: await inTime(postgres.clockSilentMs()),
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
  /** Its last renewal, ISO; null: none ever. */
  since: string | null;
}

/** The partitions whose bids are held for want of a renewed lease. */
export const partitionsHeld = ({ leases }: BidReadiness): HeldPartition[] =>
  leases
    .filter(({ stalled, ageMs }) => stalled || (ageMs ?? Infinity) > LEASE_LIMIT_MS)
    .map(({ partition, ageMs, readAtUs }) => ({
      partition,
      since: ageMs === null ? null : new Date(readAtUs / 1_000 - ageMs).toISOString(),
    }));

const isHeld = ({ ageMs, stalled }: PartitionLease): boolean =>
  !stalled && (ageMs === null || ageMs > LEASE_LIMIT_MS);

/** The partitions whose bids are held because their commits fail although PostgreSQL answers. */
const commitsFailing = ({ leases }: Pick<BidReadiness, 'leases'>): PartitionLease[] =>
  leases.filter((lease) => isHeld(lease) && lease.failing !== null);

/** Since the oldest renewal of these; '' where there never was one. */
function heldFor(held: readonly PartitionLease[]): string {
  const ages = held.flatMap(({ ageMs }) => ageMs ?? []);
  return ages.length > 0 ? ` for ${seconds(Math.max(...ages))}` : '';
}

/** One sentence for every reason why bids are held or answered late; empty when there is none. */
export function problemsOfBids({ leases, feedSilentMs, heldLots, clockSilentMs }: BidReadiness): string[] {
  const problems: string[] = [];
  const stalled = leases.filter((lease) => lease.stalled).length;
  if (stalled > 0)
    problems.push(`reach: no web process can place bids, the rooms of ${stalled} partitions are stalled`);
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
  if (clockSilentMs !== null && clockSilentMs > CLOCK_SILENT_MS)
    problems.push(
      `clock: none has run for ${seconds(clockSilentMs)}, rooms open, resume and end by themselves no more`,
    );
  if (heldLots && heldLots.length > 0) {
    const named = heldLots.slice(0, LOTS_NAMED).join(', ');
    const more = heldLots.length > LOTS_NAMED ? ' …' : '';
    problems.push(
      `older timeline: ${heldLots.length} lots (${named}${more}) lost answered bids with a database, and wait for two members of staff to choose`,
    );
  }
  return problems;
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
