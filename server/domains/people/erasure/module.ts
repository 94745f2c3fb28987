import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import type { AccountTie } from '#shared/limits/number-claims.ts';
import { runEraseCommand } from './erase-command.ts';
import { createErasures } from './erasure.service.ts';
import { leftToFinish } from './left-to-finish.repository.ts';
import { ERASURE_PERSONAL_DATA } from './personal-data.ts';

interface ErasureNeeds extends Pick<Base, 'config' | 'database'> {
  actions: Pick<ActionLog, 'record'>;
  notifications: Pick<Notifications, 'notify'>;
  tiesOf(db: AnyDb, personId: string): Promise<AccountTie[]>;
}

/** Requests of persons to delete their accounts. */
export const erasureModule = defineModule({
  name: 'erasure',
  personalData: ERASURE_PERSONAL_DATA,
  create({ config, database: { db }, actions, notifications, tiesOf }: ErasureNeeds) {
    const leftOf = (on: AnyDb, personId: string) => leftToFinish(on, personId, tiesOf);
    return {
      leftOf,
      erasures: createErasures({
        db,
        actions,
        left: leftOf,
        notify: notifications.notify,
        graceDays: config.erasureGraceDays,
        signInHere: config.signIn.shipped,
      }),
    };
  },
  commands: [
    {
      name: 'person erase',
      usage: 'person erase --id ID --reason TEXT',
      about: 'files a request on paper to delete an account, or prints what is left to finish first',
      run: ({ args, out, open }) => runEraseCommand(args, out, () => open().erasures),
    },
  ],
});
