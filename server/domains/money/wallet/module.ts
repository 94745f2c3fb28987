import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import type { PersonUpdatePublisher } from '#server/platform/realtime/index.ts';
import { debtsExport, ownDebtsExport } from './debts/debts-exports.ts';
import { createDebts } from './debts/debts.service.ts';
import { createForfeits } from './forfeits/forfeits.ts';
import { FORFEIT_INVARIANTS, forfeitExit, type ForfeitExitDeps } from './forfeits/forfeit-exit.ts';
import { CREDIT_CORRECTION_INVARIANTS } from './credit-corrections.ts';
import { checkLedger } from './ledger-check.repository.ts';
import { runLedgerCheckCommand } from './ledger-check.ts';
import { BOOKS } from './ledger-invariants.ts';
import { createReadMoneyOfDay } from './money-of-day.repository.ts';
import { transactionsExport } from './transactions-export.ts';
import { createWalletView } from './wallet-view.repository.ts';
import { WALLET_EVENTS } from './wallet.events.ts';
import { createWallet } from './wallet.service.ts';
import { WALLET_PERSONAL_DATA } from './personal-data.ts';

const CHECK_LEDGER_MS = 3_600_000;

interface WalletNeeds extends Pick<Base, 'database' | 'metrics' | 'invariants'> {
  actions: Pick<ActionLog, 'record'>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  moneyJudge: Pick<ForfeitExitDeps, 'isDocumentUsed'>;
  personUpdates: PersonUpdatePublisher;
}

export const walletModule = defineModule({
  name: 'wallet',
  personalData: WALLET_PERSONAL_DATA,
  create: ({ database: { db }, actions, namesOf }: WalletNeeds) => ({
    debts: createDebts({ db, actions, namesOf }),
    forfeits: createForfeits(db, namesOf),
    wallet: createWallet(db),
    /** In somebody's transaction. */
    walletIn: createWallet,
    walletView: createWalletView(db),
    moneyOfDay: createReadMoneyOfDay(db),
  }),
  invariants: [...BOOKS, ...FORFEIT_INVARIANTS, ...CREDIT_CORRECTION_INVARIANTS],
  decisions: ({ namesOf, moneyJudge: { isDocumentUsed } }) => [forfeitExit({ namesOf, isDocumentUsed })],
  listeners: ({ personUpdates }) => ({
    [WALLET_EVENTS.moved]: [
      {
        name: 'publish-balance',
        handle: ({ personId }) => personUpdates.publish(String(personId), { kind: 'balance' }),
      },
    ],
  }),
  jobs: ({ database, metrics, invariants }, log) => [
    {
      name: 'check the ledger',
      everyMs: CHECK_LEDGER_MS,
      async run() {
        const broken = await checkLedger(database.db, invariants);
        metrics.ledgerBroken.set(broken.length);
        for (const { number, name, rows } of broken)
          log.error({ invariant: number, rows: rows.slice(0, 5) }, `the ledger is broken: ${name}`);
      },
    },
  ],
  evidence: ({ database, invariants }) => [
    {
      name: 'invariants of the ledger',
      async check() {
        const broken = await checkLedger(database.db, invariants);
        return {
          checked: invariants.length,
          faults: broken.map(
            ({ number, name, rows, more }) =>
              `invariant ${number}, ${name}: ${rows.length}${more ? '+' : ''} rows break it`,
          ),
        };
      },
    },
  ],
  exports: ({ walletView, debts }) => ({
    transactions: transactionsExport(walletView),
    debts: ownDebtsExport(debts),
    'console-debts': debtsExport(debts),
  }),
  commands: [
    {
      name: 'ledger check',
      usage: 'ledger check [--json]',
      about: 'proves that the books balance; exit code 1 and the rows when an invariant is broken',
      run({ args, out, open }) {
        const { database, invariants } = open();
        return runLedgerCheckCommand(args, { db: database.db, invariants, out });
      },
    },
  ],
});
