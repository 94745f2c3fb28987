import { sql, type Kysely } from 'kysely';

/**
 * The journal's commit announces only the hammer: pauses, their ends and admissions were announced as well, and nothing
 * listened to them. What a journal of the previous version still hands in of them is not announced either.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function auction_commit(p_owner text, p_beat boolean, p_heads jsonb, p_entries jsonb, p_notable jsonb)
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
        started = h.started, pause_cause = h.pause_cause, pause_reason = h.pause_reason, due_us = h.due_us,
        deadline_us = h.deadline_us, price_tiyin = h.price_tiyin, price_count = h.price_count, leader = h.leader,
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
      select e.lot_id, e.seq, e.epoch, e.log_id, e.prev_log_id, e.hash, e.entry, e.maximum, e.salt
      from jsonb_to_recordset(p_entries) as e (
        lot_id bigint, seq bigint, epoch integer, log_id text, prev_log_id text, hash text, entry jsonb,
        maximum bigint, salt text);

      if jsonb_array_length(p_notable) = 0 then
        return auction_now_us();
      end if;

      insert into outbox (topic, key, payload)
      select 'auction.hammer', e.entry ->> 'lotId', jsonb_build_object('entry', e.entry, 'hash', e.hash)
      from jsonb_to_recordset(p_notable) as e (entry jsonb, hash text)
      where e.entry ->> 'kind' = 'closed'
      order by (e.entry ->> 'lotId')::bigint;

      insert into auction_interruption
        (lot_id, seq, kind, cause, reason, began_us, resume_at_us, ended_us, deadline_us, outage_us)
      select (e.entry ->> 'lotId')::bigint, (e.entry ->> 'seq')::bigint, e.entry ->> 'kind', e.entry ->> 'cause',
        e.entry ->> 'reason', (e.entry ->> 'atUs')::bigint - coalesce((e.entry ->> 'outageUs')::bigint, 0),
        (e.entry ->> 'resumeAtUs')::bigint,
        case when e.entry ->> 'kind' = 'deadlineMoved' then (e.entry ->> 'atUs')::bigint end,
        (e.entry ->> 'deadlineUs')::bigint, (e.entry ->> 'outageUs')::bigint
      from jsonb_to_recordset(p_notable) as e (entry jsonb)
      where e.entry ->> 'kind' in ('suspended', 'deadlineMoved');

      update auction_interruption i
      set ended_us = (e.entry ->> 'atUs')::bigint, deadline_us = (e.entry ->> 'deadlineUs')::bigint
      from jsonb_to_recordset(p_notable) as e (entry jsonb)
      where e.entry ->> 'kind' = 'resumed' and i.lot_id = (e.entry ->> 'lotId')::bigint
        and i.kind = 'suspended' and i.ended_us is null and i.seq < (e.entry ->> 'seq')::bigint;

      return auction_now_us();
    end $$
  `.execute(db);
  // The one with four arguments, which the journal has not called since the other was made.
  await sql`drop function auction_commit(text, boolean, jsonb, jsonb)`.execute(db);
}
