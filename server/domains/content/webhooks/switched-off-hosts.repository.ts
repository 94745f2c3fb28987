import { sql, type Selectable } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { WebhookTables } from './webhook-tables.ts';

/** Is the listener below or at a host `h`? */
const covered = (listener: 'w' | 'webhook') => {
  const host = sql.ref(`${listener}.host`);
  return sql`(${host} = h.host or right(${host}, length(h.host) + 1) = '.' || h.host)`;
};

/** Of a listener `w`: nothing is sent to its host. */
export const HOST_IS_OFF = sql<boolean>`exists (select from switched_off_host h where ${covered('w')})`;

/** Why nothing is sent to the host of a row of `webhook`, and since when; null: it is on. */
export const HOST_OFF = sql<{ atMs: number; reason: string } | null>`(
  select jsonb_build_object('atMs', floor(extract(epoch from h.at) * 1000), 'reason', h.reason)
  from switched_off_host h where ${covered('webhook')} order by h.at, h.host limit 1
)`;

export function createSwitchedOffHostsRepository(db: Db<WebhookTables>) {
  return {
    /** The newest first. */
    all: (): Promise<Selectable<WebhookTables['switched_off_host']>[]> =>
      db.selectFrom('switched_off_host').selectAll().orderBy('at', 'desc').orderBy('host').execute(),

    /** false: it was off before. */
    async add(row: { host: string; personId: string; reason: string; at: Date }): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('switched_off_host')
        .values({ host: row.host, switched_by: row.personId, reason: row.reason, at: row.at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    /** Who had switched it off; null: it was on before. */
    async remove(host: string): Promise<string | null> {
      const row = await db
        .deleteFrom('switched_off_host')
        .where('host', '=', host)
        .returning('switched_by')
        .executeTakeFirst();
      return row?.switched_by ?? null;
    },
  };
}
