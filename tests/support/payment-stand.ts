import { randomUUID } from 'node:crypto';
import {
  createMismatchRepository,
  createPaymentBook,
  createTopUpCredit,
  createTopUpRounds,
  createTopUps,
  registerConsolePaymentRoutes,
  registerTopUpRoutes,
  type PaymentNews,
  type TopUps,
} from '#server/domains/payments/index.ts';
import { createWallet, type Wallet } from '#server/domains/wallet/index.ts';
import {
  openPaymentProviders,
  registerPaymentProviderRoutes,
  type PaymentBook,
  type PaymentProviders,
} from '#server/integrations/payment-providers/index.ts';
import type { Config } from '#server/platform/config/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import type { PaymentProvider } from '#shared/api/payments.ts';
import { startTestApp, type TestApp } from './app.ts';
import { testDatabase, type TestDatabase } from './services.ts';

export interface PaymentStand {
  database: TestDatabase;
  app: TestApp;
  wallet: Wallet;
  book: PaymentBook;
  topUps: TopUps;
  providers: PaymentProviders;
  rounds: ReturnType<typeof createTopUpRounds>;
  mismatches: ReturnType<typeof createMismatchRepository>;
  /** The clock of shop and protocols; moved by tests. */
  clock: { nowMs: number };
  /** What people were told. */
  told: PaymentNews[];
  /** Calls that proved nothing about themselves, as `provider why`. */
  forged: string[];
  failures: unknown[];
  person(): string;
  /** A payment to be paid; its number. */
  begin(provider: PaymentProvider, amountTiyin: number, personId?: string): Promise<number>;
  post(
    path: string,
    body: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; text: string }>;
  /** Closes everything; the database is dropped only when its ledger balances. */
  close(): Promise<void>;
}

/** Routes, books and wallet of top-ups over HTTP. Without settings the stand-ins are in place. */
export async function startPaymentStand(
  payments: Partial<Config['payments']> = {},
  options: { twins?: boolean } = {},
): Promise<PaymentStand> {
  const database = await testDatabase('template', 20);
  const { db } = database;
  const clock = { nowMs: Date.now() };
  const now = () => clock.nowMs;
  const told: PaymentNews[] = [];
  const forged: string[] = [];
  const failures: unknown[] = [];
  const book = createPaymentBook({
    db,
    walletIn: createWallet,
    tell: (_tx, news) => {
      told.push(news);
      return Promise.resolve();
    },
    now,
  });
  const config = {
    payments: { payme: null, click: null, uzum: null, ...payments },
    twinsAllowed: options.twins ?? Object.keys(payments).length === 0,
    sessionSecret: 'a secret of tests that nobody else has',
    publicUrl: '',
  };
  const app = await startTestApp(() => undefined);
  config.publicUrl = app.url;
  const providers = openPaymentProviders({ config, db });
  const topUps = createTopUps({
    db,
    now,
    providers: () => providers.list,
    personName: () => Promise.resolve('Anvar Namuna'),
    publicUrl: () => config.publicUrl,
  });
  const mismatches = createMismatchRepository(db);
  registerTopUpRoutes(app.app, topUps);
  const credit = createTopUpCredit({ db, book, providers: () => providers.list });
  registerConsolePaymentRoutes(app.app, { topUps, mismatches, credit });
  registerPaymentProviderRoutes(app.app, {
    providers,
    book,
    now,
    publicUrl: () => config.publicUrl,
    texts: loadTexts(),
    logger: createLogger({ level: 'silent' }),
    watch: {
      forged: (provider, why) => forged.push(`${provider} ${why}`),
      answered: () => undefined,
      failed: (_provider, error) => failures.push(error),
    },
  });
  const rounds = createTopUpRounds({
    db,
    book,
    now,
    providers: () => providers.list,
    onAway: (_provider, error) => failures.push(error),
    onMismatch: () => undefined,
  });
  return {
    ...{ database, app, wallet: createWallet(db), book, topUps, providers, rounds, mismatches },
    ...{ clock, told, forged, failures },
    person: () => randomUUID(),
    async begin(provider, amountTiyin, personId = randomUUID()) {
      const started = await topUps.start({
        ...{ personId, provider, amountTiyin, requestId: randomUUID(), returnTo: null, language: 'uz' },
      });
      if (started.outcome !== 'started') throw new Error(`not started: ${started.outcome}`);
      return started.paymentId;
    },
    async post(path, body, headers = {}) {
      const answer = await fetch(`${app.url}${path}`, { method: 'POST', body, headers });
      return { status: answer.status, text: await answer.text() };
    },
    async close() {
      await app.close();
      await database.close();
    },
  };
}

/** Who a payment belongs to, and how it stands. */
export async function paymentRow(
  stand: PaymentStand,
  paymentId: number,
): Promise<{ person: string; status: string; cause: string | null; receipt: string | null }> {
  const { rows } = await stand.database.pool.query(
    'select person_id as person, status, cause, receipt_number as receipt from top_up where id = $1',
    [paymentId],
  );
  return rows[0];
}
