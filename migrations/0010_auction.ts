import { sql, type Kysely } from 'kysely';

/** Tables of the auction core. Nothing refers to them by foreign key and they refer to nothing: the core knows only ids. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One row per lot: frozen terms and the committed head. Its (epoch, seq) is what every commit must continue.
  await sql`
    create table auction_lot (
      lot_id bigint primary key check (lot_id between 1 and 9007199254740991),
      terms jsonb not null,
      terms_hash text not null,
      opened_at timestamptz not null default now(),
      loaded_at timestamptz,
      epoch integer not null default 1 check (epoch >= 1),
      seq bigint not null default 0 check (seq >= 0),
      last_log_id text not null default '',
      head_hash text not null,
      phase text not null default 'waiting' check (phase in ('waiting', 'running', 'paused', 'closed')),
      started boolean not null default false,
      pause_cause text check (pause_cause in ('staff', 'outage')),
      pause_reason text,
      due_us bigint,
      deadline_us bigint not null,
      price_tiyin bigint check (price_tiyin between 1 and 9007199254740991),
      price_count integer not null default 0,
      leader text,
      leader_number integer,
      extensions integer not null default 0,
      applicants integer not null default 0,
      outcome text check (outcome in ('sold', 'not-held', 'no-price-given', 'withdrawn')),
      winner text,
      winner_number integer,
      closed_at timestamptz,
      handed_over_at timestamptz,
      forgotten_at timestamptz,
      broken_because text
    )
  `.execute(db);
  await sql`create index auction_lot_due on auction_lot (due_us) where due_us is not null`.execute(db);
  await sql`create index auction_lot_open on auction_lot (lot_id) where phase <> 'closed'`.execute(db);
  await sql`
    create index auction_lot_to_forget on auction_lot (closed_at) where closed_at is not null and forgotten_at is null
  `.execute(db);

  // The log. What is asked for often is derived from the entry itself, so a column can never tell another story.
  await sql`
    create table auction_entry (
      lot_id bigint not null,
      seq bigint not null check (seq >= 1),
      epoch integer not null,
      log_id text not null,
      prev_log_id text not null,
      hash text not null,
      entry jsonb not null,
      secret_maximum_tiyin bigint,
      secret_salt text,
      committed_at timestamptz not null default now(),
      kind text not null generated always as (entry ->> 'kind') stored,
      person text generated always as (entry ->> 'person') stored,
      -- The id of the person's own command; entries an auto-bid made carry somebody's id only as their cause.
      own_bid_id text generated always as (
        case when entry ->> 'kind' in ('autoSet', 'autoCleared') or entry ->> 'by' = 'offer' then entry ->> 'bidId' end
      ) stored,
      primary key (lot_id, seq)
    )
  `.execute(db);
  // A bid id is placed once. Only an auto-bid's may occur twice: a `matched` one is judged again in a later epoch.
  await sql`
    create unique index auction_entry_own_bid on auction_entry (lot_id, person, own_bid_id)
    where own_bid_id is not null and kind <> 'autoSet'
  `.execute(db);
  await sql`
    create index auction_entry_own_auto_bid on auction_entry (lot_id, person, own_bid_id) where kind = 'autoSet'
  `.execute(db);
  await sql`
    create function auction_entry_is_final() returns trigger language plpgsql as $$
    begin
      raise exception 'entries of an auction log are never changed or removed';
    end $$
  `.execute(db);
  await sql`
    create trigger auction_entry_final before update or delete on auction_entry
    for each statement execute function auction_entry_is_final()
  `.execute(db);

  // Every attempt, refused ones too. Written in asynchronous batches; no answer waits for it.
  await sql`
    create table auction_attempt (
      id bigint generated always as identity primary key,
      lot_id bigint not null,
      person text not null,
      bid_id text not null,
      command text not null check (command in ('place', 'set-auto', 'clear-auto')),
      amount_tiyin bigint,
      verdict text not null check (verdict in ('accepted', 'refused', 'unknown')),
      reason text,
      epoch integer,
      seq bigint,
      repeated boolean not null default false,
      received_at timestamptz not null,
      decided_at timestamptz
    )
  `.execute(db);
  await sql`create index auction_attempt_of_person on auction_attempt (lot_id, person, bid_id)`.execute(db);

  // Every pause and every moved deadline with its cause, from the log.
  await sql`
    create table auction_interruption (
      lot_id bigint not null,
      seq bigint not null,
      kind text not null check (kind in ('suspended', 'deadlineMoved')),
      cause text not null,
      reason text not null,
      began_us bigint not null,
      resume_at_us bigint,
      ended_us bigint,
      deadline_us bigint,
      outage_us bigint,
      primary key (lot_id, seq)
    )
  `.execute(db);

  // Who keeps which partition, since when, over which life of Redis, and when that journal last proved it can commit.
  await sql`
    create table auction_journal (
      owner text primary key,
      beat_at timestamptz not null default clock_timestamp()
    )
  `.execute(db);
  await sql`
    create table auction_partition (
      partition integer primary key,
      owner text not null,
      redis_run_id text not null,
      taken_at timestamptz not null default now()
    )
  `.execute(db);

  await sql`
    create function auction_now_us() returns bigint language sql volatile as
    $$ select (extract(epoch from clock_timestamp()) * 1000000)::bigint $$
  `.execute(db);

  await createCommit(db);
}

/**
 * The one write of the journal: heads and entries of one batch, in one round trip, all or nothing. A head whose lot is
 * not at (epoch, previous sequence) raises AU001 with the lots in DETAIL: the writer is stale and nothing is written.
 * Returns the microseconds of PostgreSQL's clock, by which the lease is stamped.
 */
