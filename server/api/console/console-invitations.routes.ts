import type { AccountDecider, Invitations } from '#server/domains/people/accounts/index.ts';
import { registerContract, type Call, type HttpApp } from '#server/platform/http/index.ts';
import {
  approveInvitation,
  inviteStaff,
  refuseInvitation,
  revokeInvitation,
  staffInvitations,
} from '#shared/api/console/console-invitations.ts';

const deciderOf = (call: Pick<Call, 'signedIn' | 'address'>): AccountDecider => {
  const { personId, name, roles } = call.signedIn();
  return { personId, name, roles, address: call.address };
};

/** Invitations to the staff, for administrators. */
export function registerConsoleInvitationRoutes(app: HttpApp, invitations: Invitations): void {
  registerContract(app, staffInvitations, async (call) => {
    const { state, page, size } = call.query;
    return { ...(await invitations.list(state, { page, size }, deciderOf(call))), page, size };
  });
  registerContract(app, inviteStaff, (call) => invitations.propose(call.body, deciderOf(call)));
  registerContract(app, approveInvitation, (call) =>
    invitations.approve(call.params.invitationId, deciderOf(call)),
  );
  registerContract(app, refuseInvitation, (call) =>
    invitations.refuse(call.params.invitationId, call.body.reason, deciderOf(call)),
  );
  registerContract(app, revokeInvitation, (call) =>
    invitations.revoke(call.params.invitationId, call.body.reason, deciderOf(call)),
  );
}
