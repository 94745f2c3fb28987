import { sql, type Kysely } from 'kysely';

/** The action log in blocks with a hash chain over them, and the orders in which staff search it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table action_block (
      number bigint primary key check (number > 0),
      -- Ids of its actions: above the first, up to the last one. Ids between them may be missing, of what was rolled back.
      after_id bigint not null,
      last_id bigint not null check (last_id > after_id),
      count int not null check (count > 0),
      -- Time of its actions, all within one month (UTC).
      last_at timestamptz not null,
      -- SHA-256 of its actions, and of the block before with this one's numbers.
      actions_hash bytea not null check (length(actions_hash) = 32),
      hash bytea not null check (length(hash) = 32),
      sealed_at timestamptz not null default now()
    )
  `.execute(db);
  await sql`
    create function action_block_is_kept() returns trigger language plpgsql as $$
    begin
      raise exception 'blocks of the action log are neither changed nor removed';
    end $$
  `.execute(db);
  await sql`
    create trigger action_block_kept before update or delete or truncate on action_block
    for each statement execute function action_block_is_kept()
  `.execute(db);
  await sql`create index person_action_by_type on person_action (type, id desc)`.execute(db);
  await sql`
    create index person_action_by_reason on person_action (reason, id desc) where reason is not null
  `.execute(db);
  await sql`
    create index person_action_by_address on person_action (address, id desc) where address is not null
  `.execute(db);
}
