import { sql, type Kysely } from 'kysely';

/** A signing key that somebody else may have: what it signed counts only where the transparency log had it before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table signing_key
      add revoked_at timestamptz,
      -- Leaves that the log had then: its signatures count under these alone.
      add trusted_log_size bigint check (trusted_log_size >= 0),
      add check ((revoked_at is null) = (trusted_log_size is null))
  `.execute(db);
  await sql`
    create function signing_key_revocation_is_final() returns trigger language plpgsql as $$
    begin
      if old.revoked_at is not null and
        (new.revoked_at, new.trusted_log_size) is distinct from (old.revoked_at, old.trusted_log_size) then
        raise exception 'the revocation of a signing key is never changed';
      end if;
      return new;
    end $$
  `.execute(db);
  await sql`
    create trigger signing_key_revocation_final before update on signing_key
    for each row execute function signing_key_revocation_is_final()
  `.execute(db);
}
