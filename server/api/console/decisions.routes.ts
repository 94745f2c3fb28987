import type { DecisionOutcome, Decisions, ReadDecisions } from '#server/domains/staff/decisions/index.ts';
import { conflict, forbidden, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { registerContract, type Call, type HttpApp } from '#server/platform/http/index.ts';
import {
  consoleDecision,
  consoleDecisions,
  decide,
  proposeDecision,
  turnDownDecision,
  withdrawDecision,
} from '#shared/api/console/decisions.ts';

type StaffCall = Pick<Call, 'signedIn' | 'address'>;

/** Decisions of two persons, of every kind. */
export function registerDecisionRoutes(app: HttpApp, decisions: Decisions, reading: ReadDecisions): void {
  const staffOf = (call: StaffCall) => {
    const { personId, roles } = call.signedIn();
    return { personId, roles, address: call.address };
  };
  const read = async (id: number, call: StaffCall) => {
    const found = await reading.one(id, staffOf(call));
    if (!found) throw notFound();
    return found;
  };
  const answer = (call: StaffCall, decided: DecisionOutcome) => {
    switch (decided.outcome) {
      case 'done':
        return read(decided.decisionId, call);
      case 'none':
        throw notFound();
      case 'no-right':
      case 'own-interest':
      case 'second-person':
      case 'not-own':
        throw forbidden(`decisions.${decided.outcome}`);
      case 'no-document':
        throw ruleForbids('decisions.no-document');
      case 'not-now':
        throw ruleForbids('decisions.not-now', { details: { why: decided.why } });
      default:
        throw conflict(`decisions.${decided.outcome}`);
    }
  };

  registerContract(app, consoleDecisions, (call) => reading.list(staffOf(call), call.query));
  registerContract(app, consoleDecision, (call) => read(call.params.decisionId, call));
  registerContract(app, proposeDecision, async (call) => {
    const { reason, document } = call.body;
    return answer(call, await decisions.propose(call.body, { reason, document }, staffOf(call)));
  });
  registerContract(app, decide, async (call) =>
    answer(call, await decisions.decide(call.params.decisionId, staffOf(call))),
  );
  registerContract(app, turnDownDecision, async (call) =>
    answer(call, await decisions.turnDown(call.params.decisionId, call.body.note, staffOf(call))),
  );
  registerContract(app, withdrawDecision, async (call) =>
    answer(call, await decisions.withdraw(call.params.decisionId, staffOf(call))),
  );
}
