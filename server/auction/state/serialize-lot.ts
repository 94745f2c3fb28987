import { basisPoints } from '#shared/auction/amounts.ts';
import type { AuctionTerms, IncrementRule } from '#shared/auction/rules.ts';
import type { HammerOutcome, RoomPhase } from '#shared/auction/refusals.ts';
import { suggestedIn } from '../rules/fold.ts';
import type { LotState } from './contract.ts';

/** A lot as `load-lot` takes it: all text, '' for null. Its format in Redis: scripts/include/lot-format.lua. */
export interface LotTables {
  lot: Record<string, string>;
  bidders: Record<string, string>;
  autos: Record<string, string>;
  /** Member → maximum of the awake auto-bids. */
  awake: Record<string, string>;
  ids: Record<string, string>;
}

const LARGEST = Number.MAX_SAFE_INTEGER;

export function toTables(state: LotState): LotTables {
  const autos = Object.entries(state.autos);
  return {
    lot: { ...frozenFields(state.terms), ...liveFields(state) },
    bidders: mapValues(state.bidders, (b) => `${b.number}|${text(b.limitTiyin)}|${b.revoked}`),
    autos: mapValues(state.autos, (a) => `${a.maximumTiyin}|${a.order}|${a.asleep ? 1 : 0}|${a.salt}`),
    awake: Object.fromEntries(
      autos
        .filter(([, auto]) => !auto.asleep)
        .map(([person, auto]) => [awakeMember(auto.order, person), String(auto.maximumTiyin)]),
    ),
    ids: mapValues(state.accepted, answerText),
  };
}

/** The field of the `ids` table that says it is not complete, and the answer of an id that PostgreSQL does not have. */
export const IDS_MISSING = 'missing';
export const NO_ANSWER = '-';

export function answerText(answer: LotState['accepted'][string]): string {
  return `${answer.seq}|${answer.amountTiyin}|${answer.kind}|${answer.atUs}`;
}

function awakeMember(order: number, person: string): string {
  return `${String(LARGEST - order).padStart(16, '0')}:${person}`;
}

function frozenFields(terms: AuctionTerms): Record<string, string> {
  const { rules } = terms;
  const { overtime } = rules;
  return {
    terms: JSON.stringify(terms),
    opens: us(terms.opensAtMs),
    closes: us(terms.closesAtMs),
    start: String(terms.startPriceTiyin),
    first: rules.firstBid,
    incKind: rules.increment.kind,
    inc: incrementText(rules.increment),
    window: overtime ? us(overtime.windowMs) : '',
    extend: overtime ? us(overtime.extendToMs) : '',
    cap: overtime?.capMs === undefined ? '' : us(overtime.capMs),
    stop: text(overtime?.dailyStop),
    raise: rules.leaderMayRaise ? '1' : '0',
    minCount: String(rules.minParticipants.count),
    minAt: rules.minParticipants.at,
    limitFrom: text(rules.limitFromPrice),
    offStep: rules.limitOffStep === true ? '1' : '0',
    jumpOffer: text(rules.maxJump?.offer),
    jumpMaximum: text(rules.maxJump?.maximum),
    aboveRunnerUp: rules.autoBid === 'aboveRunnerUp' ? '1' : '0',
  };
}

function incrementText(rule: IncrementRule): string {
  switch (rule.kind) {
    case 'percentOfStart':
      return rule.percents.map(basisPoints).join(',');
    case 'percentOfCurrent':
      return String(basisPoints(rule.percent));
    case 'fixed':
      return String(rule.amount);
    case 'ladder':
      return rule.steps.map(([from, amount]) => `${from}:${amount}`).join(',');
  }
}

