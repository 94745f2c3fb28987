import { sql, type Kysely } from 'kysely';

/**
 * A cache of the auction log: the folded state of a lot with a long log, from which a load continues instead of reading
 * every entry. One row per open lot at most. It holds auto-bid maxima, like the log itself. The state is text, because
 * its digest is of the exact text.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table auction_snapshot (
      lot_id bigint primary key,
      fold_version integer not null,
      epoch integer not null,
      seq bigint not null check (seq >= 1),
      head_hash text not null,
      state text not null,
      digest text not null,
      taken_at timestamptz not null default now()
    )
  `.execute(db);
  await sql`revoke all on auction_snapshot from public`.execute(db);

  // Called in the statement that commits a batch. A snapshot whose head is not in the log is not stored; a null state
  // removes the lot's snapshot, and those of lots that a journal of the release before has closed.
  await sql`
    create function auction_save_snapshots(p_snapshots jsonb) returns void language plpgsql as $$
    begin
      if exists (select from jsonb_to_recordset(p_snapshots) as n (state text) where n.state is null) then
        delete from auction_snapshot s using auction_lot l where l.lot_id = s.lot_id and l.phase = 'closed';
      end if;

      insert into auction_snapshot (lot_id, fold_version, epoch, seq, head_hash, state, digest)
      select n.lot_id, n.fold_version, n.epoch, n.seq, n.head_hash, n.state, n.digest
      from jsonb_to_recordset(p_snapshots) as n (
        lot_id bigint, fold_version integer, epoch integer, seq bigint, head_hash text, state text, digest text)
      where n.state is not null and exists (
        select from auction_entry e where e.lot_id = n.lot_id and e.seq = n.seq and e.hash = n.head_hash)
      on conflict (lot_id) do update set
        fold_version = excluded.fold_version, epoch = excluded.epoch, seq = excluded.seq,
        head_hash = excluded.head_hash, state = excluded.state, digest = excluded.digest, taken_at = now();
    end $$
  `.execute(db);
}
