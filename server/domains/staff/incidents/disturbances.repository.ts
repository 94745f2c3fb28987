import { sql } from 'kysely';
import { lockNamed, type AnyDb } from '#server/platform/database/index.ts';
import { INCIDENT } from '#shared/lifecycles/incident.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';

/** Rooms make up for a shorter standstill by themselves, and no member of staff has to deal with it. */
const OUTAGE_US = 10_000_000;
/** What is older is of a time without incidents, and was dealt with. */
const DAY = sql`interval '1 day'`;

/** Microseconds of an incident's instant. */
const microseconds = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000000)`;

/** Events of the platform that open and calm incidents. */
export const disturbancesOn = (tx: AnyDb) => ({
  /** Rounds follow one another until the transaction ends. */
  async alone(): Promise<void> {
    await lockNamed(tx, 'incidents');
  },

  /** Technical breaks without an incident. */
  async breaks(): Promise<{ id: number; begunAt: Date }[]> {
    const { rows } = await sql<{ id: number; begunAt: Date }>`
      select b.id, b.begun_at as "begunAt" from technical_break b
      where b.begun_at > now() - ${DAY} and not exists (select from incident i where i.break_id = b.id)
      order by b.id`.execute(tx);
    return rows;
  },

  /** Open incidents of breaks whose rooms go on, with when they were let go on. */
  async endedBreaks(): Promise<{ incidentId: number; endedAt: Date }[]> {
    const { rows } = await sql<{ incidentId: number; endedAt: Date }>`
      select i.id as "incidentId", greatest(b.ended_at, coalesce(b.resume_at, b.ended_at)) as "endedAt"
      from incident i join technical_break b on b.id = i.break_id
      where i.state = ${stateAfter(INCIDENT, 'open')} and b.over_at is not null and coalesce(b.resume_at, b.over_at) <= now()
        and not exists (select from incident_step s where s.incident_id = i.id and s.step in ('watched', 'reopened'))
      for update of i`.execute(tx);
    return rows;
  },

  /** When the first interruption of rooms by an outage began that is in the time of no incident of an outage; null: there is none. */
  async outage(): Promise<Date | null> {
    const { rows } = await sql<{ beganUs: number | null }>`
      select min(i.began_us) as "beganUs" from auction_interruption i join lot l on l.id = i.lot_id
      where not l.practice and i.began_us > extract(epoch from now() - ${DAY}) * 1000000
        and ((i.kind = 'suspended' and i.cause = 'outage')
          or (i.kind = 'deadlineMoved' and i.cause <> 'staff' and i.outage_us >= ${OUTAGE_US}))
        and not exists (
          select from incident n where n.cause = 'outage' and i.began_us >= ${microseconds('n.since')}
            and (n.until is null or i.began_us <= ${microseconds('n.until')}))`.execute(tx);
    const beganUs = rows[0]?.beganUs ?? null;
    return beganUs === null ? null : new Date(Math.floor(beganUs / 1_000));
  },

  /** The incident of an outage that goes on begins at this instant; false: none goes on. */
  async beganSooner(at: Date): Promise<boolean> {
    const { rows } = await sql<{ id: number }>`
      update incident set since = least(since, ${at})
      where id = (select id from incident where cause = 'outage' and until is null order by id desc limit 1)
      returning id`.execute(tx);
    return rows.length > 0;
  },
});
