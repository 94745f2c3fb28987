import { sql, type Kysely } from 'kysely';

/**
 * Outgoing money: a provider takes a payment back, a person is paid out. Adds these movements to the ledger with the
 * accounts each kind may touch; refunds, their steps and destinations have tables of their own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ledgerKinds(db);
  await destinations(db);
  await refunds(db);
}

async function ledgerKinds(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ledger_account drop constraint ledger_account_owner`.execute(db);
  await sql`
    alter table ledger_account add constraint ledger_account_owner check (
      case when person_id is not null
        then purpose is null and kind in ('available', 'held') and balance_tiyin is not null and version is not null
        -- payout: on the way to somebody's bank; bank: arrived there.
        else purpose is not null and kind in ('clearing', 'escrow', 'forfeit', 'payout', 'bank')
          and balance_tiyin is null and version is null
      end)
  `.execute(db);

  await sql`alter table ledger_journal drop constraint ledger_journal_kind_check`.execute(db);
  await sql`
    alter table ledger_journal add constraint ledger_journal_kind check (kind in (
      'top-up', 'top-up-reversal', 'hold', 'release', 'capture', 'forfeit',
      'pay-out', 'pay-out-settled', 'pay-out-returned'))
  `.execute(db);
  // The kind of a movement determines what it ends: a hold, an incoming or an outgoing payment. Each ends once.
  await sql`alter table ledger_journal drop constraint ledger_journal_resolves`.execute(db);
  await sql`alter table ledger_journal drop constraint ledger_journal_shape`.execute(db);
  await sql`alter table ledger_journal drop column resolves_kind`.execute(db);
  await sql`
    alter table ledger_journal add column resolves_kind text generated always as (
      case kind
        when 'release' then 'hold' when 'capture' then 'hold' when 'forfeit' then 'hold' when 'pay-out' then 'hold'
        when 'top-up-reversal' then 'top-up'
        when 'pay-out-settled' then 'pay-out' when 'pay-out-returned' then 'pay-out'
      end) stored
  `.execute(db);
  await sql`
    alter table ledger_journal add constraint ledger_journal_resolves
    foreign key (resolves_id, resolves_kind, person_id, amount_tiyin)
    references ledger_journal (id, kind, person_id, amount_tiyin)
  `.execute(db);
  await sql`
    alter table ledger_journal add constraint ledger_journal_shape
    check ((resolves_kind is null) = (resolves_id is null))
  `.execute(db);

  // Checked when the transaction commits: the journal is whole, touches its own person only, and goes where its kind goes.
  await sql`
    create or replace function ledger_check_journal() returns trigger language plpgsql as $$
    declare
      v_journal bigint;
      v_kind text;
      v_sum numeric;
      v_moved numeric;
      v_own boolean;
      v_amount bigint;
      v_way text;
    begin
      if tg_table_name = 'ledger_journal' then v_journal := new.id; else v_journal := new.journal_id; end if;
      select j.kind, j.amount_tiyin, sum(e.amount_tiyin), sum(e.amount_tiyin) filter (where e.amount_tiyin > 0),
        bool_and(a.person_id is null or a.person_id = j.person_id),
        string_agg(a.kind, '>' order by e.amount_tiyin)
      into v_kind, v_amount, v_sum, v_moved, v_own, v_way
      from ledger_journal j
      left join ledger_entry e on e.journal_id = j.id
      left join ledger_account a on a.id = e.account_id
      where j.id = v_journal group by j.id;
      if v_sum is distinct from 0 or v_moved is distinct from v_amount or v_own is not true then
        raise exception 'journal % does not balance', v_journal using errcode = 'LG002';
      end if;
      if v_way is distinct from ledger_way(v_kind) then
        raise exception 'journal % of kind % goes %', v_journal, v_kind, v_way using errcode = 'LG002';
      end if;
      return null;
    end $$
  `.execute(db);
  await sql`
    create function ledger_way(kind text) returns text language sql immutable as $$
      select case kind
        when 'top-up' then 'clearing>available' when 'top-up-reversal' then 'available>clearing'
        when 'hold' then 'available>held' when 'release' then 'held>available'
        when 'capture' then 'held>escrow' when 'forfeit' then 'held>forfeit'
        when 'pay-out' then 'held>payout' when 'pay-out-settled' then 'payout>bank'
        when 'pay-out-returned' then 'payout>available'
      end
    $$
  `.execute(db);
}

async function destinations(db: Kysely<unknown>): Promise<void> {
  // Where a person's money may go. Of a card only what a tokeniser gave for it: its number is never here.
  await sql`
    create table payout_destination (
      id bigint generated always as identity primary key,
      person_id text not null,
      kind text not null check (kind in ('account', 'card')),
      bank_name text,
      mfo text check (mfo ~ '^[0-9]{5}$'),
      account_number text check (account_number ~ '^[0-9]{20}$'),
      card_type text check (card_type in ('uzcard', 'humo')),
      card_mask text check (card_mask ~ '^[0-9]{4} [0-9]{2}[*]{2} [*]{4} [0-9]{4}$'),
      card_token text,
      added_at timestamptz not null default now(),
      removed_at timestamptz,
      check (case kind
        when 'account' then num_nonnulls(bank_name, mfo, account_number) = 3
          and num_nonnulls(card_type, card_mask, card_token) = 0
        else num_nonnulls(card_type, card_mask, card_token) = 3
          and num_nonnulls(bank_name, mfo, account_number) = 0
      end)
    )
  `.execute(db);
  await sql`
    create unique index payout_destination_account on payout_destination (person_id, mfo, account_number)
    where kind = 'account' and removed_at is null
  `.execute(db);
  await sql`
    create unique index payout_destination_card on payout_destination (person_id, card_type, card_mask)
    where kind = 'card' and removed_at is null
  `.execute(db);

  // A card the person says is theirs, until they prove it with the code its bank sent.
  await sql`
    create table card_binding (
      id uuid primary key,
      person_id text not null,
      card_type text not null,
      card_mask text not null,
      card_token text not null,
      tries smallint not null default 0,
      expires_at timestamptz not null
    )
  `.execute(db);
  await sql`create index card_binding_by_person on card_binding (person_id)`.execute(db);
}

async function refunds(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table refund (
      id bigint generated always as identity (start with 100001) primary key,
      person_id text not null,
      -- One application per intent, however often it is sent.
      request_key text not null,
      amount_tiyin bigint not null check (amount_tiyin between 1 and 9007199254740991),
      -- The destination as it was when the application was sent.
      kind text not null check (kind in ('account', 'card')),
      bank_name text,
      mfo text,
      account_number text,
      card_type text,
      card_mask text,
      card_token text,
      status text not null default 'created'
        check (status in ('created', 'under-review', 'sent-to-bank', 'paid', 'rejected', 'cancelled')),
      -- Staff who must agree before the money leaves; frozen when the application is sent.
      approvals_needed smallint not null check (approvals_needed in (1, 2)),
      -- The ledger's journals: money held meanwhile, then on its way.
      hold_id bigint,
      pay_out_id bigint,
      reason text,
      bank_document text,
      created_at timestamptz not null default now(),
      changed_at timestamptz not null default now(),
      unique (person_id, request_key),
      unique (id, person_id),
      check (status <> 'rejected' or reason is not null),
      check (status <> 'paid' or bank_document is not null),
      check (status not in ('sent-to-bank', 'paid') or pay_out_id is not null)
    )
  `.execute(db);
  await sql`create index refund_by_person on refund (person_id, id desc)`.execute(db);
  await sql`create index refund_by_status on refund (status, id desc)`.execute(db);

  // Who did what to it, when and why. Staff never decide about money of their own, and one person agrees once.
  await sql`
    create table refund_step (
      id bigint generated always as identity primary key,
      refund_id bigint not null,
      person_id text not null,
      action text not null
        check (action in ('requested', 'cancelled', 'approved', 'sent', 'refused', 'paid', 'returned')),
      actor text not null,
      actor_name text,
      note text,
      at timestamptz not null default now(),
      foreign key (refund_id, person_id) references refund (id, person_id),
      check ((action in ('requested', 'cancelled')) = (actor = person_id))
    )
  `.execute(db);
  await sql`create index refund_step_by_refund on refund_step (refund_id, id)`.execute(db);
  await sql`
    create unique index refund_step_agrees_once on refund_step (refund_id, actor) where action = 'approved'
  `.execute(db);
  await sql`
    create trigger refund_step_append_only before update or delete or truncate on refund_step
    for each statement execute function ledger_refuse_change()
  `.execute(db);
}
