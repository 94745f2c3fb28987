import type { AuctionTerms } from '#shared/auction/rules.ts';
import type { Command, RefusalMemory, VerdictOf } from '#server/auction/rules/commands.ts';
import { decideOn } from '#server/auction/rules/decide.ts';
import { cloneState, initialState, suggestedIn } from '#server/auction/rules/fold.ts';
import type { LotState } from '#server/auction/rules/lot-state.ts';
import type { WrittenEntry } from '#server/auction/rules/room.ts';
import { DAY_START_MS, type Act, type Amount, type Id, type Scenario, type Wait } from './scenarios.ts';

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

type Sent = Extract<Command, { bidId: string }>;

/** Plays a scenario through the rules twin alone: what the scripts must then answer, keep and log. */
export function playTwin(scenario: Scenario, lotId: number): Play {
  const terms: AuctionTerms = { ...scenario.terms, lotId };
  const moves: Played[] = [];
  const memory: RefusalMemory = new Map();
  const sent: Sent[] = [];
  let state = initialState(terms, FIRST_EPOCH);
  let nowUs = DAY_START_MS * 1_000 - 5_000_000;
  let ids = 0;
  moves.push({ load: cloneState(state), nowUs });

  const run = (command: Command): void => {
    const before = cloneState(state);
    const decision = decideOn(state, command, nowUs, { memory });
    state = decision.state;
    if ('bidId' in command && command.epoch === state.epoch) sent.push(command);
    const { verdict, entries } = decision;
    moves.push({ nowUs, command, verdict, entries, before, after: cloneState(state) });
  };

  scenario.admitted.forEach((limit, who) => run(commandFor({ kind: 'admit', who, limit }) as Command));
  for (const step of scenario.steps) {
    nowUs = later(nowUs, step.wait, state);
    const command = commandFor(step.act);
    if (command === 'newEpoch') {
      state = { ...state, epoch: state.epoch + 1, prevLogId: '' };
      moves.push({ load: cloneState(state), nowUs });
    } else {
      run(command);
    }
  }
  return { terms, moves, end: state };

  function commandFor(act: Act): Command | 'newEpoch' {
    const head = { lotId, epoch: state.epoch };
    switch (act.kind) {
      case 'newEpoch':
        return 'newEpoch';
      case 'place':
      case 'setAuto':
      case 'clearAuto':
      case 'findBid':
        return bidFor(act);
      case 'admit':
        return {
          ...head,
          kind: 'admit',
          person: name(act.who),
          number: act.who + 1,
          limitTiyin: share(act.limit),
        };
      case 'setLimit':
        return { ...head, kind: 'setLimit', person: name(act.who), limitTiyin: share(act.limit) };
      case 'revoke':
        return { ...head, kind: 'revoke', person: name(act.who), cause: act.cause };
      case 'extend':
        return {
          ...head,
          kind: 'extend',
          deadlineUs: Math.max(0, state.deadlineUs + act.us),
          reason: 'a fair',
        };
      case 'recover': {
        const outageFromUs = Math.max(0, nowUs - act.agoUs);
        const resumeAtUs = act.resumeInUs === null ? null : nowUs + act.resumeInUs;
        return { ...head, kind: 'recover', mode: act.mode, outageFromUs, resumeAtUs };
      }
      case 'suspend':
      case 'withdraw':
        return { ...head, kind: act.kind, reason: 'because' };
      case 'resume':
      case 'close':
        return { ...head, kind: act.kind };
    }
  }

  function bidFor(act: Extract<Act, { id: Id }>): Command {
    const person = name(act.who);
    const head = { lotId, epoch: state.epoch, person };
    const again = act.id.how === 'recent' ? sent.at(-act.id.back) : undefined;
    if (again && act.id.how === 'recent' && act.id.same) return { ...again, epoch: state.epoch };
    const bidId = again?.bidId ?? `bid-${String((ids += 1)).padStart(5, '0')}`;
    const own = again ? { ...head, person: again.person, bidId } : { ...head, bidId };
    const bid =
      act.id.how === 'lost'
        ? { ...own, sentEpoch: state.epoch - act.id.epochsAgo }
        : act.id.how === 'fresh' && act.id.wrongEpoch
          ? { ...own, epoch: state.epoch - 1 }
          : own;
    switch (act.kind) {
      case 'place':
        return { ...bid, kind: 'place', amountTiyin: figure(act.amount, person) };
      case 'setAuto':
        return {
          ...bid,
          kind: 'setAuto',
          maximumTiyin: figure(act.amount, person),
          salt: `grain-${(ids += 1)}`,
        };
      case 'clearAuto':
      case 'findBid':
        return { ...bid, kind: act.kind };
    }
  }

  function figure(amount: Amount, person: string): number {
    const base = baseOf(amount.base, person);
    return Math.max(1, base + amount.plus + Math.floor(base / 1_000) * amount.permille);
  }

  function baseOf(base: Amount['base'], person: string): number {
    const suggested = suggestedIn(state) || Number.MAX_SAFE_INTEGER;
    switch (base) {
      case 'suggested':
        return suggested;
      case 'price':
        return state.priceTiyin ?? terms.startPriceTiyin;
      case 'rival': {
        const rivals = Object.entries(state.autos).filter(([other]) => other !== person);
        return Math.max(suggested, ...rivals.map(([, auto]) => auto.maximumTiyin));
      }
      case 'own-auto':
        return state.autos[person]?.maximumTiyin ?? suggested;
      case 'limit':
        return state.bidders[person]?.limitTiyin ?? suggested;
      case 'ceiling':
        return Number.MAX_SAFE_INTEGER;
    }
  }

  function share(hundredths: number | null): number | null {
    if (hundredths === null) return null;
    const scaled = Math.floor(terms.startPriceTiyin / 100) * hundredths;
    return Math.min(Number.MAX_SAFE_INTEGER, Math.max(1, scaled));
  }
}

function name(who: number): string {
  return `person-${'abcdefgh'[who]}`;
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
