import { sql, type Kysely } from 'kysely';

/**
 * A proof that entries can be stored, where none waits to be. The rows are of the tables a commit writes, as its role, past
 * their triggers, constraints and locks; they are taken back, for the log is evidence, but what they took of the disk and of
 * the write-ahead log is not: it is flushed with the transaction around them, which is committed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function auction_probe(p_owner text, p_beat boolean) returns bigint language plpgsql as $$
    declare
      -- Of no lot, and of this session alone: no two probes wait for each other.
      v_lot bigint := -pg_backend_pid();
      v_now bigint := auction_now_us();
      v_entry jsonb;
    begin
      -- First, so that a journal that follows counts the time of a write that is slow.
      perform auction_commit(p_owner, p_beat, '[]', '[]', '[]');
      begin
        -- No such lot: only the right to change what a commit changes is asked for.
        update auction_lot set
          seq = seq, last_log_id = last_log_id, head_hash = head_hash, phase = phase, started = started,
          pause_cause = pause_cause, pause_reason = pause_reason, due_us = due_us, deadline_us = deadline_us,
          price_tiyin = price_tiyin, price_count = price_count, leader = leader, leader_number = leader_number,
          extensions = extensions, applicants = applicants, outcome = outcome, winner = winner,
          winner_number = winner_number, closed_at = closed_at
        where lot_id = v_lot;
        -- Of the two kinds without which nothing goes on: a price, and the end of the room.
        v_entry := jsonb_build_object('v', 1, 'lotId', v_lot, 'seq', 1, 'epoch', 1, 'atUs', v_now, 'kind', 'price',
          'by', 'offer', 'person', 'probe', 'number', 1, 'bidId', 'probe', 'amountTiyin', 1, 'count', 1,
          'deadlineUs', v_now, 'extended', false);
        insert into auction_entry (lot_id, seq, epoch, log_id, prev_log_id, hash, entry)
        values (v_lot, 1, 1, 'probe', '', repeat('0', 64), v_entry),
          (v_lot, 2, 1, 'probe', 'probe', repeat('0', 64), (v_entry - 'bidId' - 'by') || '{"kind":"closed","seq":2}');
        insert into outbox (topic, key, payload) values ('auction.probe', v_lot::text, v_entry);
        insert into auction_interruption (lot_id, seq, kind, cause, reason, began_us)
        values (v_lot, 1, 'suspended', 'outage', '', v_now);
        update auction_interruption set ended_us = v_now, deadline_us = v_now where lot_id = v_lot;
        raise exception 'auction_probe: taken back' using errcode = 'AU002';
      exception when sqlstate 'AU002' then
        null;
      end;
      return auction_now_us();
    end $$
  `.execute(db);
  // Redis's time since which a lot that was stopped confirms nothing: its room gets that time back when it is released.
  await sql`alter table auction_lot add column broken_us bigint`.execute(db);
}
