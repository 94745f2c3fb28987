import { sql, type Kysely } from 'kysely';

/**
 * The ledger: double entry, append-only, integer tiyin. What must hold is held here, not in the application: an entry
 * moves the balance it names, a balance of a person is never negative, a journal sums to zero when it is committed, a
 * hold is resolved once, and nothing written is ever changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_account (
      id bigint generated always as identity primary key,
      -- Whose: a person's, or the platform's for a purpose (a payment provider, sales).
      person_id text,
      purpose text,
      kind text not null,
      -- For people's accounts only, changed by entries only. The platform's accounts take part in every movement: a stored
      -- balance would be one contended row, so it is the sum of their entries.
      balance_tiyin bigint,
      -- Entries so far.
      version bigint,
      opened_at timestamptz not null default now(),
      constraint ledger_account_one unique nulls not distinct (person_id, purpose, kind),
      constraint ledger_account_owner check (
        case when person_id is not null
          then purpose is null and kind in ('available', 'held') and balance_tiyin is not null and version is not null
          else purpose is not null and kind in ('clearing', 'escrow', 'forfeit') and balance_tiyin is null
            and version is null
        end),
      constraint ledger_account_balance check (balance_tiyin between 0 and 9007199254740991)
    )
  `.execute(db);

  await sql`
    create table ledger_journal (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('top-up', 'hold', 'release', 'capture', 'forfeit')),
      -- The same request again finds the journal it made.
      idempotency_key text not null,
      person_id text not null,
      amount_tiyin bigint not null check (amount_tiyin between 1 and 9007199254740991),
      -- What it is about ("lot:17", a provider's payment), why it was done, and who did it (a person's id or "system").
      reference text not null,
      reason text not null,
      actor text not null,
      -- The hold that ends here: one of the same person and the same sum, and never twice.
      resolves_id bigint,
      resolves_kind text generated always as (case when resolves_id is not null then 'hold' end) stored,
      posted_at timestamptz not null default now(),
      constraint ledger_journal_key unique (kind, idempotency_key),
      constraint ledger_journal_resolved_once unique (resolves_id),
      unique (id, kind, person_id, amount_tiyin),
      constraint ledger_journal_resolves foreign key (resolves_id, resolves_kind, person_id, amount_tiyin)
        references ledger_journal (id, kind, person_id, amount_tiyin),
      constraint ledger_journal_shape
        check ((kind in ('release', 'capture', 'forfeit')) = (resolves_id is not null))
    )
  `.execute(db);
  await sql`create index ledger_journal_by_person on ledger_journal (person_id, id)`.execute(db);
  await sql`create index ledger_journal_holds on ledger_journal (person_id, reference) where kind = 'hold'`.execute(
    db,
  );

  await sql`
    create table ledger_entry (
      id bigint generated always as identity primary key,
      journal_id bigint not null references ledger_journal (id),
      account_id bigint not null references ledger_account (id),
      amount_tiyin bigint not null check (amount_tiyin <> 0),
      -- Filled in by the database; empty on the platform's accounts.
      previous_balance_tiyin bigint,
      balance_tiyin bigint,
      version bigint,
      constraint ledger_entry_once unique (journal_id, account_id),
      constraint ledger_entry_version unique (account_id, version),
      constraint ledger_entry_moves check (previous_balance_tiyin + amount_tiyin = balance_tiyin),
      constraint ledger_entry_whole check (num_nulls(previous_balance_tiyin, balance_tiyin, version) in (0, 3))
    )
  `.execute(db);

  await guards(db);
  await runtimeRights(db);
}

/** What keeps the three tables true; errors carry SQLSTATE LG001 (never changed) and LG002 (does not balance). */
async function guards(db: Kysely<unknown>): Promise<void> {
  // Runs with the owner's rights: a role that may insert entries needs none to change balances.
  await sql`
    create function ledger_post_entry() returns trigger language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      new.previous_balance_tiyin := null;
      new.balance_tiyin := null;
      new.version := null;
      update ledger_account set balance_tiyin = balance_tiyin + new.amount_tiyin, version = version + 1
      where id = new.account_id and person_id is not null
      returning balance_tiyin - new.amount_tiyin, balance_tiyin, version
      into new.previous_balance_tiyin, new.balance_tiyin, new.version;
      return new;
    end $$
  `.execute(db);
  await sql`create trigger ledger_entry_post before insert on ledger_entry
    for each row execute function ledger_post_entry()`.execute(db);

  await sql`
    create function ledger_refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name using errcode = 'LG001';
    end $$
  `.execute(db);
  for (const table of ['ledger_journal', 'ledger_entry']) {
    await sql`create trigger ${sql.raw(`${table}_append_only`)} before update or delete or truncate
      on ${sql.table(table)} for each statement execute function ledger_refuse_change()`.execute(db);
  }
  await sql`create trigger ledger_account_stays before delete or truncate on ledger_account
    for each statement execute function ledger_refuse_change()`.execute(db);

  await sql`
    create function ledger_guard_account() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        if new.balance_tiyin <> 0 or new.version <> 0 then
          raise exception 'an account opens empty' using errcode = 'LG001';
        end if;
      -- 1: somebody's own statement; 2: ledger_post_entry.
      elsif pg_trigger_depth() < 2 then
        raise exception 'a balance is moved by entries only' using errcode = 'LG001';
      end if;
      return new;
    end $$
  `.execute(db);
  await sql`create trigger ledger_account_guard before insert or update on ledger_account
    for each row execute function ledger_guard_account()`.execute(db);

  // Checked when the transaction commits. The sum of what arrives is the journal's own, so nothing can be added later.
  await sql`
    create function ledger_check_journal() returns trigger language plpgsql as $$
    declare
      v_journal bigint;
      v_sum numeric;
      v_moved numeric;
      v_own boolean;
      v_amount bigint;
    begin
      if tg_table_name = 'ledger_journal' then v_journal := new.id; else v_journal := new.journal_id; end if;
      select j.amount_tiyin, sum(e.amount_tiyin), sum(e.amount_tiyin) filter (where e.amount_tiyin > 0),
        bool_and(a.person_id is null or a.person_id = j.person_id)
      into v_amount, v_sum, v_moved, v_own
      from ledger_journal j
      left join ledger_entry e on e.journal_id = j.id
      left join ledger_account a on a.id = e.account_id
      where j.id = v_journal group by j.id;
      if v_sum is distinct from 0 or v_moved is distinct from v_amount or v_own is not true then
        raise exception 'journal % does not balance', v_journal using errcode = 'LG002';
      end if;
      return null;
    end $$
  `.execute(db);
  for (const table of ['ledger_journal', 'ledger_entry']) {
    await sql`create constraint trigger ${sql.raw(`${table}_balances`)} after insert on ${sql.table(table)}
      deferrable initially deferred for each row execute function ledger_check_journal()`.execute(db);
  }
}

/**
 * For installations whose processes do not own the tables: `select ledger_grant_runtime('role')` leaves a role exactly
 * what posting needs. The role `savdo_runtime` gets it here when it exists.
 */
async function runtimeRights(db: Kysely<unknown>): Promise<void> {
  for (const table of ['ledger_account', 'ledger_journal', 'ledger_entry']) {
    await sql`revoke all on ${sql.table(table)} from public`.execute(db);
  }
  await sql`
    create function ledger_grant_runtime(runtime name) returns void language plpgsql as $$
    begin
      execute format('revoke all on ledger_account, ledger_journal, ledger_entry from %I', runtime);
      execute format('grant select, insert on ledger_account, ledger_journal, ledger_entry to %I', runtime);
      -- Locking a row asks for the right to change a column of it; ledger_account_guard refuses the change itself.
      execute format('grant update (opened_at) on ledger_account to %I', runtime);
    end $$
  `.execute(db);
  await sql`revoke execute on function ledger_grant_runtime(name) from public`.execute(db);
  await sql`
    do $$ begin
      if exists (select from pg_roles where rolname = 'savdo_runtime') then
        perform ledger_grant_runtime('savdo_runtime');
      end if;
    end $$
  `.execute(db);
}
