import { sql, type Kysely } from 'kysely';

/** Messages to many people are a decision of two; to whom each goes is fixed when it is written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table incident_message
      add decision_id bigint unique references decision,
      -- The time of the incident as it was when the message was written.
      add since timestamptz,
      add until timestamptz,
      -- Whom it concerned then.
      add expected_people integer check (expected_people >= 0)
  `.execute(db);
  await sql`
    update incident_message m set since = i.since, until = greatest(i.since, coalesce(i.until, m.written_at)),
      expected_people = coalesce(m.people, 0)
    from incident i where i.id = m.incident_id
  `.execute(db);
  await sql`
    alter table incident_message
      alter since set not null, alter until set not null, alter expected_people set not null,
      add constraint incident_message_time check (until >= since)
  `.execute(db);
  await sql`create index incident_message_of_author on incident_message (person_id, written_at)`.execute(db);
}
