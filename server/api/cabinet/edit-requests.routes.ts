import type { EditDecider as Decider, EditRequestsService } from '#server/domains/people/accounts/index.ts';
import {
  approveEditRequest,
  askForEdit,
  editRequestsForStaff,
  myEditRequests,
  refuseEditRequest,
  withdrawEditRequest,
} from '#shared/api/cabinet/profile.ts';
import { registerContract, type Call, type HttpApp } from '#server/platform/http/index.ts';

const decider = (call: Pick<Call, 'signedIn' | 'address'>): Decider => ({
  personId: call.signedIn().personId,
  address: call.address,
});

export function registerEditRequestRoutes(app: HttpApp, requests: EditRequestsService): void {
  registerContract(app, myEditRequests, async (call) => ({
    ...(await requests.mine(call.signedIn().personId, call.query)),
    ...call.query,
  }));

  registerContract(app, askForEdit, (call) =>
    requests.ask(call.signedIn().personId, call.body, call.address),
  );

  registerContract(app, withdrawEditRequest, (call) =>
    requests.withdraw(call.signedIn().personId, call.params.id, call.address),
  );

  registerContract(app, editRequestsForStaff, async (call) => {
    const { status, page, size } = call.query;
    const listed = await requests.forStaff(call.signedIn().personId, status, { page, size });
    return { ...listed, page, size };
  });

  registerContract(app, approveEditRequest, (call) => requests.approve(call.params.id, decider(call)));

  registerContract(app, refuseEditRequest, (call) =>
    requests.refuse(call.params.id, decider(call), call.body),
  );
}