async function createCommit(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function auction_commit(p_owner text, p_beat boolean, p_heads jsonb, p_entries jsonb)
    returns bigint language plpgsql as $$
    declare
      v_stale text;
      v_updated integer;
    begin
      if p_beat then
        insert into auction_journal (owner, beat_at) values (p_owner, clock_timestamp())
        on conflict (owner) do update set beat_at = excluded.beat_at;
      end if;
      if jsonb_array_length(p_heads) = 0 then
        return auction_now_us();
      end if;

      update auction_lot l set
        seq = h.seq, last_log_id = h.last_log_id, head_hash = h.head_hash, phase = h.phase,
        started = h.started, pause_cause = h.pause_cause, pause_reason = h.pause_reason, due_us = h.due_us, deadline_us = h.deadline_us,
        price_tiyin = h.price_tiyin, price_count = h.price_count, leader = h.leader,
        leader_number = h.leader_number, extensions = h.extensions, applicants = h.applicants,
        outcome = h.outcome, winner = h.winner, winner_number = h.winner_number,
        closed_at = case when h.phase = 'closed' then coalesce(l.closed_at, clock_timestamp()) end
      from jsonb_to_recordset(p_heads) as h (
        lot_id bigint, epoch integer, prev_seq bigint, seq bigint, last_log_id text, head_hash text, phase text,
        started boolean, pause_cause text, pause_reason text, due_us bigint, deadline_us bigint, price_tiyin bigint,
        price_count integer, leader text, leader_number integer, extensions integer, applicants integer,
        outcome text, winner text, winner_number integer)
      where l.lot_id = h.lot_id and l.epoch = h.epoch and l.seq = h.prev_seq;
      get diagnostics v_updated = row_count;
      if v_updated <> jsonb_array_length(p_heads) then
        select string_agg(h.lot_id::text, ',') into v_stale
        from jsonb_to_recordset(p_heads) as h (lot_id bigint, epoch integer, seq bigint)
        where not exists (
          select from auction_lot l where l.lot_id = h.lot_id and l.epoch = h.epoch and l.seq = h.seq);
        raise exception 'auction_commit: stale writer' using errcode = 'AU001', detail = coalesce(v_stale, '');
      end if;

      insert into auction_entry
        (lot_id, seq, epoch, log_id, prev_log_id, hash, entry, secret_maximum_tiyin, secret_salt)
      select (e.entry ->> 'lotId')::bigint, (e.entry ->> 'seq')::bigint, (e.entry ->> 'epoch')::integer,
        e.log_id, e.prev_log_id, e.hash, e.entry, e.maximum, e.salt
      from jsonb_to_recordset(p_entries) as e (
        log_id text, prev_log_id text, hash text, entry jsonb, maximum bigint, salt text);

      insert into outbox (topic, key, payload)
      select
        case e.entry ->> 'kind'
          when 'closed' then 'auction.hammer' when 'suspended' then 'auction.lot-paused'
          when 'resumed' then 'auction.lot-resumed' when 'admitted' then 'auction.admitted'
        end,
        case when e.entry ->> 'kind' = 'closed' then e.entry ->> 'lotId'
          else (e.entry ->> 'lotId') || ':' || (e.entry ->> 'seq') end,
        jsonb_build_object('entry', e.entry, 'hash', e.hash)
      from jsonb_to_recordset(p_entries) as e (entry jsonb, hash text)
      where e.entry ->> 'kind' in ('closed', 'suspended', 'resumed', 'admitted')
      order by (e.entry ->> 'lotId')::bigint, (e.entry ->> 'seq')::bigint;

      insert into auction_interruption
        (lot_id, seq, kind, cause, reason, began_us, resume_at_us, ended_us, deadline_us, outage_us)
      select (e.entry ->> 'lotId')::bigint, (e.entry ->> 'seq')::bigint, e.entry ->> 'kind', e.entry ->> 'cause',
        e.entry ->> 'reason', (e.entry ->> 'atUs')::bigint - coalesce((e.entry ->> 'outageUs')::bigint, 0),
        (e.entry ->> 'resumeAtUs')::bigint,
        case when e.entry ->> 'kind' = 'deadlineMoved' then (e.entry ->> 'atUs')::bigint end,
        (e.entry ->> 'deadlineUs')::bigint, (e.entry ->> 'outageUs')::bigint
      from jsonb_to_recordset(p_entries) as e (entry jsonb)
      where e.entry ->> 'kind' in ('suspended', 'deadlineMoved');

      update auction_interruption i
      set ended_us = (e.entry ->> 'atUs')::bigint, deadline_us = (e.entry ->> 'deadlineUs')::bigint
      from jsonb_to_recordset(p_entries) as e (entry jsonb)
      where e.entry ->> 'kind' = 'resumed' and i.lot_id = (e.entry ->> 'lotId')::bigint
        and i.kind = 'suspended' and i.ended_us is null and i.seq < (e.entry ->> 'seq')::bigint;

      return auction_now_us();
    end $$
  `.execute(db);
}
