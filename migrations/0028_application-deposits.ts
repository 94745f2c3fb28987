import { sql, type Kysely } from 'kysely';

/** Applications hold deposits, may be cancelled, and end with their auction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table trade_application
      drop constraint trade_application_status_check,
      add constraint trade_application_status_check check (status in
        ('requested', 'admitted', 'cancelling', 'cancelled', 'turned-down', 'revoked', 'won', 'lost')),
      -- What the lot asked for when the person applied; 0: nothing.
      add column deposit_tiyin bigint not null default 0 check (deposit_tiyin >= 0),
      add column deposit_state text not null default 'none'
        check (deposit_state in ('none', 'held', 'released', 'captured', 'forfeited')),
      -- The hold in the ledger. Applying again after a cancellation is another round with a hold of its own.
      add column hold_id bigint unique,
      add column round integer not null default 1 check (round > 0),
      -- Confirmed by the person with a code; null where none was needed: rehearsals, people of the demo.
      add column confirmed_at timestamptz,
      -- Since when the cancellation is under way.
      add column cancelling_at timestamptz,
      -- Cancelled, turned down, or over with the auction.
      add column ended_at timestamptz,
      -- The balance changed and the room has not received the new limit yet.
      add column limit_due_at timestamptz,
      add constraint trade_application_deposit check (
        case when deposit_state = 'none' then hold_id is null else hold_id is not null and deposit_tiyin > 0 end)
  `.execute(db);
  await sql`create index trade_application_cancelling on trade_application (cancelling_at)
    where status = 'cancelling'`.execute(db);
  await sql`create index trade_application_limits on trade_application (limit_due_at)
    where limit_due_at is not null`.execute(db);
  // What an ended auction still has to settle.
  await sql`create index trade_application_open on trade_application (lot_id)
    where status in ('requested', 'admitted', 'cancelling') or deposit_state = 'held'`.execute(db);
}