function liveFields(state: LotState): Record<string, string> {
  const active = Object.values(state.bidders).filter((bidder) => bidder.revoked === '');
  return {
    epoch: String(state.epoch),
    seq: String(state.seq),
    prev: state.prevLogId,
    phase: state.phase,
    deadline: String(state.deadlineUs),
    at: String(state.lastAtUs),
    price: text(state.priceTiyin),
    count: String(state.count),
    leader: state.leader ?? '',
    leaderNo: text(state.leaderNumber),
    suggested: String(suggestedIn(state)),
    extensions: String(state.extensions),
    pausedUs: String(state.pausedUs),
    restoredTo: String(state.restoredToUs),
    grace: String(state.graceUs),
    pausedAt: text(state.pausedAtUs),
    resumeAt: text(state.resumeAtUs),
    pauseCause: state.pauseCause ?? '',
    admitted: String(active.length),
    startCount: text(state.participantsAtStart),
    outcome: state.outcome ?? '',
    reserve: state.reserve?.person ?? '',
    reserveNo: text(state.reserve?.number),
    reserveAmount: text(state.reserve?.amountTiyin),
  };
}

/** Parses the reply of `snapshot`: flat lists of field, value; null when there is no such lot. */
export function fromTables(reply: [string[], string[], string[], string[]]): LotState | null {
  const [lotList, bidderList, autoList, idList] = reply;
  if (lotList.length === 0) return null;
  const lot = new Map(pairs(lotList));
  const optional = (name: string): number | null => figure(lot.get(name) ?? '');
  const field = (name: string): string => {
    const value = lot.get(name);
    if (value === undefined) throw new Error(`a lot in Redis lacks its ${name}`);
    return value;
  };
  const reserve = field('reserve');
  return {
    terms: JSON.parse(field('terms')) as AuctionTerms,
    epoch: Number(field('epoch')),
    seq: Number(field('seq')),
    prevLogId: field('prev'),
    phase: field('phase') as RoomPhase,
    started: optional('startCount') !== null,
    pauseCause: (field('pauseCause') || null) as LotState['pauseCause'],
    pausedAtUs: optional('pausedAt'),
    resumeAtUs: optional('resumeAt'),
    pausedUs: Number(field('pausedUs')),
    restoredToUs: Number(field('restoredTo')),
    graceUs: Number(field('grace')),
    deadlineUs: Number(field('deadline')),
    lastAtUs: Number(field('at')),
    priceTiyin: optional('price'),
    count: Number(field('count')),
    leader: field('leader') || null,
    leaderNumber: optional('leaderNo'),
    extensions: Number(field('extensions')),
    participantsAtStart: optional('startCount'),
    outcome: (field('outcome') || null) as HammerOutcome | null,
    bidders: Object.fromEntries(pairs(bidderList).map(([person, value]) => [person, bidderOf(value)])),
    autos: Object.fromEntries(pairs(autoList).map(([person, value]) => [person, autoOf(value)])),
    accepted: Object.fromEntries(
      pairs(idList)
        .filter(([id, value]) => id !== IDS_MISSING && value !== NO_ANSWER)
        .map(([id, value]) => [id, acceptedOf(value)]),
    ),
    reserve: reserve
      ? { person: reserve, number: Number(field('reserveNo')), amountTiyin: Number(field('reserveAmount')) }
      : null,
  };
}

function bidderOf(value: string): LotState['bidders'][string] {
  const [number = '', limit = '', revoked = ''] = value.split('|');
  return { number: Number(number), limitTiyin: figure(limit), revoked: revoked as '' | 'ban' | 'withdrawn' };
}

function autoOf(value: string): LotState['autos'][string] {
  const [maximum = '', order = '', asleep = '', salt = ''] = value.split('|');
  return { maximumTiyin: Number(maximum), order: Number(order), asleep: asleep === '1', salt };
}

function acceptedOf(value: string): LotState['accepted'][string] {
  const [seq = '', amount = '', kind = '', at = ''] = value.split('|');
  return {
    seq: Number(seq),
    amountTiyin: Number(amount),
    kind: kind as LotState['accepted'][string]['kind'],
    atUs: Number(at),
  };
}

function pairs(list: string[]): [string, string][] {
  const found: [string, string][] = [];
  for (let i = 0; i + 1 < list.length; i += 2) found.push([list[i] ?? '', list[i + 1] ?? '']);
  return found;
}

function mapValues<V>(record: Record<string, V>, to: (value: V) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]));
}

function us(ms: number): string {
  return String(ms * 1_000);
}

function text(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

function figure(value: string): number | null {
  return value === '' ? null : Number(value);
}
