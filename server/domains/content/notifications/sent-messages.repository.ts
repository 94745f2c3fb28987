import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { SentMessage } from '#shared/api/console/person-trail.ts';
import type { TemplateName } from '#shared/notifications/templates.ts';

interface StoredMessage {
  id: number;
  template: TemplateName;
  params: Record<string, unknown>;
  writtenAt: Date;
  deliveries: SentMessage['deliveries'];
}

/** Messages of one person by their ids, each with what became of its letter, SMS and alerts while that is stored. */
export async function readSentMessages(
  db: AnyDb,
  personId: string,
  ids: readonly number[],
): Promise<StoredMessage[]> {
  const { rows } = await sql<StoredMessage>`
    with sent as (
      select message_id, channel, coalesce(reported, state) as state from notification_delivery
      where message_id = any(${ids}::bigint[])
      union all
      select m.id, case when d.telegram_link_id is null then 'push' else 'telegram' end, d.state
      from unnest(${ids}::bigint[]) as m (id)
        join push_delivery d on d.person_id = ${personId} and d.kind = 'message' and d.key = 'message:' || m.id
    )
    select m.id::float8 as id, m.template, m.params, m.written_at as "writtenAt",
      coalesce(
        (select jsonb_agg(jsonb_build_object('channel', channel, 'state', state) order by channel, state) from sent
         where message_id = m.id),
        '[]'
      ) as deliveries
    from inbox_message m where m.id = any(${ids}::bigint[]) and m.person_id = ${personId}`.execute(db);
  return rows;
}
