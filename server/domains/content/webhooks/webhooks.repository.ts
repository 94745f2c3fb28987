import { sql, type Selectable } from 'kysely';
import { lockNamed, type Db } from '#server/platform/database/index.ts';
import type { WebhookEvent } from '#shared/api/cabinet/webhooks.ts';
import { listenerHost } from './listener-host.ts';
import { HOST_OFF } from './switched-off-hosts.repository.ts';
import type { WebhookTables } from './webhook-tables.ts';

export interface WebhookRow extends Selectable<WebhookTables['webhook']> {
  /** null: its host is on. */
  host_off: { atMs: number; reason: string } | null;
}

export interface NewWebhook {
  personId: string;
  url: string;
  events: readonly WebhookEvent[];
  categoryId: number | null;
  regionId: number | null;
  secret: Buffer;
}

/** A listener of its person. */
interface Which {
  personId: string;
  id: number;
}

export function createWebhooksRepository(db: Db<WebhookTables>) {
  const ownedBy = (personId: string) =>
    db
      .selectFrom('webhook')
      .selectAll()
      .select(HOST_OFF.as('host_off'))
      .where('person_id', '=', personId)
      .orderBy('id', 'desc');

  return {
    /** The newest first. */
    of: (personId: string): Promise<WebhookRow[]> => ownedBy(personId).execute(),

    /** null: the person has no such listener. In a transaction it stays as it is until the end. */
    async one({ personId, id }: Which): Promise<WebhookRow | null> {
      return (await ownedBy(personId).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
    },

    /** In a transaction: adds a listener, unless the person has `most`; then null. */
    async add({ personId, url, events, categoryId, regionId, secret }: NewWebhook, most: number) {
      // Serialises one person's additions, so that the count below is right.
      await lockNamed(db, `webhooks:${personId}`);
      const existing = await ownedBy(personId).execute();
      if (existing.length >= most) return null;
      return db
        .insertInto('webhook')
        .values({
          person_id: personId,
          url,
          host: listenerHost(url),
          events: [...events],
          category_id: categoryId,
          region_id: regionId,
          secret,
          previous_secret: null,
          previous_until: null,
          off_at: null,
          off_why: null,
          off_reason: null,
          failures_from: null,
        })
        .returningAll()
        .returning(HOST_OFF.as('host_off'))
        .executeTakeFirstOrThrow();
    },

    setSecret: (id: number, secret: Buffer, previous: { secret: Buffer; until: Date }): Promise<WebhookRow> =>
      db
        .updateTable('webhook')
        .set({ secret, previous_secret: previous.secret, previous_until: previous.until })
        .where('id', '=', id)
        .returningAll()
        .returning(HOST_OFF.as('host_off'))
        .executeTakeFirstOrThrow(),

    /** Secrets of all listeners, for encrypting them again. */
    secrets: (): Promise<Pick<WebhookRow, 'id' | 'person_id' | 'secret' | 'previous_secret'>[]> =>
      db.selectFrom('webhook').select(['id', 'person_id', 'secret', 'previous_secret']).execute(),

    /** Stores the same secret under another key, unless it was changed meanwhile. */
    async replace(id: number, column: 'secret' | 'previous_secret', from: Buffer, to: Buffer): Promise<void> {
      await db
        .updateTable('webhook')
        .set({ [column]: to })
        .where('id', '=', id)
        .where(column, '=', from)
        .execute();
    },

    /** Secrets that sign no more. */
    async dropOldSecrets(now: Date): Promise<void> {
      await db
        .updateTable('webhook')
        .set({ previous_secret: null, previous_until: null })
        .where('previous_until', '<=', now)
        .execute();
    },

    /** What it did not take before does not count any more. */
    switchOn: (id: number, at: Date): Promise<WebhookRow> =>
      db
        .updateTable('webhook')
        .set({ off_at: null, off_why: null, off_reason: null, failures_from: at })
        .where('id', '=', id)
        .returningAll()
        .returning(HOST_OFF.as('host_off'))
        .executeTakeFirstOrThrow(),

    /** In a transaction: of this listener nothing else is given up, sent again or switched until its end. */
    async lock(id: number): Promise<void> {
      await db.selectFrom('webhook').select('id').where('id', '=', id).forUpdate().execute();
    },

    /** In a transaction. What is still to be sent is given up. false: it was off before. */
    async switchOff(id: number, at: Date, why: 'failing' | 'staff', reason: string | null): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('webhook')
        .set({ off_at: at, off_why: why, off_reason: reason })
        .where('id', '=', id)
        // What failed by itself staff may still forbid, so that it is not switched on again.
        .where((eb) =>
          why === 'staff'
            ? eb.or([eb('off_at', 'is', null), eb('off_why', '=', 'failing')])
            : eb('off_at', 'is', null),
        )
        .executeTakeFirst();
      await db
        .updateTable('webhook_delivery')
        .set({ state: 'given-up', ended_at: at })
        .where('webhook_id', '=', id)
        .where('state', '=', 'waiting')
        .execute();
      return numUpdatedRows > 0n;
    },

    /** Of listeners that a process of an earlier release has added. */
    async nameHosts(): Promise<void> {
      const rows = await db.selectFrom('webhook').select(['id', 'url']).where('host', '=', '').execute();
      for (const { id, url } of rows)
        await db
          .updateTable('webhook')
          .set({ host: listenerHost(url) })
          .where('id', '=', id)
          .execute();
    },

    /** In a transaction: all listeners whose host this is, or is below it. They stay as they are until its end. */
    under: (host: string) =>
      db
        .selectFrom('webhook')
        .select(['id', 'person_id', 'url', 'off_why'])
        .where((eb) =>
          eb.or([
            eb('host', '=', host),
            eb(sql<string>`right(host, ${host.length + 1}::int)`, '=', `.${host}`),
          ]),
        )
        .orderBy('id')
        .forUpdate()
        .execute(),

    /** With its deliveries. */
    async remove(id: number): Promise<void> {
      await db.deleteFrom('webhook').where('id', '=', id).execute();
    },
  };
}
