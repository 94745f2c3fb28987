import type { AuctionEntry } from '#shared/auction/entries.ts';
import { needsConfirming } from '#shared/auction/jumps.ts';
import { limitsApply } from '#shared/auction/limits.ts';
import { chainHash, commitmentOf, termsHash } from '#server/auction/rules/canonical.ts';
import { applyEntry, cloneState, initialState, mostIn, suggestedIn } from '#server/auction/rules/fold.ts';
import type { WrittenEntry } from '#server/auction/rules/command-execution.ts';
import { FIRST_EPOCH, type Play } from './twin-play.ts';

/** What no room may ever do, judged from its log alone. Gives the first breach, or null. */
export function breach(play: Play): string | null {
  const { terms } = play;
  const state = cloneState(initialState(terms, FIRST_EPOCH));
  const losses = new Losses(terms);
  for (const { entry, secret } of entriesOf(play)) {
    const where = `entry ${entry.seq} (${entry.kind})`;
    if (entry.seq !== state.seq + 1) return `${where} leaves a gap`;
    if (entry.atUs < state.lastAtUs) return `${where} runs back in time`;
    if (state.phase === 'closed') return `${where} follows the hammer`;
    if (entry.kind === 'price') {
      const bidder = state.bidders[entry.person];
      if (!bidder || bidder.revoked !== '') return `${where} by somebody without the right`;
      if (state.phase !== 'running') return `${where} while ${state.phase}`;
      if (entry.atUs >= state.deadlineUs) return `${where} after the deadline`;
      if (entry.amountTiyin <= (state.priceTiyin ?? 0)) return `${where} does not raise the price`;
      if (entry.amountTiyin < terms.startPriceTiyin) return `${where} is below the start price`;
      if (entry.by === 'auto' && entry.amountTiyin > (state.autos[entry.person]?.maximumTiyin ?? 0)) {
        return `${where} exceeds the maximum`;
      }
      const offStep = entry.by === 'offer' && entry.amountTiyin > suggestedIn(state);
      const limited = limitsApply(terms.rules, entry.count) || (offStep && terms.rules.limitOffStep === true);
      if (limited && entry.amountTiyin > (bidder.limitTiyin ?? Infinity)) return `${where} exceeds the limit`;
      if (entry.by === 'offer' && entry.amountTiyin > (mostIn(state, 'offer') ?? Infinity))
        return `${where} passes the jump cap`;
      if (entry.deadlineUs < state.deadlineUs) return `${where} shortens the room`;
      if (entry.extended !== entry.deadlineUs > state.deadlineUs)
        return `${where} is wrong about its extension`;
    }
    if (entry.kind === 'closed' && entry.reserve !== null && state.bidders[entry.reserve]?.revoked !== '')
      return `${where} names a reserve without the right`;
    if (secret && entry.kind === 'autoSet' && secret.maximumTiyin > (mostIn(state, 'maximum') ?? Infinity))
      return `${where} passes the jump cap`;
    if (
      secret &&
      entry.kind === 'autoSet' &&
      entry.commitment !== commitmentOf(secret.maximumTiyin, secret.salt)
    ) {
      return `${where} commits to another maximum`;
    }
    const deadlineUs = state.deadlineUs;
    const twice = losses.breach(entry, deadlineUs);
    if (twice !== null) return `${where} ${twice}`;
    applyEntry(state, entry, secret);
    const mayMove = ['price', 'resumed', 'deadlineMoved'].includes(entry.kind);
    if (!mayMove && state.deadlineUs !== deadlineUs) return `${where} moves the deadline`;
  }
  return unsettled(play) ?? unasked(play) ?? beyondLimit(play);
}

/** What a room gets back: no time twice, and all its stalls and rebuilds no more than one window beyond what it lost. */
class Losses {
  readonly #windowUs: number;
  #endedUs = 0;
  #beyondUs = 0;

  constructor({ rules }: Play['terms']) {
    this.#windowUs = (rules.overtime?.windowMs ?? 60_000) * 1_000;
  }

  breach(entry: AuctionEntry, deadlineUs: number): string | null {
    const restores = entry.kind === 'deadlineMoved' && entry.cause !== 'staff';
    if (!restores && entry.kind !== 'resumed') return null;
    const lostUs = entry.kind === 'resumed' ? entry.pausedUs : entry.outageUs;
    const isTwice = lostUs > 0 && entry.atUs - lostUs < this.#endedUs;
    this.#endedUs = entry.atUs;
    if (isTwice) return 'gives time back twice';
    if (restores) this.#beyondUs += entry.deadlineUs - deadlineUs - lostUs;
    return this.#beyondUs > this.#windowUs ? 'gives more than one window of grace' : null;
  }
}

/** No offer far above the suggested price is taken that the person did not confirm. */
function unasked(play: Play): string | null {
  for (const move of play.moves) {
    if ('load' in move || move.command.kind !== 'place' || move.verdict?.verdict !== 'accepted') continue;
    const { amountTiyin, confirmed } = move.command;
    const opened = move.entries.some(({ entry }) => entry.kind === 'opened');
    if (opened || move.verdict.repeated || confirmed) continue;
    if (needsConfirming(play.terms.rules, amountTiyin, suggestedIn(move.before)))
      return `an offer of ${amountTiyin} was taken unasked`;
  }
  return null;
}

/** Where limits hold off step, no auto-bid above its owner's limit is ever awake. */
function beyondLimit(play: Play): string | null {
  if (play.terms.rules.limitOffStep !== true) return null;
  for (const move of play.moves) {
    if ('load' in move) continue;
    const { autos, bidders } = move.after;
    const wrong = Object.entries(autos).find(
      ([person, auto]) => !auto.asleep && auto.maximumTiyin > (bidders[person]?.limitTiyin ?? Infinity),
    );
    if (wrong) return `after ${move.command.kind} the auto-bid of ${wrong[0]} is awake above the limit`;
  }
  return null;
}

/** After any command in a running room, no awake auto-bid of anyone but the leader could still act. */
function unsettled(play: Play): string | null {
  for (const move of play.moves) {
    if ('load' in move || move.after.phase !== 'running') continue;
    const suggested = suggestedIn(move.after);
    const idle = Object.entries(move.after.autos).find(
      ([person, auto]) =>
        suggested > 0 && person !== move.after.leader && !auto.asleep && auto.maximumTiyin >= suggested,
    );
    if (idle) return `after ${move.command.kind} the auto-bid of ${idle[0]} still could act`;
  }
  return null;
}

export function entriesOf(play: Play): WrittenEntry[] {
  return play.moves.flatMap((move) => ('load' in move ? [] : move.entries));
}

/** The chain of hashes over a play's log. */
export function chainOf(play: Play, entries: AuctionEntry[]): string[] {
  const hashes: string[] = [];
  let head = termsHash(play.terms);
  for (const entry of entries) hashes.push((head = chainHash(head, entry)));
  return hashes;
}
