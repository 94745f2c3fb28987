import { randomUUID } from 'node:crypto';
import { createMismatchRepository } from '#server/domains/payments/index.ts';
import { callServer } from './app.ts';
import type { TestDatabase } from './services.ts';

/**
 * What calls about payments are given by the contract test: one paid through the stand-in, one difference of books, and one
 * payment debited there and only begun here.
 */
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
  const lost = await callServer(url, 'POST', '/api/shop/payment/top-up', {
    cookie,
    body: { ...begin, provider: 'uzum', requestId: randomUUID() },
  });
  const providerId = randomUUID();
  const { rows } = await database.pool.query(
    `with there as (
       insert into pretend_payment (provider, provider_id, account, amount_tiyin, state, begun_ms, changed_ms)
       values ('uzum', $1, $2, $3, 'paid', $4, $4)
     ), here as (
       insert into provider_transaction (provider, provider_id, top_up_id, person_id, amount_tiyin, created_ms)
       select provider, $1, id, person_id, amount_tiyin, $4 from top_up where id = $2::bigint
     )
     insert into payment_mismatch (provider, kind, provider_id, top_up_id)
     values ('uzum', 'state-differs', $1, $2::bigint) returning id`,
    [providerId, String(lost.body.paymentId), begin.amountTiyin, Date.now()],
  );
  return {
    'console.credit-mismatch': { params: { mismatchId: rows[0].id } },
    'payments.top-up': { body: { ...begin, requestId: randomUUID() } },
    'payments.details': { params: { paymentId: body.paymentId } },
    'payments.receipt': { params: { paymentId: body.paymentId } },
    'console.settle-mismatch': {
      params: { mismatchId: mismatch!.id },
      body: { note: 'checking the contract' },
    },
  };
}
