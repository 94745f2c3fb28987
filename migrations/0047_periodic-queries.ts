import { sql, type Kysely } from 'kysely';

/** Work that is repeated finds what is due by an index, however many lots, messages and payments are finished. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const indexes = [
    `auction_lot_not_loaded on auction_lot (lot_id) where phase <> 'closed' and loaded_at is null`,
    `auction_lot_not_handed_over on auction_lot (closed_at) where phase = 'closed' and handed_over_at is null`,
    `auction_lot_closed on auction_lot (closed_at) where phase = 'closed'`,
    `lot_applications_end on lot (applications_until) where status = 1`,
    `provider_transaction_created on provider_transaction (provider, id) where state = 'created'`,
    `reconciliation_round_done on reconciliation_round (provider, to_ms) where outcome = 'done'`,
    `notification_delivery_ended on notification_delivery (ended_at) where state <> 'waiting'`,
    `outbox_sent on outbox (sent_at) where sent_at is not null`,
    `handled_event_old on handled_event (handled_at)`,
  ];
  for (const index of indexes) await sql.raw(`create index ${index}`).execute(db);
}
