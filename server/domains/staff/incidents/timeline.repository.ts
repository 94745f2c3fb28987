import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { IncidentEvent } from '#shared/api/console/incidents.ts';
import { interruptionsIn } from './concerned.repository.ts';
import type { IncidentTime } from './incident-tables.ts';

const SHOWN_MOST = 500;

/**
 * What happened in the time of an incident, from the records of those who own them. Tasks and decisions are those about its rooms,
 * and the one that ended a technical break.
 */
export const readTimeline = async (db: AnyDb, time: IncidentTime): Promise<IncidentEvent[]> => {
  const { id, since, until } = time;
  const within = (at: string) =>
    // Times of an incident have whole milliseconds.
    sql`date_trunc('milliseconds', ${sql.raw(at)}) between ${since} and coalesce(${until}::timestamptz, now())`;
  const ofRooms = (at: string) =>
    sql`select date_trunc('minute', to_timestamp(${sql.ref(at)} / 1000000.0)) as minute, count(distinct lot_id)::int as rooms,
      case when count(distinct lot_id) = 1 then min(lot_id) end as lot_id, min(${sql.ref(at)}) as at_us, kind
      from interruptions where ${sql.ref(at)} is not null group by 1, kind`;
  const { rows } = await sql<IncidentEvent>`
    with interruptions as (${interruptionsIn(time)}),
    events (at, event, by, text, lot_id, rooms, task, decision) as (
      select at, step, person_name, text, null::bigint, null::int, null::text, null::text
        from incident_step where incident_id = ${id}
      union all select written_at, 'message', person_name, texts ->> 'uz', null, people, null, null
        from incident_message where incident_id = ${id}
      union all select written_at, 'note', person_name, text, null, null, null, null
        from staff_note where subject_kind = 'incident' and subject_id = ${id}
      union all select to_timestamp(at_us / 1000000.0),
          case kind when 'suspended' then 'rooms-interrupted' else 'rooms-moved' end,
          null, null, lot_id, rooms, null, null
        from (${ofRooms('began_us')}) began
      union all select to_timestamp(at_us / 1000000.0), 'rooms-resumed', null, null, lot_id, rooms, null, null
        from (${ofRooms('ended_us')}) ended where kind = 'suspended'
      union all select begun_at, 'break-begun', begun_by_name, reason, null, null, null, null
        from technical_break where ${within('begun_at')}
      union all select ended_at, 'break-ended', ended_by_name, end_reason, null, null, null, null
        from technical_break where ${within('ended_at')}
      union all select created_at, 'task-opened', null, reason, lot_id, null, kind, null
        from staff_task where ${within('created_at')} and lot_id in (select lot_id from interruptions)
      union all select done_at, 'task-done', done_by_name, note, lot_id, null, kind, null
        from staff_task where ${within('done_at')} and lot_id in (select lot_id from interruptions)
      union all select d.proposed_at, 'decision-proposed', p.name, d.reason, d.lot_id, null, null, d.kind
        from decision d left join person p on p.id::text = d.proposed_by
        where ${within('d.proposed_at')}
          and (d.lot_id in (select lot_id from interruptions) or d.kind = 'end-technical-break'
            or (d.kind = 'incident-message' and (d.payload ->> 'incidentId')::bigint = ${id}))
      union all select d.decided_at, 'decision-ended', p.name, d.note, d.lot_id, null, null, d.kind
        from decision d left join person p on p.id::text = d.decided_by
        where ${within('d.decided_at')}
          and (d.lot_id in (select lot_id from interruptions) or d.kind = 'end-technical-break'
            or (d.kind = 'incident-message' and (d.payload ->> 'incidentId')::bigint = ${id}))
    )
    select floor(extract(epoch from at) * 1000)::bigint as "atMs", event, by, text, lot_id as "lotId", rooms, task, decision
    from events order by at desc, event desc limit ${SHOWN_MOST}`.execute(db);
  return rows.reverse();
};
