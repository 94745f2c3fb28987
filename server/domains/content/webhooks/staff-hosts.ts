import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { ruleForbids } from '#server/platform/errors/index.ts';
import type { SwitchedOffHost } from '#shared/api/console/console-webhooks.ts';
import { siteOf, typedHost } from './listener-host.ts';
import type { StaffWebhooksDeps } from './staff-webhooks.ts';
import { createSwitchedOffHostsRepository } from './switched-off-hosts.repository.ts';
import { createWebhookDeliveriesRepository } from './webhook-deliveries.repository.ts';
import { createWebhooksRepository } from './webhooks.repository.ts';

interface By {
  personId: string;
  address: string;
}

const matterOf = (host: string) => `webhook-host:${siteOf(host)}` as const;

export type StaffHosts = ReturnType<typeof createStaffHosts>;

/** Hosts to which nothing is sent, for no one. */
export function createStaffHosts({ db, namesOf, record, turning, tellOwner, now }: StaffWebhooksDeps) {
  function demandHost(typed: string): string {
    const host = typedHost(typed);
    if (host === null) throw ruleForbids('webhooks.not-a-host');
    return host;
  }
  const recordStaff = (
    tx: AnyDb,
    action: 'switched-host-off' | 'switched-host-on',
    by: By,
    { host, reason }: { host: string; reason: string },
  ) => record({ type: 'account', result: 'done', ...by, action, reason: `${host}: ${reason}` }, tx);

  return {
    /** The newest first. */
    async list(): Promise<SwitchedOffHost[]> {
      const rows = await createSwitchedOffHostsRepository(db).all();
      const names = await namesOf([...new Set(rows.map(({ switched_by }) => switched_by))]);
      return rows.map(({ host, switched_by, reason, at }) => ({
        host,
        by: names.get(switched_by) ?? '',
        reason,
        atMs: at.getTime(),
      }));
    },

    /**
     * With all names below it. Owners of listeners there get a message with the reason. Safe to repeat; the first reason stays.
     * 422 `webhooks.not-a-host`, 409 `asked-before` for who did so for its site before, undone twice by colleagues.
     */
    async switchOff(typed: string, reason: string, by: By): Promise<void> {
      const host = demandHost(typed);
      await inTransaction(db, async (tx) => {
        const at = new Date(now());
        const { personId } = by;
        if (!(await createSwitchedOffHostsRepository(tx).add({ host, personId, reason, at }))) return;
        await turning.mustMayAsk(tx, matterOf(host), personId);
        await recordStaff(tx, 'switched-host-off', by, { host, reason });
        const webhooks = createWebhooksRepository(tx);
        await webhooks.nameHosts();
        const listeners = await webhooks.under(host);
        await createWebhookDeliveriesRepository(tx).endOfHostsOff(at);
        for (const { id, person_id, url, off_why } of listeners) {
          // Its owner has a message about it already.
          if (off_why === 'staff') continue;
          await record(
            { personId: person_id, type: 'account', action: 'webhook-off', result: 'done', reason },
            tx,
          );
          await tellOwner(tx, { personId: person_id, webhookId: id, url, atMs: at.getTime(), reason });
        }
      });
    },

    /**
     * Listeners there are again as they were before. Safe to repeat. 422 `webhooks.not-a-host`, 409 `turned-down-before` for who has
     * undone two of colleagues for its site.
     */
    async switchOn(typed: string, reason: string, by: By): Promise<void> {
      const host = demandHost(typed);
      await inTransaction(db, async (tx) => {
        const askedBy = await createSwitchedOffHostsRepository(tx).remove(host);
        if (askedBy === null) return;
        await turning.turnDown(tx, matterOf(host), { by: by.personId, askedBy });
        await recordStaff(tx, 'switched-host-on', by, { host, reason });
      });
    },
  };
}
