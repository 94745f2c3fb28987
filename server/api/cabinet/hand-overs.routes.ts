import type { HandOvers } from '#server/domains/trade/hand-overs/index.ts';
import type { WinLots } from '#server/domains/money/settlements/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import { fileReply, registerContract, type Call, type HttpApp } from '#server/platform/http/index.ts';
import type {
  ConfirmHandOver,
  DisputeHandOver,
  HandOverOutcome,
  RecordHandOver,
} from '#server/workflows/index.ts';
import {
  confirmHandOver,
  consoleHandOvers,
  disputeHandOver,
  handOverAct,
  recordHandOver,
} from '#shared/api/cabinet/hand-overs.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';

export interface HandOverRouteDeps {
  handOvers: HandOvers;
  winLots: Pick<WinLots, 'find' | 'shown'>;
  confirming: ConfirmHandOver;
  disputing: DisputeHandOver;
  recording: RecordHandOver;
}

type SignedInCall = Pick<Call, 'signedIn'>;

/** What was bought passes to its buyer: for both sides, and for the staff who watch over it. */
export function registerHandOverRoutes(app: HttpApp, deps: HandOverRouteDeps): void {
  const { handOvers, winLots, confirming, disputing, recording } = deps;

  const shownAfter = async (
    outcome: HandOverOutcome,
    lotId: number,
    personId: string,
    settlementId: number | undefined,
  ) => {
    if (outcome.outcome === 'none') throw notFound();
    const row = await winLots.find(lotId, personId, settlementId);
    if (!row) throw notFound();
    return winLots.shown(row.id);
  };

  registerContract(app, confirmHandOver, async (call) => {
    const { lotId, settlementId } = call.body;
    const { personId } = call.signedIn();
    const done = await confirming.byBuyer(lotId, personId, settlementId);
    const winLot = await shownAfter(done, lotId, personId, settlementId);
    if (done.outcome === 'done') return { verdict: 'confirmed' as const, already: done.already, winLot };
    if (done.outcome === 'protested') return { verdict: 'protested' as const, winLot };
    return { verdict: 'over' as const, state: stateOf(done), winLot };
  });

  registerContract(app, disputeHandOver, async (call) => {
    const { lotId, text, settlementId } = call.body;
    const { personId } = call.signedIn();
    const done = await disputing(lotId, personId, text, settlementId);
    const winLot = await shownAfter(done, lotId, personId, settlementId);
    if (done.outcome === 'done') return { verdict: 'disputed' as const, winLot };
    return { verdict: 'over' as const, state: stateOf(done), winLot };
  });

  registerContract(app, recordHandOver, async (call) => {
    const done = await recording(call.body.settlementId, call.signedIn().personId);
    if (done.outcome === 'none') throw notFound();
    if (done.outcome === 'done') return { verdict: 'recorded' as const, already: done.already };
    return { verdict: 'over' as const, state: stateOf(done) };
  });

  registerContract(app, handOverAct, async (call) => {
    const file = await handOvers.act(call.params.handOverId, call.signedIn());
    if (!file) throw notFound();
    return fileReply({ ...file, mediaType: 'application/pdf' }, 'private, no-store');
  });

  const viewerOf = (call: SignedInCall) => {
    const { personId, roles } = call.signedIn();
    return {
      personId,
      decides: hasRight(roles, 'decideHandOvers'),
      cancels: hasRight(roles, 'cancelResults'),
    };
  };
  registerContract(app, consoleHandOvers, (call) => {
    const { lotId, ...query } = call.query;
    return handOvers.list(viewerOf(call), { ...query, ...(lotId === undefined ? {} : { lotId }) });
  });
}

function stateOf(outcome: HandOverOutcome) {
  if (outcome.outcome !== 'over') throw new Error(`a party cannot get the outcome ${outcome.outcome}`);
  return outcome.state;
}
