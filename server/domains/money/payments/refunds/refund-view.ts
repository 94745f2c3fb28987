import type { RefundDestination, RefundView, StaffRefund } from '#shared/api/cabinet/refunds.ts';
import { maskBankAccount } from '#shared/validation/bank-requisites.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { REFUND } from '#shared/lifecycles/refund.ts';
import { senderOf } from './refund-decision.ts';
import type { RefundWithSteps } from './refunds.decide.ts';
import type { Refund } from './refunds.repository.ts';

function destinationOf(refund: Refund): RefundDestination {
  return refund.kind === 'account'
    ? {
        kind: 'account',
        bankName: refund.bank_name ?? '',
        mfo: refund.mfo ?? '',
        account: refund.account_number ?? '',
      }
    : { kind: 'card', type: refund.card_type ?? 'uzcard', mask: refund.card_mask ?? '' };
}

const common = (refund: Refund) => ({
  id: refund.id,
  amountTiyin: refund.amount_tiyin,
  setOffTiyin: refund.set_off_tiyin,
  status: refund.status,
  destination: destinationOf(refund),
  createdAtMs: refund.created_at.getTime(),
  changedAtMs: refund.changed_at.getTime(),
  reason: refund.reason,
  bankDocument: refund.bank_document,
});

export const ownView = (refund: Refund): RefundView => ({
  ...common(refund),
  mayCancel: allows(REFUND, refund.status, 'cancel'),
});

/** Actions currently allowed to a member of staff. @param decides false for those who only read */
function mayOf(
  { refund, steps, returned, verdict }: RefundWithSteps,
  viewerId: string,
  decides: boolean,
): StaffRefund['may'] {
  if (!decides || refund.person_id === viewerId || verdict.refused === 'own-money') return [];
  if (allows(REFUND, refund.status, 'confirm-paid')) {
    if (!returned) return senderOf(steps) === viewerId ? ['returned'] : ['paid', 'returned'];
    return returned.asked_by === viewerId ? ['reject-return'] : ['approve-return', 'reject-return'];
  }
  if (!allows(REFUND, refund.status, 'refuse')) return [];
  const agreed = steps.some(({ action, actor }) => action === 'approved' && actor === viewerId);
  return agreed ? ['refuse'] : ['approve', 'refuse'];
}

/** Masks the destination for staff who do not pay out. */
const masked = (to: RefundDestination): RefundDestination =>
  to.kind === 'account' ? { ...to, account: maskBankAccount(to.account) } : to;

export const staffView = (
  found: RefundWithSteps,
  viewer: { personId: string; decides: boolean },
  name: string,
): StaffRefund => ({
  ...common(found.refund),
  setOffTiyin: found.setOffTiyin,
  destination: viewer.decides ? destinationOf(found.refund) : masked(destinationOf(found.refund)),
  person: { id: found.refund.person_id, name },
  // The last one sends it.
  approvalsNeeded: found.verdict.approvers + 1,
  approvals: found.approvals,
  twoBecause: found.verdict.because,
  steps: found.steps.map(({ action, actor_name: by, at, note }) => ({
    action,
    by,
    note,
    atMs: at.getTime(),
  })),
  returned: found.returned && {
    id: found.returned.id,
    reason: found.returned.reason,
    by: found.returned.asked_by_name,
    documentNumber: found.returned.document_number,
    documentOn: found.returned.document_on,
    atMs: found.returned.asked_at.getTime(),
  },
  may: mayOf(found, viewer.personId, viewer.decides),
});
