import { LOCK_CLASS, type JournalConnection } from './journal-connection.repository.ts';

/** A journal not seen for this long is counted among the living no more, ms. */
const LIVING_MS = 1_500;
/** A partition handed over is left to its receiver for this long, ms; then any journal takes it over. */
const RESERVED_MS = 1_000;

/** A living journal as the others see it. */
export interface Peer {
  owner: string;
  ownedCount: number;
  wantedCount: number;
  leaving: boolean;
  /** Seen without a gap for this long, ms. */
  livingMs: number;
  /** Partitions handed to it and not taken over yet. */
  incomingCount: number;
}

/** What a journal says of itself. */
export interface PeerReport {
  /** Equal for journals of one format that may own the same partitions of the same Redis. */
  peers: string;
  ownedCount: number;
  wantedCount: number;
  leaving: boolean;
}

/** Reports this journal as living, by PostgreSQL's time, and returns all living ones of its peers, itself included. */
export async function reportAndReadPeers(connection: JournalConnection, report: PeerReport): Promise<Peer[]> {
  await connection.query(
    `insert into auction_journal as j (owner, seen_at, since_at, peers, owned_count, wanted_count, leaving)
     values ($1, clock_timestamp(), clock_timestamp(), $2, $3, $4, $5)
     on conflict (owner) do update set
       seen_at = excluded.seen_at,
       since_at = case when j.seen_at > excluded.seen_at - make_interval(secs => $6 / 1000.0) and j.peers = excluded.peers
         then j.since_at else excluded.since_at end,
       peers = excluded.peers, owned_count = excluded.owned_count, wanted_count = excluded.wanted_count,
       leaving = excluded.leaving`,
    [connection.owner, report.peers, report.ownedCount, report.wantedCount, report.leaving, LIVING_MS],
    'auction_journal_report',
  );
  const rows = await connection.query<{
    owner: string;
    owned_count: number;
    wanted_count: number;
    leaving: boolean;
    living_ms: number;
    incoming: number;
  }>(
    `select owner, owned_count, wanted_count, leaving,
       (extract(epoch from clock_timestamp() - since_at) * 1000)::float8 as living_ms,
       (select count(*)::int from auction_partition p
        where p.handed_to = j.owner and p.handed_at > p.taken_at
          and p.handed_at > clock_timestamp() - make_interval(secs => $3 / 1000.0)) as incoming
     from auction_journal j
     where peers = $1 and seen_at > clock_timestamp() - make_interval(secs => $2 / 1000.0)
     order by owner`,
    [report.peers, LIVING_MS, RESERVED_MS],
    'auction_journal_peers',
  );
  return rows.map((row) => ({
    owner: row.owner,
    ownedCount: row.owned_count,
    wantedCount: row.wanted_count,
    leaving: row.leaving,
    livingMs: row.living_ms,
    incomingCount: row.incoming,
  }));
}

/** A journal that has ended is forgotten after this many days, unless it was the last owner of a partition. */
const FORGET_DAYS = 1;
const FORGET_LIMIT = 1_000;

/** Removes the rows of journals that ended long ago: every start of a process leaves one. */
export async function forgetEndedJournals(connection: JournalConnection): Promise<void> {
  await connection.query(
    `delete from auction_journal where owner in (
       select owner from auction_journal j
       where greatest(seen_at, beat_at) < clock_timestamp() - make_interval(days => $1)
         and not exists (select from auction_partition p where p.owner = j.owner)
       limit $2 for update skip locked)`,
    [FORGET_DAYS, FORGET_LIMIT],
  );
}

/** Tries to lock the partitions, but those just handed to another journal; returns those locked. */
export async function lockFree(
  connection: JournalConnection,
  partitions: readonly number[],
): Promise<number[]> {
  const rows = await connection.query<{ p: number }>(
    `with free as materialized (
       select p from unnest($2::int[]) as p
       where not exists (
         select from auction_partition a
         where a.partition = p and a.handed_to <> $3 and a.handed_at > a.taken_at
           and a.handed_at > clock_timestamp() - make_interval(secs => $4 / 1000.0)))
     select p from free where pg_try_advisory_lock($1, p)`,
    [LOCK_CLASS, partitions, connection.owner, RESERVED_MS],
    'auction_lock_free',
  );
  return rows.map((row) => row.p).sort((one, other) => one - other);
}

/**
 * Hands partitions of this journal to another: reserves them for it, then releases their locks. Nothing of them may be
 * committed by this journal any more.
 */
export async function handOverTo(
  connection: JournalConnection,
  receiver: string,
  partitions: readonly number[],
): Promise<void> {
  await connection.query(
    `update auction_partition set handed_to = $2, handed_at = clock_timestamp() where partition = any($1::int[])`,
    [partitions, receiver],
  );
  await connection.query(
    `update auction_journal set wanted_count = greatest(0, wanted_count - $2) where owner = $1`,
    [receiver, partitions.length],
  );
  await connection.query('select pg_advisory_unlock($1, p) from unnest($2::int[]) as p', [
    LOCK_CLASS,
    partitions,
  ]);
}
