import { conflict, forbidden, notFound, unavailable } from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  consolePayments,
  creditMismatch,
  paymentMismatches,
  settleMismatch,
  type PaymentMismatch,
  type Reconciliation,
} from '#shared/api/payments.ts';
import type { KeptMismatch, MismatchRepository } from './mismatches.repository.ts';
import type { createTopUpCredit } from './top-up-credit.ts';
import type { TopUps } from './top-up.service.ts';

const shown = (kept: KeptMismatch): PaymentMismatch => ({
  id: kept.id,
  provider: kept.provider,
  kind: kept.kind,
  providerNumber: kept.providerId,
  paymentId: kept.paymentId,
  ours: kept.ours,
  theirs: kept.theirs,
  seenAtMs: kept.seenAt.getTime(),
  lastSeenAtMs: kept.lastSeenAt.getTime(),
  times: kept.times,
  settled:
    kept.settledAt && kept.settledByName !== null && kept.note !== null
      ? { atMs: kept.settledAt.getTime(), by: kept.settledByName, note: kept.note }
      : null,
});

/** Payments for staff: everybody's, and where our books and a provider's differ. */
export function registerConsolePaymentRoutes(
  app: HttpApp,
  {
    topUps,
    mismatches,
    credit,
  }: { topUps: TopUps; mismatches: MismatchRepository; credit: ReturnType<typeof createTopUpCredit> },
): void {
  registerContract(app, consolePayments, async (call) => {
    const { page, size, ...filter } = call.query;
    const [found, total] = await Promise.all([
      topUps.everybodys(filter, size, (page - 1) * size),
      topUps.countEverybodys(filter),
    ]);
    const items = found.map((one) => ({
      ...topUps.shown(one),
      ...{ personId: one.personId, personName: one.personName, providerNumber: one.providerNumber },
    }));
    return { items, total, page, size };
  });

  const reconciliations = (): Promise<Reconciliation[]> =>
    Promise.all(
      topUps.providers().map(async ({ id, statement }) => {
        const last = await mismatches.lastRound(id);
        return {
          provider: id,
          askable: statement !== null,
          last: last
            ? {
                ...{ atMs: last.at.getTime(), fromMs: last.fromMs, toMs: last.toMs },
                ...{ compared: last.compared, found: last.found, outcome: last.outcome },
              }
            : null,
        };
      }),
    );

  registerContract(app, paymentMismatches, async (call) => {
    const { state, page, size } = call.query;
    const [items, total, open, providers] = await Promise.all([
      mismatches.page(state, size, (page - 1) * size),
      mismatches.count(state),
      mismatches.count('open'),
      reconciliations(),
    ]);
    return { items: items.map(shown), total, open, page, size, providers };
  });

  registerContract(app, settleMismatch, async (call) => {
    const { mismatchId } = call.params;
    const { personId, name } = call.signedIn();
    await mismatches.settle(mismatchId, { personId, name }, call.body.note);
    const kept = await mismatches.byId(mismatchId);
    if (!kept) throw notFound();
    return shown(kept);
  });

  registerContract(app, creditMismatch, async (call) => {
    const { personId, name } = call.signedIn();
    const done = await credit(call.params.mismatchId, { personId, name });
    switch (done.outcome) {
      case 'credited':
        return shown(done.mismatch);
      case 'unknown':
        throw notFound();
      case 'own':
        throw forbidden('payments.own-payment');
      case 'away':
        throw unavailable('payments.provider-away', { cause: done.cause });
      case 'not-confirmed':
      case 'not-creditable':
        throw conflict(`payments.${done.outcome}`);
    }
  });
}
