import type { BidCommandHead, BidVerdict, CloseVerdict, CommandHead, ControlVerdict } from './verdicts.ts';

/** Commands that are bids: each has an id, under which its answer is stored. */
export type BidCommand =
  | (BidCommandHead & { kind: 'place'; amountTiyin: number; confirmed?: boolean | undefined })
  | (BidCommandHead & { kind: 'setAuto'; maximumTiyin: number; salt: string })
  | (BidCommandHead & { kind: 'clearAuto' });

export type FindCommand = BidCommandHead & { kind: 'findBid' };

/**
 * How a room goes on after an interruption: its lost time is restored at once, it is paused, or it is held until staff
 * decide, whatever it was doing.
 */
export type RecoveryMode = 'stall' | 'rebuild' | 'outage' | 'hold';

export type ControlCommand =
  | (CommandHead & { kind: 'admit'; person: string; number: number; limitTiyin: number | null })
  | (CommandHead & { kind: 'setLimit'; person: string; limitTiyin: number | null })
  | (CommandHead & {
      kind: 'revoke';
      person: string;
      cause: 'ban' | 'withdrawn';
      onlyIdle?: boolean;
      onlyUnopened?: boolean;
      unlessLeading?: boolean;
    })
  | (CommandHead & { kind: 'suspend'; reason: string })
  | (CommandHead & { kind: 'resume'; resumeAtUs?: number; reason?: string })
  | (CommandHead & { kind: 'extend'; deadlineUs: number; reason: string })
  | (CommandHead & { kind: 'withdraw'; reason: string; unlessPriced?: boolean })
  | (CommandHead & {
      kind: 'recover';
      mode: RecoveryMode;
      outageFromUs: number;
      resumeAtUs: number | null;
    });

type CloseCommand = CommandHead & { kind: 'close' };

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
 * Refused ids of one lot by their place, each with its content. In Redis they expire after ten minutes and are void in
 * another epoch; here one is removed only when another id takes its place, and the epoch is checked.
 */
export type RefusalMemory = Map<string, { id: string; content: string; refusal: Refusal }>;

/** The content that a repeat of the id must have; another content is another command. */
export function contentOf(command: BidCommand): string {
  return command.kind === 'place' && command.confirmed === true
    ? `${recordedContentOf(command)}+`
    : recordedContentOf(command);
}

/** The part of the content that the log records: compared once a command is accepted. */
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
