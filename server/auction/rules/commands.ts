import type { BidCommandHead, BidVerdict, CloseVerdict, CommandHead, ControlVerdict } from './verdicts.ts';

/** Commands that are bids: each has an id, and an answer that is remembered under it. */
export type BidCommand =
  | (BidCommandHead & { kind: 'place'; amountTiyin: number; confirmed?: boolean | undefined })
  | (BidCommandHead & { kind: 'setAuto'; maximumTiyin: number; salt: string })
  | (BidCommandHead & { kind: 'clearAuto' });

export type FindCommand = BidCommandHead & { kind: 'findBid' };

export type ControlCommand =
  | (CommandHead & { kind: 'admit'; person: string; number: number; limitTiyin: number | null })
  | (CommandHead & { kind: 'setLimit'; person: string; limitTiyin: number | null })
  | (CommandHead & { kind: 'revoke'; person: string; cause: 'ban' | 'withdrawn'; onlyIdle?: boolean })
  | (CommandHead & { kind: 'suspend'; reason: string })
  | (CommandHead & { kind: 'resume' })
  | (CommandHead & { kind: 'extend'; deadlineUs: number; reason: string })
  | (CommandHead & { kind: 'withdraw'; reason: string })
  | (CommandHead & {
      kind: 'recover';
      mode: 'stall' | 'rebuild' | 'outage';
      outageFromUs: number;
      resumeAtUs: number | null;
    });

export type CloseCommand = CommandHead & { kind: 'close' };

export type Command = BidCommand | FindCommand | ControlCommand | CloseCommand;

export type VerdictOf<C extends Command> = C extends BidCommand
  ? BidVerdict
  : C extends FindCommand
    ? BidVerdict | null
    : C extends CloseCommand
      ? CloseVerdict
      : ControlVerdict;

export type Refusal = Extract<BidVerdict, { verdict: 'refused' }>;

/**
 * Refused ids of one lot by `${person}:${bidId}`, with what was asked. Redis forgets them after ten minutes and holds
 * them void in another epoch; this twin never forgets, and checks the epoch.
 */
export type RefusalMemory = Map<string, { content: string; refusal: Refusal }>;

/** What the same id must ask for again to be a repeat and not another command. */
export function contentOf(command: BidCommand): string {
  return command.kind === 'place' && command.confirmed === true
    ? `${recordedContentOf(command)}+`
    : recordedContentOf(command);
}

/** The part of it that the log records: what counts once a command is accepted. */
export function recordedContentOf(command: BidCommand): string {
  switch (command.kind) {
    case 'place':
      return `price:${command.amountTiyin}`;
    case 'setAuto':
      return `autoSet:${command.maximumTiyin}`;
    case 'clearAuto':
      return 'autoCleared:0';
  }
}
