import type { AccountsService } from '#server/domains/accounts/index.ts';
import type { Notifications } from '#server/domains/notifications/index.ts';
import {
  createMismatchRepository,
  createPaymentBook,
  createTopUpCredit,
  createTopUpRounds,
  createTopUps,
} from '#server/domains/payments/index.ts';
import { createWallet } from '#server/domains/wallet/index.ts';
import {
  openPaymentProviders,
  type PaymentProviders,
  type ProviderWatch,
} from '#server/integrations/payment-providers/index.ts';
import { crashPoint } from '#server/platform/crash-points/index.ts';
import type { Platform } from './platform.ts';

export interface PayingDeps {
  platform: Pick<Platform, 'config' | 'database' | 'logger' | 'metrics'>;
  notifications: Pick<Notifications, 'tell'>;
  accounts: Pick<AccountsService, 'byId'>;
}

/** One line of a kind in so many ms: a flood of forged calls must not become a flood of lines. */
const QUIET_MS = 10_000;

/** Money that comes in, joined to the wallet and to what people are told. */
export function createPaying({ platform, notifications, accounts }: PayingDeps) {
  const { config, metrics } = platform;
  const { db } = platform.database;
  const logger = platform.logger.child({ part: 'payments' });
  let opened: PaymentProviders | null = null;
  // Not before it is asked for: the public address is known only when the site listens.
  const providers = () => (opened ??= openPaymentProviders({ config, db }));
  const nameOf = (id: string) => providers().list.find((one) => one.id === id)?.name ?? id;

  const book = createPaymentBook({
    db,
    walletIn: createWallet,
    tell: (tx, news) => {
      const topUp = 'paid' in news ? news.paid : news.returned;
      const params = {
        ...{ paymentId: String(topUp.id), amountTiyin: topUp.amountTiyin },
        provider: nameOf(topUp.provider),
      };
      const template = 'paid' in news ? 'top-up-credited' : 'top-up-cancelled';
      const key = `${template}:payment:${topUp.id}`;
      return notifications.tell(tx, { personId: topUp.personId, template, params, key });
    },
    crashAt: crashPoint(config.crashAt),
  });

  const lastLine = new Map<string, number>();
  const isQuiet = (line: string): boolean => {
    const before = lastLine.get(line) ?? -Infinity;
    if (performance.now() - before < QUIET_MS) return true;
    lastLine.set(line, performance.now());
    return false;
  };
  const watch: ProviderWatch = {
    forged(provider, why) {
      metrics.providerCalls.inc({ provider, call: 'forged', result: why });
      if (!isQuiet(`${provider} ${why}`)) logger.warn({ provider, why }, 'a call that is not the provider’s');
    },
    answered(provider, name, result) {
      metrics.providerCalls.inc({ provider, call: name, result });
      const level = result === 'ok' || result === '0' ? 'info' : 'warn';
      if (!isQuiet(`${provider} ${name} ${result}`))
        logger[level]({ provider, call: name, result }, 'answered');
    },
    failed: (provider, error) => logger.error({ err: error, provider }, 'a provider’s call failed'),
  };

  return {
    providers,
    book,
    watch,
    mismatches: createMismatchRepository(db),
    credit: createTopUpCredit({ db, book, providers: () => providers().list }),
    topUps: createTopUps({
      db,
      providers: () => providers().list,
      personName: async (id) => (await accounts.byId(id))?.name ?? null,
      publicUrl: () => config.publicUrl,
    }),
    rounds: createTopUpRounds({
      db,
      book,
      providers: () => providers().list,
      onAway: (provider, error) => logger.warn({ err: error, provider }, 'the provider cannot be asked now'),
      onMismatch({ provider, kind, paymentId }) {
        metrics.providerCalls.inc({ provider, call: 'reconcile', result: kind });
        logger.error({ provider, kind, paymentId }, 'our books and the provider’s differ');
      },
    }),
  };
}
