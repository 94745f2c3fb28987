import type {
  MismatchRow,
  MismatchRepository,
  createMismatchNotes,
  createTopUpCredit,
  TopUps,
} from '#server/domains/money/payments/index.ts';
import { conflict, forbidden, notFound, unavailable } from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import {
  consolePayments,
  creditMismatch,
  paymentMismatches,
  settleMismatch,
  type PaymentMismatch,
  type Reconciliation,
} from '#shared/api/cabinet/payments.ts';
import { COUNTED_ROWS_MAX } from '#shared/limits/counted-rows.ts';

const shown = (row: MismatchRow): PaymentMismatch => ({
  id: row.id,
  provider: row.provider,
  kind: row.kind,
  providerNumber: row.providerId,
  paymentId: row.paymentId,
  ours: row.ours,
  theirs: row.theirs,
  seenAtMs: row.seenAt.getTime(),
  lastSeenAtMs: row.lastSeenAt.getTime(),
  times: row.times,
  settled:
    row.settledAt && row.settledByName !== null && row.note !== null
      ? { atMs: row.settledAt.getTime(), by: row.settledByName, note: row.note }
      : null,
});

/** Payments for staff: of all people, and differences between our books and a provider's. */
export function registerConsolePaymentRoutes(
  app: HttpApp,
  {
    topUps,
    mismatches,
    credit,
    settle,
  }: {
    topUps: TopUps;
    mismatches: MismatchRepository;
    credit: ReturnType<typeof createTopUpCredit>;
    settle: ReturnType<typeof createMismatchNotes>;
  },
): void {
  registerContract(app, consolePayments, async (call) => {
    const { page, size, ...filter } = call.query;
    const [found, summed] = await Promise.all([
      topUps.everybodys(filter, size, (page - 1) * size),
      topUps.sumEverybodys(filter, COUNTED_ROWS_MAX),
    ]);
    const items = found.map((one) => ({
      ...topUps.shown(one),
      personId: one.personId,
      personName: one.personName,
      providerNumber: one.providerNumber,
    }));
    return { items, ...summed, page, size };
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
                atMs: last.at.getTime(),
                fromMs: last.fromMs,
                toMs: last.toMs,
                compared: last.compared,
                found: last.found,
                outcome: last.outcome,
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
    const { personId, name } = call.signedIn();
    const done = await settle(call.params.mismatchId, { personId, name }, call.body.note);
    switch (done.outcome) {
      case 'settled':
        return shown(done.mismatch);
      case 'unknown':
        throw notFound();
      case 'away':
        throw unavailable('payments.provider-away', { cause: done.cause });
      case 'paid-there':
      case 'two-persons':
        throw conflict(`payments.${done.outcome}`);
    }
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
      case 'two-persons':
        throw conflict(`payments.${done.outcome}`);
    }
  });
}
