import { randomUUID } from 'node:crypto';
import { createMismatchRepository } from '#server/domains/payments/index.ts';
import { callServer } from './app.ts';
import type { TestDatabase } from './services.ts';

/** What calls about payments are given by the contract test: one paid through the stand-in, one difference of books. */
export async function samplePayments(url: string, database: TestDatabase, cookie: string) {
  const begin = { provider: 'payme', amountTiyin: 1_000_000 } as const;
  const { body } = await callServer(url, 'POST', '/api/shop/payment/top-up', {
    cookie,
    body: { ...begin, requestId: randomUUID() },
  });
  await fetch(body.checkoutUrl, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ do: 'pay', card: 'good' }),
  });
  const mismatches = createMismatchRepository(database.db);
  await mismatches.report({
    ...{ provider: 'payme', kind: 'missing-there', providerId: randomUUID().slice(0, 24) },
    ...{ paymentId: body.paymentId, ours: { amountTiyin: begin.amountTiyin, state: 'paid' }, theirs: null },
  });
  const [mismatch] = await mismatches.page('open', 1, 0);
  return {
    'payments.top-up': { body: { ...begin, requestId: randomUUID() } },
    'payments.details': { params: { paymentId: body.paymentId } },
    'payments.receipt': { params: { paymentId: body.paymentId } },
    'console.settle-mismatch': {
      params: { mismatchId: mismatch!.id },
      body: { note: 'checking the contract' },
    },
  };
}
