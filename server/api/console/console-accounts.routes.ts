import type {
  AccountChanges,
  AccountDecider,
  EndSessions,
  FindAccounts,
} from '#server/domains/people/accounts/index.ts';
import { registerContract, type Call, type HttpApp } from '#server/platform/http/index.ts';
import {
  accountChanges,
  approveAccountChange,
  disableAccount,
  enableAccount,
  endSessions,
  findAccounts,
  giveRole,
  readAccount,
  refuseAccountChange,
  removeRole,
  resetFactor,
} from '#shared/api/console/console-accounts.ts';

const deciderOf = (call: Pick<Call, 'signedIn' | 'address'>): AccountDecider => {
  const { personId, name, roles } = call.signedIn();
  return { personId, name, roles, address: call.address };
};

/** Accounts for staff: looking one up, shutting and opening it, roles of staff. */
export function registerConsoleAccountRoutes(
  app: HttpApp,
  changes: AccountChanges,
  accounts: FindAccounts,
  endSessionsOf: EndSessions,
): void {
  registerContract(app, findAccounts, async (call) => ({
    items: await accounts.find(call.body.find, deciderOf(call)),
  }));
  registerContract(app, readAccount, (call) => accounts.read(call.params.personId, deciderOf(call)));
  registerContract(app, accountChanges, async (call) => {
    const { state, page, size } = call.query;
    return { ...(await changes.list(state, { page, size }, deciderOf(call))), page, size };
  });

  registerContract(app, disableAccount, async (call) => {
    const { personId } = call.params;
    await changes.decide(personId, { kind: 'disable', role: null, ...call.body }, deciderOf(call));
    return accounts.read(personId, deciderOf(call));
  });
  registerContract(app, enableAccount, async (call) => {
    const { personId } = call.params;
    await changes.decide(personId, { kind: 'enable', role: null, ...call.body }, deciderOf(call));
    return accounts.read(personId, deciderOf(call));
  });
  registerContract(app, giveRole, async (call) => {
    const { personId } = call.params;
    await changes.decide(personId, { kind: 'give-role', ...call.body }, deciderOf(call));
    return accounts.read(personId, deciderOf(call));
  });
  registerContract(app, removeRole, async (call) => {
    const { personId } = call.params;
    await changes.decide(personId, { kind: 'remove-role', ...call.body }, deciderOf(call));
    return accounts.read(personId, deciderOf(call));
  });

  registerContract(app, resetFactor, async (call) => {
    const { personId } = call.params;
    await changes.decide(personId, { kind: 'reset-factor', role: null, ...call.body }, deciderOf(call));
    return accounts.read(personId, deciderOf(call));
  });
  registerContract(app, endSessions, async (call) => {
    const { personId } = call.params;
    await endSessionsOf(personId, call.body, deciderOf(call));
    return accounts.read(personId, deciderOf(call));
  });

  registerContract(app, approveAccountChange, (call) =>
    changes.approve(call.params.changeId, deciderOf(call)),
  );
  registerContract(app, refuseAccountChange, (call) =>
    changes.refuse(call.params.changeId, call.body.reason, deciderOf(call)),
  );
}
