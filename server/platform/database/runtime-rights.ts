/**
 * What the processes of the product may do with each table, as the role of DATABASE_URL; the owner of the tables is another
 * role, which only the migration step uses. Everything may be read. A migration that creates a table adds a line here:
 * without it the migration step refuses, and so does a test.
 */
export interface TableRights {
  /** Rows may be added. */
  insert: boolean;
  /** Columns that may change. Locking a row (`for update`) needs one at least. */
  update: 'none' | 'all' | { only: readonly string[] } | { allBut: readonly string[] };
  /** Why rows may be deleted; null: they never are. */
  deleted: string | null;
}

const READ: TableRights = { insert: false, update: 'none', deleted: null };
/** Evidence: written once. */
const APPEND: TableRights = { ...READ, insert: true };
const CHANGE: TableRights = { ...APPEND, update: 'all' };

const changeOnly = (...only: string[]): TableRights => ({ ...APPEND, update: { only } });
/** @param fixed columns that say what the row is about, and of how much money */
const changeAllBut = (...fixed: string[]): TableRights => ({ ...APPEND, update: { allBut: fixed } });
const deletable = (rights: TableRights, why: string): TableRights => ({ ...rights, deleted: why });

/** Every table of the schema `public`. */
export const RUNTIME_RIGHTS: Readonly<Record<string, TableRights>> = {
  kysely_migration: READ,
  kysely_migration_lock: READ,

  // Platform.
  installation: { ...READ, update: { only: ['kind'] } },
  outbox: deletable(CHANGE, 'delivered messages are purged'),
  backfill: CHANGE,
  handled_event: deletable(APPEND, 'marks of purged messages'),
  one_time_code: deletable(CHANGE, 'expired codes are purged'),
  one_time_code_send: deletable(CHANGE, 'counts of earlier days are purged'),
  twin_message: APPEND,

  // Sign-in site.
  identity_account: deletable(CHANGE, 'accounts that were never confirmed, or are erased'),
  identity_key: APPEND,
  identity_passkey: deletable(CHANGE, 'a factor is taken off or reset'),
  identity_proven_number: changeOnly('account_id', 'way', 'proven_at', 'unlinked_at', 'by_twin'),
  identity_record: deletable(CHANGE, 'sessions and codes end'),
  identity_recovery_code: deletable(CHANGE, 'new codes replace those before'),
  identity_registration: deletable(CHANGE, 'registrations that were never confirmed'),
  identity_totp: deletable(CHANGE, 'a factor is taken off or reset'),

  // Reference data: what staff do not edit is changed by migrations.
  area: changeAllBut('id', 'region_id'),
  bank: CHANGE,
  base_amount: changeOnly('amount_tiyin'),
  calendar_day: deletable(APPEND, 'a day to come that staff take back'),
  category: changeAllBut('id', 'request_id', 'parent_id', 'code'),
  dictionary_change: APPEND,
  dictionary_list: changeOnly('entries', 'version'),
  partner: changeAllBut('id', 'request_id'),
  partner_change: APPEND,
  reference_change: APPEND,
  reference_proposal: CHANGE,
  reference_version: CHANGE,
  region: CHANGE,
  rule_set: APPEND,

  // People.
  person: deletable(changeAllBut('id'), 'accounts that were never confirmed'),
  person_action: APPEND,
  action_block: APPEND,
  person_certificate: deletable(CHANGE, 'an account that is erased'),
  person_edit_request: deletable(
    changeAllBut('id', 'person_id', 'changes', 'before', 'created_at'),
    'accounts that were never confirmed, or are erased',
  ),
  person_number: deletable(
    changeOnly('number_hash', 'key_check', 'proven_by'),
    'a number that was only stated, or turned out to be of somebody else',
  ),
  person_profile: deletable(CHANGE, 'accounts that were never confirmed, or are erased'),
  decision: changeOnly(
    'state',
    'unsubmitted',
    'agreed_by',
    'decided_by',
    'decided_at',
    'note',
    'facts',
    'problem',
  ),
  account_change: changeOnly('state', 'decided_by', 'decided_at', 'decision_reason'),
  account_standstill: deletable(CHANGE, 'the deadlines have the time that was left'),
  number_claim: changeAllBut('id', 'claimant_id', 'field', 'created_at'),
  number_claim_step: APPEND,
  viewing: deletable(changeOnly('state', 'reason', 'reminded_at'), 'viewings that are long over'),
  viewing_booking: deletable(
    changeOnly('state', 'ended_at'),
    'viewings that are long over, accounts that were never confirmed, or are erased',
  ),
  lot_question: deletable(
    changeAllBut('id', 'lot_id', 'language', 'asked_at'),
    'questions that were never shown, or are shown no more',
  ),
  erasure: changeAllBut('id', 'person_id', 'request_id', 'by_command', 'requested_at', 'due_at'),
  authorised_seller_mark: APPEND,
  conflict_of_interest: APPEND,
  barred_person: changeOnly('lifted_at', 'kind', 'id_hash', 'id_masked', 'key_check'),
  bar_proposal: changeAllBut('id', 'kind', 'person_id', 'proposed_by', 'created_at'),
  staff_attestation: APPEND,
  turned_down: APPEND,
  staff_invitation: CHANGE,
  staff_task: CHANGE,
  staff_list_choice: deletable(changeOnly('hidden', 'views'), 'an account that is erased'),
  staff_note: APPEND,
  service_level_hour: deletable(changeOnly('good', 'total'), 'hours that are no longer shown'),
  incident: changeAllBut('id', 'cause', 'request_id', 'break_id'),
  incident_step: APPEND,
  incident_message: changeOnly('sent_at', 'people'),
  anomaly_judgement: changeAllBut('lot_id'),
  anomaly_flag: changeAllBut('id', 'key', 'sign', 'raised_at'),
  anomaly_evidence: changeOnly('facts'),
  anomaly_flag_step: APPEND,

  // Signatures and consents.
  consent_answer: APPEND,
  consent_version: APPEND,
  development_authority: APPEND,
  development_key: deletable(APPEND, 'accounts that were never confirmed, or are erased'),
  signature_request: deletable(
    changeOnly('used_at'),
    'requests that were not used in time, or name another number',
  ),
  signed_document: APPEND,

  // Messages, site, files.
  contact_message: deletable(CHANGE, 'answered messages are purged'),
  contact_template_change: APPEND,
  banner_change: APPEND,
  api_token: deletable(
    changeOnly('used_at', 'revoked_at'),
    'accounts that were never confirmed, or are erased',
  ),
  webhook: deletable(
    changeOnly(
      'secret',
      'previous_secret',
      'previous_until',
      'off_at',
      'off_why',
      'off_reason',
      'failures_from',
      'host',
    ),
    'its owner deletes it, or is erased',
  ),
  switched_off_host: deletable(APPEND, 'staff switches a host on again'),
  webhook_delivery: deletable(
    changeOnly('state', 'attempts', 'next_at', 'ended_at', 'answer_status', 'last_error'),
    'what is older than 30 days, and of deleted listeners',
  ),
  favourite_lot: deletable(CHANGE, 'a favourite is taken off'),
  saved_search: deletable(changeOnly('name', 'words', 'notified_at'), 'its person removes it, or is erased'),
  saved_search_lot: deletable(
    changeOnly('notified_at'),
    'what is older than 30 days, and of removed searches',
  ),
  saved_search_round: changeOnly('looked_until'),
  file_blob: deletable(CHANGE, 'files that nothing refers to'),
  file_variant: changeOnly('avif_name', 'avif_bytes'),
  help_page_change: APPEND,
  inbox_message: deletable(changeOnly('read_at'), 'accounts that were never confirmed, or are erased'),
  message_text_change: APPEND,
  news_change: APPEND,
  news_item: CHANGE,
  notification_choice: deletable(CHANGE, 'accounts that were never confirmed, or are erased'),
  notification_quiet_hours: deletable(
    changeOnly('from_minute', 'to_minute', 'chosen_at'),
    'they are switched off, or their owner is erased',
  ),
  notification_delivery: deletable(CHANGE, 'deliveries are purged'),
  push_subscription: deletable(
    changeOnly('session_handle', 'p256dh', 'auth', 'browser', 'system', 'sent_at'),
    'a browser is signed out, takes no messages any more, or its owner is erased',
  ),
  push_delivery: deletable(
    changeOnly('state', 'attempts', 'next_at', 'ended_at', 'last_error'),
    'what is older than 30 days, and of subscriptions that ended',
  ),
  telegram_link: deletable(APPEND, 'its person disconnects it, blocks the bot, or is shut or erased'),
  telegram_link_token: deletable(changeOnly('token_sha256', 'expires_at'), 'what was used or has expired'),
  uploaded_file: deletable(CHANGE, 'a file is taken out of a draft'),

  // The ledger: its triggers move the balances with the owner's rights.
  ledger_account: changeOnly('opened_at'),
  ledger_journal: APPEND,
  ledger_entry: APPEND,

  // Payments and money back.
  card_binding: deletable(CHANGE, 'a binding that was given up'),
  payment_mismatch: CHANGE,
  payout_destination: deletable(CHANGE, 'an account that is erased'),
  pretend_payment: CHANGE,
  provider_transaction: changeAllBut(
    'id',
    'provider',
    'provider_id',
    'top_up_id',
    'person_id',
    'amount_tiyin',
  ),
  reconciliation_round: APPEND,
  refund: changeAllBut('id', 'person_id', 'request_key', 'amount_tiyin', 'created_at'),
  refund_return: APPEND,
  refund_step: APPEND,
  top_up: changeAllBut('id', 'person_id', 'provider', 'amount_tiyin', 'created_at'),
  bank_statement: changeOnly('added_count', 'unbroken', 'doubted'),
  bank_statement_judgement: APPEND,
  bank_statement_line: changeAllBut('id', 'statement_id', 'line_key', 'booked_on', 'side', 'amount_tiyin'),
  bank_statement_line_seen: APPEND,
  bank_statement_line_step: APPEND,

  // Orders and lots.
  customer_order: changeAllBut('id'),
  order_import: deletable(changeAllBut('id', 'person_id', 'file_sha256'), 'a file that never arrived'),
  order_import_row: changeAllBut('import_id', 'line', 'person_id', 'number'),
  order_import_contributor: APPEND,
  order_import_refused_photo: deletable(APPEND, 'another archive takes the place of the one before'),
  order_action_token: deletable(CHANGE, 'tokens that were used or expired'),
  order_flow: APPEND,
  order_remark: CHANGE,
  order_requisites_change: APPEND,
  order_withdrawal: APPEND,
  lot: changeAllBut('id'),
  lot_document: CHANGE,
  lot_feature: changeOnly('shown_from', 'shown_until', 'position', 'version'),
  lot_feature_change: APPEND,
  lot_flow: APPEND,
  lot_removal: APPEND,
  lot_stock: CHANGE,
  lot_withdrawal: deletable(CHANGE, 'a withdrawal that did not come about'),
  lot_words: CHANGE,
  search_word: APPEND,

  // Applications, rooms and the auction's log.
  trade_application: changeAllBut('id', 'lot_id', 'person_id'),
  room_action: APPEND,
  room_request: CHANGE,
  rehearsal: changeOnly('ended_by_name'),
  technical_break: changeOnly(
    'end_reason',
    'ended_by',
    'ended_by_name',
    'ended_at',
    'resume_at',
    'over_at',
    'decision_id',
  ),
  technical_break_room: changeOnly('suspended', 'resumed'),
  auction_attempt: APPEND,
  auction_attempt_count: changeOnly('times'),
  auction_clock: CHANGE,
  auction_entry: APPEND,
  auction_lost_entry: APPEND,
  auction_rewind: changeOnly('choice', 'request_id', 'decided_at', 'notified_at'),
  auction_interruption: changeOnly('ended_us', 'deadline_us'),
  auction_journal: deletable(CHANGE, 'journals that are gone'),
  auction_lot: changeAllBut('lot_id', 'terms', 'terms_hash', 'opened_at'),
  auction_partition: CHANGE,
  auction_receipt: APPEND,
  auction_snapshot: deletable(CHANGE, 'snapshots that a later one replaces'),
  auction_web: deletable(CHANGE, 'web processes that ended long ago'),
  auction_web_room: deletable(CHANGE, 'rooms without bidders on a web process'),

  // What the operator signs.
  signed_statement: APPEND,
  signing_key: changeOnly('retired_at', 'revoked_at', 'trusted_log_size'),
  transparency_block: APPEND,
  transparency_block_room: APPEND,
  transparency_cosignature: APPEND,
  open_data_file: deletable(APPEND, 'files of all days that newer ones have replaced'),
  open_data_version: deletable(APPEND, 'versions of all days that newer ones have replaced'),
  transparency_checkpoint: APPEND,
  transparency_leaf: APPEND,
  transparency_tile: APPEND,

  // After the hammer.
  protocol: changeOnly('status', 'cancelled_at', 'cancel_reason'),
  protocol_copy: APPEND,
  protocol_issue: APPEND,
  protocol_counter: CHANGE,
  protocol_file: APPEND,
  protest: changeAllBut('id', 'lot_id', 'person_id', 'text', 'filed_at'),
  protest_step: APPEND,
  offer: changeAllBut('id', 'lot_id', 'person_id', 'price_tiyin', 'made_at'),
  purchase: changeAllBut(
    'id',
    'lot_id',
    'person_id',
    'quantity',
    'unit_price_tiyin',
    'total_tiyin',
    'lot_title',
    'lot_description',
  ),
  settlement: changeAllBut('id', 'lot_id', 'person_id', 'price_tiyin', 'deposit_tiyin', 'created_at'),
  settlement_extension: changeOnly('decision', 'decided_by', 'decided_at'),
  settlement_part: changeAllBut('settlement_id', 'k', 'amount_tiyin'),
  settlement_payment: changeOnly('tried_at', 'outcome'),
  hand_over: changeAllBut('id', 'settlement_id', 'lot_id', 'buyer_id'),
  hand_over_act: APPEND,
  payout: changeAllBut('id', 'settlement_id', 'seller_id', 'price_tiyin', 'fee_tiyin', 'amount_tiyin'),
  payout_step: APPEND,
  repeat_plan: changeAllBut('lot_id', 'order_id'),
  result_cancellation: changeAllBut('id', 'lot_id', 'settlement_id', 'created_at'),
  sale_claim: changeOnly(
    'paid_at',
    'ended',
    'ended_at',
    'cover_journal_id',
    'court',
    'court_at',
    'task_at',
    'waived_at',
  ),
};
