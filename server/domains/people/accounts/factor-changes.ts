import type { AnyDb } from '#server/platform/database/index.ts';
import { SHIPPED_ISSUER, type FactorChange } from '#server/identity/index.ts';
import { createAccountsRepository } from './accounts.repository.ts';
import type { ActionRecorder } from './accounts.service.ts';
import type { Notify } from './profile/profile-ports.ts';

export interface FactorChangesDeps {
  actions: ActionRecorder;
  notify: Notify;
}

/** What the sign-in site says of somebody's second factor, put on record and sent to its owner on every channel. */
export function createFactorChanges({ actions, notify }: FactorChangesDeps) {
  return {
    /** An account that never came to the product is not informed: it has no rights here. */
    async noticed(
      tx: AnyDb,
      { accountId, change, atMs }: { accountId: string; change: FactorChange; atMs: number },
    ): Promise<void> {
      const person = await createAccountsRepository(tx).byIdentity(SHIPPED_ISSUER, accountId);
      if (!person) return;
      const personId = person.id;
      await actions.record({ personId, type: 'account', action: `factor-${change}`, result: 'done' }, tx);
      await notify(tx, {
        personId,
        key: `factor:${change}:${atMs}`,
        template: 'second-factor-changed',
        params: { factorChange: change },
      });
    },
  };
}
