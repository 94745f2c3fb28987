import { shareOf } from '#shared/auction/amounts.ts';
import type { AuctionTerms } from '#shared/auction/rules.ts';
import type { Command } from '#server/auction/rules/room-commands.ts';
import { mostIn, suggestedIn } from '#server/auction/rules/fold.ts';
import type { LotState } from '#server/auction/rules/lot-state.ts';
import type { Act, Amount, Id } from './scenarios.ts';

type Sent = Extract<Command, { bidId: string }>;

/** Turns what a scenario says relative to a room into the command it is in the room as it now is. */
export interface Commander {
  command(act: Act, state: LotState, nowUs: number): Command | 'newEpoch';
}

export function commander(terms: AuctionTerms): Commander {
  const { lotId } = terms;
  const sent: Sent[] = [];
  let ids = 0;
  let state: LotState;
  let nowUs = 0;

  return {
    command(act, stateNow, now) {
      state = stateNow;
      nowUs = now;
      const command = commandFor(act);
      if (command !== 'newEpoch' && 'bidId' in command && command.epoch === state.epoch) sent.push(command);
      return command;
    },
  };

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
        return { ...head, kind: 'setLimit', ...limitFor(act) };
      case 'revoke': {
        const { cause, only } = act;
        const whom = { who: null, leader: state.leader, reserve: state.reserve?.person }[act.whom];
        const condition = {
          onlyIdle: only === 'idle',
          onlyUnopened: only === 'unopened',
          unlessLeading: only === 'not-leading',
        };
        return { ...head, kind: 'revoke', person: whom ?? name(act.who), cause, ...condition };
      }
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
        return { ...head, kind: 'suspend', reason: 'because' };
      case 'withdraw':
        return { ...head, kind: 'withdraw', reason: 'because', unlessPriced: act.unlessPriced };
      case 'resume':
        return act.inUs === null
          ? { ...head, kind: 'resume' }
          : { ...head, kind: 'resume', resumeAtUs: Math.max(0, nowUs + act.inUs), reason: 'as planned' };
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
        return {
          ...bid,
          kind: 'place',
          amountTiyin: figure(act.amount, person, 'offer'),
          confirmed: act.confirmed,
        };
      case 'setAuto':
        return {
          ...bid,
          kind: 'setAuto',
          maximumTiyin: figure(act.amount, person, 'maximum'),
          salt: `grain-${(ids += 1)}`,
        };
      case 'clearAuto':
      case 'findBid':
        return { ...bid, kind: act.kind };
    }
  }

  function figure(amount: Amount, person: string, what: 'offer' | 'maximum'): number {
    const base = baseOf(amount.base, person, what);
    return Math.max(1, base + amount.plus + Math.floor(base / 1_000) * amount.permille);
  }

  function baseOf(base: Amount['base'], person: string, what: 'offer' | 'maximum'): number {
    const suggested = suggestedIn(state) || Number.MAX_SAFE_INTEGER;
    switch (base) {
      case 'suggested':
        return suggested;
      case 'asked-above':
        return suggested + shareOf(suggested, 3_000);
      case 'most':
        return mostIn(state, what) ?? suggested;
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

  function limitFor(act: Extract<Act, { kind: 'setLimit' }>): { person: string; limitTiyin: number | null } {
    const { besideAuto } = act;
    const asleep = Object.entries(state.autos).find(([, auto]) => auto.asleep)?.[0];
    const person = (besideAuto !== null && besideAuto >= 0 ? asleep : undefined) ?? name(act.who);
    const auto = state.autos[person];
    if (besideAuto === null || !auto) return { person, limitTiyin: share(act.limit) };
    return { person, limitTiyin: Math.min(Number.MAX_SAFE_INTEGER, auto.maximumTiyin + besideAuto) };
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
