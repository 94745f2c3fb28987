import type { ActionVerdict } from '#server/domains/people/accounts/index.ts';
import type { FilesService } from '#server/domains/content/files/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { ReadFile } from '#server/domains/trade/order-imports/index.ts';
import type { ImportOrders } from '#server/domains/trade/orders/index.ts';
import type { Debts } from '#server/domains/money/wallet/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import { createImportOrdersRun } from './import-orders.ts';

/** Staff wait for the preview of a file they have just uploaded. */
const LOOK_MS = 1_000;
const REMOVE_MS = 60_000;

interface ImportingNeeds extends Pick<Base, 'database' | 'shutdown'> {
  readImportedFile: ReadFile;
  importOrders: ImportOrders;
  files: Pick<FilesService, 'setAside' | 'addGiven' | 'countsOf'>;
  people: { mayDo(action: 'sell', personId: string): Promise<ActionVerdict> };
  debts: Pick<Debts, 'owedBy'>;
  notifications: Notifications;
  atStep: WorkflowCrashPoint;
}

/** The worker's part of imports of lots. */
export const importingOrdersModule = defineModule({
  name: 'importing-orders',
  create: (needs: ImportingNeeds) => ({
    importingOrders: createImportOrdersRun({
      db: needs.database.db,
      readFile: needs.readImportedFile,
      orders: needs.importOrders,
      files: needs.files,
      notify: needs.notifications.notify,
      crashAt: needs.atStep,
      maySell: (personId) => needs.people.mayDo('sell', personId),
      owedBy: (personId) => needs.debts.owedBy(personId),
      ending: () => needs.shutdown.started,
    }),
  }),
  jobs: ({ importingOrders }, log) => [
    {
      name: 'import orders',
      everyMs: LOOK_MS,
      run: () =>
        importingOrders.round((error, importId) =>
          log.warn({ err: error, importId }, 'import of orders not finished yet'),
        ),
    },
    { name: 'remove files of imports', everyMs: REMOVE_MS, run: () => importingOrders.removeFiles() },
  ],
});
