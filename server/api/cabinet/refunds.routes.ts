import {
  refundView as ownView,
  OPEN_REFUNDS_MAX as OPEN_MAX,
  type Refunding,
} from '#server/domains/money/payments/index.ts';
import { demandFreshSignIn } from '#server/domains/people/accounts/index.ts';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { cancelRefund, createRefund, myRefund, myRefunds, refundTerms } from '#shared/api/cabinet/refunds.ts';
import { registerConsoleRefundRoutes, type NamesOf } from '../console/console-refunds.routes.ts';
import { registerPayoutDestinationRoutes } from './payout-destinations.routes.ts';
import { periodOf } from '#shared/time/period.ts';

export interface RefundRouteDeps {
  refunding: Refunding;
  balanceOf: (personId: string) => Promise<number>;
  namesOf: NamesOf;
}

/** Money that goes back: people's applications, where it may go, and what staff decide. */
export function registerRefundRoutes(app: HttpApp, { refunding, balanceOf, namesOf }: RefundRouteDeps): void {
  registerOwnRefundRoutes(app, refunding.refunds, balanceOf);
  registerPayoutDestinationRoutes(app, refunding.destinations);
  registerConsoleRefundRoutes(app, refunding.decisions, namesOf);
}

/** Applications of the person who is signed in; those of others do not exist for them. */
function registerOwnRefundRoutes(
  app: HttpApp,
  refunds: Refunding['refunds'],
  balanceOf: RefundRouteDeps['balanceOf'],
): void {
  const { minTiyin, maxTiyin } = refunds.limits;

  registerContract(app, refundTerms, async (call) => {
    const { personId } = call.signedIn();
    const [availableTiyin, open] = await Promise.all([balanceOf(personId), refunds.openOf(personId)]);
    return { availableTiyin, minTiyin, maxTiyin, openMax: OPEN_MAX, open };
  });

  registerContract(app, createRefund, async (call) => {
    const { person } = demandFreshSignIn(call.session);
    const { requestId, amountTiyin, destination } = call.body;
    const result = await refunds.create({
      personId: person.personId,
      requestKey: requestId,
      amountTiyin,
      destination,
      address: call.address,
    });
    switch (result.outcome) {
      case 'created':
        return ownView(result.refund);
      case 'short':
        throw ruleForbids('refunds.short', { details: { missingTiyin: result.missingTiyin } });
      case 'limits':
        throw ruleForbids('refunds.limits', { details: { minTiyin, maxTiyin } });
      case 'no-destination':
        throw notFound('refunds.no-destination');
      case 'too-many-open':
        throw conflict('refunds.too-many-open', { values: { max: OPEN_MAX } });
      case 'other-request':
        throw ruleForbids('refunds.other-request');
    }
  });

  registerContract(app, myRefunds, async (call) => {
    const { personId } = call.signedIn();
    const { status, page, size, ...period } = call.query;
    const filter = { personId, ...(status ? { statuses: [status] } : {}), ...periodOf(period) };
    const [items, total] = await Promise.all([
      refunds.list(filter, { limit: size, offset: (page - 1) * size }),
      refunds.count(filter),
    ]);
    return { items: items.map(ownView), total, page, size };
  });

  registerContract(app, myRefund, async (call) => {
    const refund = await refunds.of(call.signedIn().personId, call.params.refundId);
    if (!refund) throw notFound();
    return ownView(refund);
  });

  registerContract(app, cancelRefund, async (call) => {
    const result = await refunds.cancel(call.signedIn().personId, call.params.refundId, call.address);
    if (result.outcome === 'none') throw notFound();
    if (result.outcome !== 'cancelled') throw conflict('refunds.decided');
    return ownView(result.refund);
  });
}
