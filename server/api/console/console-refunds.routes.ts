import {
  staffRefundView as staffView,
  type RefundDecider as Decider,
  type RefundDecision as Decision,
  type RefundDecisions,
} from '#server/domains/money/payments/index.ts';
import { conflict, forbidden, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { registerContract, type Call, type HttpApp } from '#server/platform/http/index.ts';
import {
  approveRefund,
  approveRefundReturn,
  markRefundPaid,
  refundsForStaff,
  refuseRefund,
  rejectRefundReturn,
  returnRefund,
  type StaffRefund,
} from '#shared/api/cabinet/refunds.ts';
import { periodOf } from '#shared/time/period.ts';
import { COUNTED_ROWS_MAX } from '#shared/limits/counted-rows.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { WAITING_REFUNDS } from '#shared/lifecycles/refund.ts';

/** Names of people by their ids; those who are gone are missing. */
export type NamesOf = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Refunds of all people, for staff. */
export function registerConsoleRefundRoutes(
  app: HttpApp,
  decisions: RefundDecisions,
  namesOf: NamesOf,
): void {
  const viewerOf = (call: Pick<Call, 'signedIn'>) => {
    const { personId, roles } = call.signedIn();
    return { personId, decides: hasRight(roles, 'decideRefunds') };
  };
  const decider = (call: Pick<Call, 'signedIn' | 'address'>): Decider => {
    const { personId, name } = call.signedIn();
    return { personId, name, address: call.address };
  };
  const answer = async (call: Pick<Call, 'signedIn'>, decision: Decision): Promise<StaffRefund> => {
    if (decision.outcome === 'none') throw notFound();
    if (decision.outcome === 'own') throw forbidden('refunds.own');
    if (decision.outcome === 'document-date') throw ruleForbids('refunds.document-date');
    if (decision.outcome !== 'done') throw conflict(`refunds.${decision.outcome}`);
    const { refund } = decision;
    const [found, names] = await Promise.all([
      decisions.withSteps(refund, call.signedIn().personId),
      namesOf([refund.person_id]),
    ]);
    return staffView(found, viewerOf(call), names.get(refund.person_id) ?? '');
  };

  registerContract(app, refundsForStaff, async (call) => {
    const { state, status, page, size, ...period } = call.query;
    const statuses = status ? [status] : state === 'waiting' ? WAITING_REFUNDS : undefined;
    const filter = { ...(statuses ? { statuses } : {}), ...periodOf(period) };
    const cut = { limit: size, offset: (page - 1) * size, most: COUNTED_ROWS_MAX };
    const found = await decisions.list(filter, cut, call.signedIn().personId);
    const names = await namesOf([...new Set(found.items.map(({ refund }) => refund.person_id))]);
    const viewer = viewerOf(call);
    return {
      items: found.items.map((each) => staffView(each, viewer, names.get(each.refund.person_id) ?? '')),
      waiting: found.waiting,
      total: found.total,
      sums: found.sums,
      page,
      size,
    };
  });

  registerContract(app, approveRefund, async (call) =>
    answer(call, await decisions.approve(call.params.refundId, decider(call))),
  );
  registerContract(app, refuseRefund, async (call) =>
    answer(call, await decisions.refuse(call.params.refundId, decider(call), call.body.reason)),
  );
  registerContract(app, markRefundPaid, async (call) =>
    answer(call, await decisions.paid(call.params.refundId, decider(call), call.body.bankDocument)),
  );
  registerContract(app, returnRefund, async (call) =>
    answer(call, await decisions.returned(call.params.refundId, decider(call), call.body)),
  );
  registerContract(app, approveRefundReturn, async (call) =>
    answer(call, await decisions.approveReturn(call.params.refundId, decider(call), call.body.returnId)),
  );
  registerContract(app, rejectRefundReturn, async (call) => {
    const { returnId, reason } = call.body;
    return answer(call, await decisions.rejectReturn(call.params.refundId, decider(call), returnId, reason));
  });
}
