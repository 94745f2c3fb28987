import { mostAllowed } from '#shared/auction/jumps.ts';
import { suggestedPrice } from '#shared/auction/suggested-price.ts';
import type { PriceSoFar } from '#shared/auction/increment.ts';
import type { AuctionTerms } from '#shared/auction/rules.ts';
import type { AuctionEntry, EntrySecret } from '#shared/auction/entries.ts';
import { applyToCourse, applyToMembers, Course } from './course.ts';
import type { LotState } from './lot-state.ts';

/**
 * Version of what folding an entry leads to: raised whenever `applyEntry` gives another state for the same log. Snapshots
 * of another version are ignored.
 */
export const FOLD_VERSION = 3;

/**
 * Key in `accepted` of the command an autoSet entry answered, while that entry is the state's last: the next entry decides
 * whether the command was matched. Not part of the state: it only concerns `accepted` of the same object.
 */
const lastAutoSet = new WeakMap<LotState, string>();

/** A lot without any entry. */
export function initialState(terms: AuctionTerms, epoch: number): LotState {
  return {
    ...new Course(terms, epoch),
    terms,
    prevLogId: '',
    pausedAtUs: null,
    pausedUs: 0,
    restoredToUs: 0,
    graceUs: 0,
    lastAtUs: 0,
    participantsAtStart: null,
    bidders: {},
    autos: {},
    accepted: {},
    reserve: null,
  };
}

/** A copy that shares no mutable part with the original. */
export function cloneState(state: LotState): LotState {
  return {
    ...state,
    bidders: structuredClone(state.bidders),
    autos: structuredClone(state.autos),
    accepted: { ...state.accepted },
    reserve: state.reserve && { ...state.reserve },
  };
}

/** The least acceptable offer in this state; 0 when no further price fits. */
export function suggestedIn(state: LotState): number {
  return suggestedPrice(state.terms.rules, priceSoFar(state));
}

/** The most an offer or an auto-bid maximum may be in this state; null: the rules have no cap. */
export function mostIn(state: LotState, what: 'offer' | 'maximum'): number | null {
  return mostAllowed(state.terms.rules, what, priceSoFar(state));
}

function priceSoFar({ terms, priceTiyin, count }: LotState): PriceSoFar {
  return { startPriceTiyin: terms.startPriceTiyin, priceTiyin, count };
}

/**
 * Applies one entry of its log to a state and returns it. No clock, no rule, no I/O: the entry says what happened.
 * The state is changed in place (a room may have a million answered ids); `cloneState` one that is still needed.
 * `secret` belongs to autoSet entries; without it (an audience's view) the auto-bid's maximum is unknown and omitted. Throws when the entry is not the next one.
 */
export function applyEntry(state: LotState, entry: AuctionEntry, secret?: EntrySecret): LotState {
  if (entry.lotId !== state.terms.lotId || entry.seq !== state.seq + 1) {
    throw new Error(`entry ${entry.lotId}/${entry.seq} does not follow ${state.terms.lotId}/${state.seq}`);
  }
  const autoSetBefore = lastAutoSet.get(state);
  if (autoSetBefore !== undefined) lastAutoSet.delete(state);
  // First: it reads the deadline and the leader that the entry replaces.
  applyOwn(state, entry, secret, autoSetBefore);
  applyToMembers(state, entry);
  applyToCourse(state, entry);
  state.lastAtUs = Math.max(state.lastAtUs, entry.atUs);
  return state;
}

/** What the rules alone need beyond the course and the members. */
function applyOwn(
  state: LotState,
  entry: AuctionEntry,
  secret: EntrySecret | undefined,
  autoSetBefore: string | undefined,
): void {
  switch (entry.kind) {
    case 'opened':
      state.participantsAtStart = entry.participants;
      break;
    case 'autoSet':
      applyAutoSet(state, entry, secret);
      break;
    case 'autoCleared':
      accept(state, entry, 0, 'autoCleared');
      break;
    case 'price':
      applyPrice(state, entry, autoSetBefore);
      break;
    case 'suspended':
      // Staff may take over a pause that an outage began: it still counts from its beginning.
      state.pausedAtUs ??= entry.atUs;
      break;
    case 'resumed':
      state.pausedAtUs = null;
      state.pausedUs += entry.pausedUs;
      state.restoredToUs = entry.atUs;
      break;
    case 'deadlineMoved':
      if (entry.cause !== 'staff') {
        state.graceUs += entry.deadlineUs - state.deadlineUs - entry.outageUs;
        state.restoredToUs = entry.atUs;
      }
      state.pausedUs += entry.outageUs;
      break;
    case 'closed':
      state.pausedAtUs = null;
      break;
    default:
      break;
  }
}

type Own = Extract<AuctionEntry, { kind: 'autoSet' | 'autoCleared' | 'price' }>;

function accept(state: LotState, entry: Own, amountTiyin: number, kind: Own['kind']): void {
  state.accepted[`${entry.person}:${entry.bidId}`] = { seq: entry.seq, amountTiyin, kind, atUs: entry.atUs };
}

function applyAutoSet(
  state: LotState,
  entry: Extract<AuctionEntry, { kind: 'autoSet' }>,
  secret: EntrySecret | undefined,
): void {
  accept(state, entry, secret?.maximumTiyin ?? 0, 'autoSet');
  lastAutoSet.set(state, `${entry.person}:${entry.bidId}`);
  if (!secret) {
    delete state.autos[entry.person];
    return;
  }
  const before = state.autos[entry.person];
  const order = before?.maximumTiyin === secret.maximumTiyin ? before.order : entry.seq;
  state.autos[entry.person] = { ...secret, order, asleep: entry.asleep };
}

function applyPrice(
  state: LotState,
  entry: Extract<AuctionEntry, { kind: 'price' }>,
  autoSetBefore: string | undefined,
): void {
  if (entry.by === 'offer') accept(state, entry, entry.amountTiyin, 'price');
  else if (autoSetBefore !== undefined) forgetMatched(state, entry, autoSetBefore);
  if (state.leader !== null && state.leader !== entry.person) {
    state.reserve = {
      person: state.leader,
      number: state.leaderNumber ?? 0,
      amountTiyin: state.priceTiyin ?? 0,
    };
  }
}

/**
 * An auto-bid set to exactly the leader's maximum was answered `matched`, not accepted: its own entry is followed at
 * once by the earlier one's price at that amount. Its id is then not accepted. `autoSetBefore`: the id of the entry before.
 */
function forgetMatched(
  state: LotState,
  entry: Extract<AuctionEntry, { kind: 'price' }>,
  autoSetBefore: string,
): void {
  const matched =
    entry.bidId !== '' &&
    autoSetBefore.endsWith(`:${entry.bidId}`) &&
    autoSetBefore !== `${entry.person}:${entry.bidId}` &&
    state.accepted[autoSetBefore]?.amountTiyin === entry.amountTiyin;
  if (matched) delete state.accepted[autoSetBefore];
}
