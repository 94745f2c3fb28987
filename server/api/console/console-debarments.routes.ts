import type {
  Debarments,
  DebarmentStaff,
  DecideBarOutcome,
  OwnProposalOutcome,
  ProposeOutcome,
} from '#server/domains/people/debarments/index.ts';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { registerContract, type Call, type HttpApp } from '#server/platform/http/index.ts';
import {
  approveBarProposal,
  barProposals,
  consoleDebarments,
  findBarPerson,
  proposeBar,
  proposeBarLift,
  submitBarProposal,
  turnDownBarProposal,
  withdrawBarProposal,
} from '#shared/api/console/console-debarments.ts';
type StaffCall = Pick<Call, 'signedIn' | 'address'>;

/** Debarments: who is barred, and what two members of staff decide about it. */
export function registerConsoleBarRoutes(app: HttpApp, { reading, proposing, deciding }: Debarments): void {
  const staffOf = (call: StaffCall): DebarmentStaff => {
    const { personId, name } = call.signedIn();
    return { personId, name, address: call.address };
  };
  const begun = (call: StaffCall, result: ProposeOutcome) => {
    switch (result.outcome) {
      case 'begun':
        return reading.proposal(result.proposalId, call.signedIn());
      case 'none':
        throw notFound();
      case 'proposed-already':
      case 'barred-already':
      case 'over':
        throw conflict(`bars.${result.outcome}`);
      default:
        throw ruleForbids(`bars.${result.outcome}`);
    }
  };
  const changed = (
    call: StaffCall,
    proposalId: number,
    { outcome }: OwnProposalOutcome | DecideBarOutcome,
  ) => {
    if (outcome === 'done') return reading.proposal(proposalId, call.signedIn());
    if (outcome === 'none') throw notFound();
    if (outcome === 'no-evidence') throw ruleForbids('bars.no-evidence');
    throw conflict(`bars.${outcome}`);
  };

  registerContract(app, consoleDebarments, (call) => reading.bars(call.signedIn(), call.query));
  registerContract(app, barProposals, (call) => reading.proposals(call.signedIn(), call.query));
  registerContract(app, findBarPerson, async (call) => ({
    found: await proposing.find(call.body, staffOf(call)),
  }));

  registerContract(app, proposeBar, async (call) =>
    begun(call, await proposing.propose(call.params.personId, call.body, staffOf(call))),
  );
  registerContract(app, proposeBarLift, async (call) =>
    begun(call, await proposing.proposeLift(call.params.barId, call.body.reason, staffOf(call))),
  );
  registerContract(app, submitBarProposal, async (call) => {
    const { proposalId } = call.params;
    return changed(call, proposalId, await proposing.submit(proposalId, staffOf(call)));
  });
  registerContract(app, withdrawBarProposal, async (call) => {
    const { proposalId } = call.params;
    return changed(call, proposalId, await proposing.withdraw(proposalId, staffOf(call)));
  });
  registerContract(app, approveBarProposal, async (call) => {
    const { proposalId } = call.params;
    const note = call.body.note || null;
    return changed(call, proposalId, await deciding.approve(proposalId, note, staffOf(call)));
  });
  registerContract(app, turnDownBarProposal, async (call) => {
    const { proposalId } = call.params;
    return changed(call, proposalId, await deciding.turnDown(proposalId, call.body.note, staffOf(call)));
  });
}
