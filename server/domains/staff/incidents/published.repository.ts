import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { PublicIncident } from '#shared/api/site/status.ts';

const SHOWN_MOST = 20;

export interface Published {
  incidents: PublicIncident[];
  technicalBreak: { begunAtMs: number; resumeAtMs: number | null } | null;
}

/**
 * What everyone may read of incidents: those that the platform opened by itself, and those about which staff wrote for everyone. Titles,
 * reports, notes and names are of staff alone.
 */
export async function readPublished(db: AnyDb, days: number): Promise<Published> {
  const milliseconds = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
  const { rows: incidents } = await sql<PublicIncident>`
    with shown as (
      select i.*, coalesce((
        select json_agg(json_build_object('atMs', ${milliseconds('m.written_at')}, 'text', m.texts) order by m.id desc)
        from incident_message m where m.incident_id = i.id and m.is_public), '[]') as messages
      from incident i where i.since >= now() - ${days} * interval '1 day' or i.until is null
    )
    select cause, severity, state, ${milliseconds('since')} as "sinceMs", ${milliseconds('until')} as "untilMs", messages
    from shown where cause <> 'staff' or json_array_length(messages) > 0
    order by since desc, id desc limit ${SHOWN_MOST}`.execute(db);
  const { rows: breaks } = await sql<NonNullable<Published['technicalBreak']>>`
    select ${milliseconds('begun_at')} as "begunAtMs", ${milliseconds('resume_at')} as "resumeAtMs"
    from technical_break where over_at is null or resume_at > now() order by id desc limit 1`.execute(db);
  return { incidents, technicalBreak: breaks[0] ?? null };
}
