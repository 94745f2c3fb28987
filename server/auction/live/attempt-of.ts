import type { BidAnswer } from '#shared/realtime/room.ts';
import type { Attempt } from '../state/auction-log.repository.ts';
import type { BidCommand } from './bid-command.ts';

/** An attempt as it is recorded. */
export function attemptOf(
  command: BidCommand,
  answer: Exclude<BidAnswer, { verdict: 'accepted' | 'never-seen' }>,
  receivedAtMs: number,
): Attempt {
  const refused = answer.verdict === 'refused' ? answer : null;
  return {
    lotId: command.lotId,
    person: command.person,
    bidId: command.bidId,
    command: command.kind,
    amountTiyin: amountOf(command),
    verdict: answer.verdict,
    reason: refused?.reason ?? null,
    epoch: refused?.epoch ?? null,
    seq: refused?.seq ?? null,
    headHash: refused?.headHash ?? null,
    repeated: refused?.repeated ?? false,
    receivedAt: new Date(receivedAtMs),
    decidedAt: refused ? new Date(refused.atMs) : null,
  };
}

function amountOf(command: BidCommand): number | null {
  if (command.kind === 'place') return command.amountTiyin;
  return command.kind === 'set-auto' ? command.maximumTiyin : null;
}
