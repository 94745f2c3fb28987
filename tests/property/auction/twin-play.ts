import type { AuctionTerms } from '#shared/auction/rules.ts';
import type { Command, RefusalMemory, VerdictOf } from '#server/auction/rules/room-commands.ts';
import { decideOn } from '#server/auction/rules/decide.ts';
import { cloneState, initialState } from '#server/auction/rules/fold.ts';
import type { LotState } from '#server/auction/rules/lot-state.ts';
import type { WrittenEntry } from '#server/auction/rules/command-execution.ts';
import { commander } from './commander.ts';
import { DAY_START_MS, type Act, type Scenario, type Wait } from './scenarios.ts';

/** The epoch every room starts in: there are earlier ones to have been sent in. */
export const FIRST_EPOCH = 3;

export type Played =
  | { load: LotState; nowUs: number }
  | {
      nowUs: number;
      command: Command;
      verdict: VerdictOf<Command>;
      entries: WrittenEntry[];
      before: LotState;
      after: LotState;
    };

export interface Play {
  terms: AuctionTerms;
  moves: Played[];
  end: LotState;
}

/** Plays a scenario through the rules twin alone: what the scripts must then answer, keep and log. */
export function playTwin(scenario: Scenario, lotId: number): Play {
  const terms: AuctionTerms = { ...scenario.terms, lotId };
  const moves: Played[] = [];
  const memory: RefusalMemory = new Map();
  const make = commander(terms);
  let state = initialState(terms, FIRST_EPOCH);
  let nowUs = DAY_START_MS * 1_000 - 5_000_000;
  moves.push({ load: cloneState(state), nowUs });

  const act = (what: Act): void => {
    const command = make.command(what, state, nowUs);
    if (command === 'newEpoch') {
      state = { ...state, epoch: state.epoch + 1, prevLogId: '' };
      moves.push({ load: cloneState(state), nowUs });
      return;
    }
    const before = cloneState(state);
    const { verdict, entries, state: decided } = decideOn(state, command, nowUs, { memory });
    state = decided;
    moves.push({ nowUs, command, verdict, entries, before, after: cloneState(state) });
  };

  scenario.admitted.forEach((limit, who) => act({ kind: 'admit', who, limit }));
  for (const step of scenario.steps) {
    nowUs = later(nowUs, step.wait, state);
    act(step.act);
  }
  return { terms, moves, end: state };
}

function later(nowUs: number, wait: Wait, state: LotState): number {
  const windowUs = (state.terms.rules.overtime?.windowMs ?? 0) * 1_000;
  const target =
    wait.to === 'us'
      ? nowUs
      : wait.to === 'opening'
        ? state.terms.opensAtMs * 1_000
        : wait.to === 'window'
          ? state.deadlineUs - windowUs
          : wait.to === 'deadline'
            ? state.deadlineUs
            : (state.resumeAtUs ?? nowUs);
  return Math.max(nowUs, target + wait.us);
}
