import type { AccountsService, ProfileDoor } from '#server/domains/people/accounts/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { ReferenceService } from '#server/domains/content/reference/index.ts';
import { openCardTokens } from '#server/integrations/card-tokens/index.ts';
import { openPaymentProviders, type PaymentProviders } from '#server/integrations/payment-providers/index.ts';
import { crashPoint } from '#server/platform/crash-points/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { WAITING_REFUNDS } from '#shared/lifecycles/refund.ts';
import { createTopUpCredit, missedPaymentDecision } from './credit-missed-payment.ts';
import { consolePaymentsExport, mismatchesExport } from './console-payments-exports.ts';
import { PAYMENT_INVARIANTS, REFUND_INVARIANTS } from './ledger-invariants.ts';
import { createMismatchRepository } from './mismatches.repository.ts';
import { createMismatchNotes, noteDifference, type NoteJudge } from './note-difference.ts';
import { createProviderTransactions, type IncomingWallet } from './provider-transactions.ts';
import { watchProviders } from './provider-watch.ts';
import { createRefunding, type RefundingDeps } from './refunds/index.ts';
import { refundsExport } from './refunds/refunds-export.ts';
import { staffRefundsExport } from './refunds/staff-refunds-export.ts';
import { createTopUpReconciliation } from './top-up-reconciliation.ts';
import { createTopUps } from './top-up.service.ts';
import { topUpsExport } from './top-ups-export.ts';
import { PAYMENTS_PERSONAL_DATA } from './personal-data.ts';

const END_OVERDUE_MS = 60_000;
const RECONCILE_MS = 900_000;

interface TopUpNeeds extends Pick<Base, 'config' | 'database' | 'logger' | 'metrics'> {
  moneyJudge: RefundingDeps['judge'] & NoteJudge;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  walletIn: (tx: AnyDb) => IncomingWallet;
  notifications: Pick<Notifications, 'notify'>;
  accounts: Pick<AccountsService, 'byId'>;
}

/** Money that comes in. */
export const topUpsModule = defineModule({
  name: 'top-ups',
  create({ config, database: { db }, metrics, walletIn, notifications, accounts, ...needs }: TopUpNeeds) {
    const logger = needs.logger.child({ part: 'payments' });
    let opened: PaymentProviders | null = null;
    // Not before it is asked for: the public address is known only when the site listens.
    const providers = () => (opened ??= openPaymentProviders({ config, db }));
    const nameOf = (id: string) => providers().list.find((one) => one.id === id)?.name ?? id;

    const bookIn = (on: AnyDb) =>
      createProviderTransactions({
        db: on,
        walletIn,
        notify: (tx, change) => {
          const topUp = 'paid' in change ? change.paid : change.returned;
          const params = {
            paymentId: String(topUp.id),
            amountTiyin: topUp.amountTiyin,
            provider: nameOf(topUp.provider),
          };
          const template = 'paid' in change ? 'top-up-credited' : 'top-up-cancelled';
          const key = `${template}:payment:${topUp.id}`;
          return notifications.notify(tx, { personId: topUp.personId, template, params, key });
        },
        crashAt: crashPoint(config.crashAt),
      });
    const book = bookIn(db);
    return {
      paymentBookIn: bookIn,
      payments: {
        providers,
        book,
        watch: watchProviders(metrics, logger),
        mismatches: createMismatchRepository(db),
        credit: createTopUpCredit({
          db,
          bookIn,
          providers: () => providers().list,
          judge: needs.moneyJudge,
        }),
        settle: createMismatchNotes({ db, providers: () => providers().list, judge: needs.moneyJudge }),
        topUps: createTopUps({
          db,
          providers: () => providers().list,
          personName: async (id) => (await accounts.byId(id))?.name ?? null,
          publicUrl: () => config.publicUrl,
        }),
        rounds: createTopUpReconciliation({
          db,
          book,
          providers: () => providers().list,
          onAway: (provider, error) =>
            logger.warn({ err: error, provider }, 'the provider cannot be asked now'),
          onMismatch({ provider, kind, paymentId, providerId }) {
            metrics.providerCalls.inc({ provider, call: 'reconcile', result: kind });
            logger.error({ provider, kind, paymentId, providerId }, 'our books and the provider’s differ');
          },
        }),
      },
    };
  },
  invariants: PAYMENT_INVARIANTS,
  decisions: ({ paymentBookIn, namesOf }) => [
    missedPaymentDecision(paymentBookIn, namesOf),
    noteDifference(namesOf),
  ],
  queues: [
    {
      page: 'payments',
      right: 'readPayments',
      table: 'payment_mismatch',
      waits: { empty: 'settled_at' },
      since: 'seen_at',
    },
  ],
  jobs: ({ payments: { rounds } }) => [
    { name: 'end overdue payments', everyMs: END_OVERDUE_MS, run: () => rounds.endOverdue() },
    { name: 'reconcile payments', everyMs: RECONCILE_MS, run: () => rounds.reconcile() },
  ],
  exports: ({ payments: { topUps, mismatches } }) => ({
    payments: topUpsExport(topUps),
    'console-payments': consolePaymentsExport(topUps),
    'console-mismatches': mismatchesExport(mismatches),
  }),
});

interface RefundNeeds
  extends Pick<Base, 'config' | 'database' | 'logger'>, Pick<RefundingDeps, 'walletIn' | 'isSamePerson'> {
  moneyJudge: RefundingDeps['judge'];
  debts: RefundingDeps['debts'];
  people: Pick<ProfileDoor, 'profile'>;
  reference: Pick<ReferenceService, 'isMfo'>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Money that goes back to people. */
export const refundsModule = defineModule({
  name: 'refunds',
  personalData: PAYMENTS_PERSONAL_DATA,
  create: ({
    config,
    database,
    logger,
    walletIn,
    people,
    reference,
    isSamePerson,
    ...needs
  }: RefundNeeds) => ({
    refunding: createRefunding({
      db: database.db,
      walletIn,
      isSamePerson,
      judge: needs.moneyJudge,
      debts: needs.debts,
      limits: config.refunds,
      requisitesOf: (personId) => people.profile.requisites(personId),
      isMfo: (mfo) => reference.isMfo(mfo),
      cardTokens: openCardTokens({
        click: config.payments.click,
        sandboxesAllowed: config.sandboxesAllowed,
        onAway: (away) => logger.warn(away, 'the tokeniser of cards did not answer'),
      }),
    }),
  }),
  invariants: REFUND_INVARIANTS,
  queues: [
    {
      page: 'refunds',
      right: 'readRefunds',
      table: 'refund',
      waits: { column: 'status', values: WAITING_REFUNDS },
      since: 'created_at',
    },
  ],
  exports: ({ refunding: { refunds, decisions }, namesOf }) => ({
    refunds: refundsExport(refunds),
    'console-refunds': staffRefundsExport({ decisions, namesOf }),
  }),
});
