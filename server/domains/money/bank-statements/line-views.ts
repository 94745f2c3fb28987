import type { BankLineMove, BankLineView, CreditSuggestion } from '#shared/api/console/bank-lines.ts';
import { BANK_LINE } from '#shared/lifecycles/bank-line.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { maskBankAccount } from '#shared/validation/bank-requisites.ts';
import { maskStir } from '#shared/validation/stir.ts';
import { maskPinfl } from '#shared/validation/pinfl.ts';
import { droppedLastBy, refusalOfRelisting, repeatOf } from './line-identity.ts';
import type { BankLine, BankLineStep } from './statement-tables.ts';
import type { DebitSuggestion } from './suggestions.repository.ts';

export interface LineViewer {
  personId: string;
  decides: boolean;
  seesRequisites: boolean;
}

interface Context {
  viewer: LineViewer;
  steps: readonly BankLineStep[];
  names: ReadonlyMap<string, string>;
  alike: readonly number[];
  credits: readonly CreditSuggestion[];
  debits: readonly DebitSuggestion[];
  isInDoubt: boolean;
  /** The line that it is like. */
  like: BankLine | null;
  approvalsNeeded: number;
  twoBecause: BankLineView['twoBecause'];
}

/** Somebody has asked to open a decided line of a large sum again. */
const reopenAskedBy = (steps: readonly BankLineStep[]): string | null => {
  const last = steps.at(-1);
  return last?.action === 'reopen-asked' ? last.actor : null;
};

function movesOf(line: BankLine, { viewer, steps, isInDoubt }: Context): BankLineMove[] {
  const may: BankLineMove[] = [];
  if (!viewer.decides) return may;
  const isAsked = allows(BANK_LINE, line.state, 'reject');
  const repeat = isAsked ? null : repeatOf(line);
  if (repeat && repeat.answer !== 'same' && allows(BANK_LINE, line.state, 'tell-repeat')) may.push('same');
  const isPaidIn = steps.at(-1)?.action === 'paid-in';
  // Others than the two who decided it.
  const decided = line.asked_by === null ? [] : [line.asked_by, droppedLastBy(line, steps)];
  const takesBack = !isPaidIn && ![reopenAskedBy(steps), ...decided].includes(viewer.personId);
  if (repeat && repeat.answer !== 'another' && takesBack && allows(BANK_LINE, line.state, 'deny-repeat'))
    may.push('another');
  if (allows(BANK_LINE, line.state, 'ask')) {
    if (refusalOfRelisting(line) === null && !isInDoubt)
      if (line.side === 'credit') may.push('credit', 'return');
      else may.push('match');
    may.push('ignore');
  }
  if (isAsked) {
    if (line.asked_by !== viewer.personId) may.push('approve');
    may.push('reject');
  }
  if (takesBack && allows(BANK_LINE, line.state, 'reopen')) may.push('reopen');
  return may;
}

const maskNumber = (number: string): string => (number.length === 9 ? maskStir(number) : maskPinfl(number));

type Mask = (value: string | null, mask: (text: string) => string) => string | null;

const partyOf = (line: BankLine, masked: Mask): BankLineView['party'] => ({
  name: line.party_name,
  account: masked(line.party_account, maskBankAccount),
  mfo: line.party_mfo,
  stir: masked(line.party_stir, maskNumber),
});

/** The words of a line, to be compared with another one's. */
const saidBy = (line: BankLine, masked: Mask): NonNullable<BankLineView['repeats']>['says'] => ({
  document: line.document,
  purpose: line.purpose,
  party: partyOf(line, masked),
});

/** A line as staff see it. */
export function bankLineView(line: BankLine, context: Context): BankLineView {
  const { names, viewer } = context;
  const masked: Mask = (value, mask) => (value === null || viewer.seesRequisites ? value : mask(value));
  const repeat = repeatOf(line);
  return {
    id: line.id,
    statementId: line.statement_id,
    row: line.row_number,
    side: line.side,
    bookedOn: line.booked_on,
    valueOn: line.value_on,
    amountTiyin: line.amount_tiyin,
    reference: line.reference,
    document: line.document,
    purpose: line.purpose,
    party: partyOf(line, masked),
    state: line.state,
    approvalsNeeded: context.approvalsNeeded,
    twoBecause: context.twoBecause,
    round: line.round,
    decision:
      line.decision === null
        ? null
        : {
            kind: line.decision,
            personName: line.person_id === null ? null : (names.get(line.person_id) ?? ''),
            settlementId: line.settlement_id,
            payoutId: line.payout_id,
            refundId: line.refund_id,
            reason: line.reason,
          },
    repeats: repeat && {
      ...repeat,
      contradicts: line.contradicts,
      says: context.like && saidBy(context.like, masked),
    },
    inDoubt: context.isInDoubt,
    alike: [...context.alike],
    credits: [...context.credits],
    debits: [...context.debits],
    steps: context.steps.map(({ action, actor, at, note }) => ({
      action,
      by: names.get(actor) ?? '',
      atMs: at.getTime(),
      note,
    })),
    may: movesOf(line, context),
  };
}
