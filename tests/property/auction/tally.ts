import { needsConfirming } from '#shared/auction/jumps.ts';
import { limitsApply } from '#shared/auction/limits.ts';
import { dailyStopUs } from '#shared/auction/overtime.ts';
import type { AuctionEntry } from '#shared/auction/entries.ts';
import { mostIn, suggestedIn } from '#server/auction/rules/fold.ts';
import type { Play, Played } from './twin-play.ts';

type Move = Exclude<Played, { load: unknown }>;
type Price = Extract<AuctionEntry, { kind: 'price' }>;

/** Who set the maximum that paid more than the suggested price although no other reached that; null: no one did. */
function aboveRunnerUp({ command, before }: Move, prices: Price[], { terms }: Play): string | null {
  const [price, second] = prices;
  if (terms.rules.autoBid !== 'aboveRunnerUp' || command.kind !== 'setAuto' || before.phase !== 'running')
    return null;
  if (!price || second || price.by !== 'auto' || price.person !== command.person) return null;
  return price.slept.length === 0 && price.amountTiyin > suggestedIn(before) ? price.person : null;
}

/** How often each case that matters has come up: a property that never met its case has shown nothing. */
export class Tally {
  readonly counts = new Map<string, number>();

  hit(name: string, times = 1): void {
    if (times > 0) this.counts.set(name, (this.counts.get(name) ?? 0) + times);
  }

  /** Names whose count is below the least asked for, with it. */
  missing(least: Record<string, number>): string[] {
    return Object.entries(least)
      .filter(([name, count]) => (this.counts.get(name) ?? 0) < count)
      .map(([name, count]) => `${name}: ${this.counts.get(name) ?? 0} of ${count}`);
  }

  table(): string {
    const rows = [...this.counts].sort(([a], [b]) => (a < b ? -1 : 1));
    return rows.map(([name, count]) => `${String(count).padStart(8)}  ${name}`).join('\n');
  }

  add(play: Play): void {
    this.hit('rooms');
    for (const move of play.moves) {
      if ('load' in move) this.hit('loads');
      else this.#move(move, play);
    }
    this.hit(`ended ${play.end.outcome ?? 'open'}`);
  }

  #move(move: Move, play: Play): void {
    const { verdict, command, entries } = move;
    if (verdict === null) this.hit('id never seen');
    else if (verdict.verdict === 'refused') {
      this.hit(`refused ${verdict.reason}`);
      if (verdict.repeated) this.hit('refused repeated');
      if (command.kind === 'revoke' && command.unlessLeading && verdict.reason === 'already-leading')
        this.hit('leader not revoked');
    } else if (verdict.repeated) this.hit(`${verdict.verdict} repeated`);
    else this.hit(`${verdict.verdict} ${command.kind}`);
    this.#bounds(move, play);
    const log = entries.map(({ entry }) => entry);
    for (const entry of log) this.#entry(entry, play);
    this.#prices(
      move,
      log.filter((entry) => entry.kind === 'price'),
      play,
    );
    if (
      log.some((entry) => entry.kind === 'opened') &&
      log.some((e) => e.kind === 'price' && e.bidId === '')
    ) {
      this.hit('opening settles auto-bids');
    }
    if (log.some((entry) => entry.kind === 'opened') && move.nowUs > play.terms.opensAtMs * 1_000) {
      this.hit('opened late, stamped with the opening');
    }
    if (command.kind === 'close' && log.some((entry) => entry.kind === 'resumed'))
      this.hit('resumed by itself');
    const given = log.find((entry) => entry.kind === 'deadlineMoved');
    if (command.kind === 'recover' && given) this.#loss(command.outageFromUs, given, move, play);
    const paused = log.find((entry) => entry.kind === 'suspended');
    if (command.kind === 'resume' && paused) this.hit('resumption set for an instant');
    if (command.kind === 'suspend' && paused && move.before.resumeAtUs !== null)
      this.hit('resumption called off');
  }

  #entry(entry: AuctionEntry, play: Play): void {
    this.hit(`entry ${entry.kind}`);
    if (entry.kind === 'autoSet' && entry.asleep) this.hit('auto-bid stored asleep');
    if (entry.kind === 'limitSet' && entry.slept) this.hit('limit puts an auto-bid to sleep');
    if (entry.kind === 'limitSet' && entry.woke) this.hit('limit wakes an auto-bid');
    if (entry.kind === 'price' && entry.slept.length > 0) this.hit('limits begin and auto-bids fall asleep');
    if (entry.kind === 'suspended') this.hit(`suspended by ${entry.cause}`);
    if (entry.kind === 'deadlineMoved') this.hit(`deadline moved by ${entry.cause}`);
    if (entry.kind === 'closed' && entry.outcome === 'not-held') {
      this.hit(`not held at ${play.terms.rules.minParticipants.at}`);
    }
    if (entry.kind === 'closed' && entry.winnerDeclines) this.hit('revoked leader at the close');
    if (entry.kind === 'closed' && entry.reserve !== null) this.hit('reserve winner');
  }

  /** What a room gets back after a loss: since the last time, and how much grace. */
  #loss(lostFromUs: number, given: { deadlineUs: number }, { nowUs, before }: Move, play: Play): void {
    const windowUs = (play.terms.rules.overtime?.windowMs ?? 60_000) * 1_000;
    if (lostFromUs < before.restoredToUs) this.hit('lost time given back once');
    if (given.deadlineUs < nowUs + windowUs) this.hit('grace used up');
  }

  /** Limits, the jump cap and its question: what was refused by which of them, and what passed at their very edge. */
  #bounds({ command, verdict, before, after, entries }: Move, play: Play): void {
    const { rules } = play.terms;
    const closed = entries.some(({ entry }) => entry.kind === 'closed' && entry.outcome === 'sold');
    const reserve = closed && after.reserve ? after.bidders[after.reserve.person] : undefined;
    if (reserve && reserve.revoked !== '') this.hit('revoked participant is not the reserve');
    if (command.kind === 'setLimit' && rules.limitOffStep && !limitsApply(rules, before.count + 1)) {
      const changed = entries.find(({ entry }) => entry.kind === 'limitSet')?.entry;
      if (changed?.kind === 'limitSet' && changed.slept) this.hit('sleeps before the n-th price');
      if (changed?.kind === 'limitSet' && changed.woke) this.hit('wakes before the n-th price');
    }
    if (command.kind !== 'place' && command.kind !== 'setAuto') return;
    if (verdict === null || verdict.verdict === 'done' || verdict.verdict === 'closed') return;
    if (verdict.verdict === 'not-due' || verdict.repeated) return;
    const what = command.kind === 'place' ? 'offer' : 'maximum';
    const tiyin = command.kind === 'place' ? command.amountTiyin : command.maximumTiyin;
    if (verdict.verdict === 'accepted') {
      if (tiyin === mostIn(before, what)) this.hit(`${what} of the most that passes`);
      if (tiyin === before.bidders[command.person]?.limitTiyin) this.hit(`${what} of the very limit`);
      if (command.kind === 'place' && needsConfirming(rules, tiyin, suggestedIn(before)))
        this.hit('confirmed jump');
    } else if (verdict.reason === 'too-far') this.hit(`${what} too far`);
    else if (verdict.reason === 'limit-exceeded') {
      const onStep = what === 'offer' && limitsApply(rules, before.count + 1);
      this.hit(onStep ? 'offer above the limit at the n-th price' : `${what} above the limit off step`);
    }
  }

  #prices(move: Move, prices: Price[], play: Play): void {
    const { overtime } = play.terms.rules;
    const [first, second] = prices;
    if (!first) return;
    if (prices.some((price) => price.bidId === '' && move.command.kind === 'setLimit'))
      this.hit('woken auto-bid acts');
    const [woken, rival] = move.command.kind === 'setLimit' ? prices : [];
    if (woken && rival && woken.person !== rival.person) this.hit('top-up during a duel');
    if (second && first.by === 'auto' && second.by === 'auto') this.hit('duel of auto-bids');
    if (second && first.by === 'offer') this.hit('auto-bid answers an offer');
    const answer = prices.at(-1);
    const auto = answer && move.after.autos[answer.person];
    if (second && auto && answer.amountTiyin === auto.maximumTiyin)
      this.hit('auto-bid answers below a full step');
    const leader = aboveRunnerUp(move, prices, play);
    if (leader !== null) this.hit('pays an increment above the runner-up, past the suggested price');
    if (leader !== null && first.amountTiyin === move.after.autos[leader]?.maximumTiyin)
      this.hit('pays the whole maximum, less than an increment above the runner-up');
    if (first.extended) this.hit('deadline extended');
    const { capMs, dailyStop, windowMs } = overtime ?? {};
    if (windowMs !== undefined && move.before.deadlineUs - first.atUs === windowMs * 1_000) {
      this.hit('price with exactly the window left');
    }
    const shiftUs = move.before.pausedUs;
    if (
      first.extended &&
      capMs !== undefined &&
      first.deadlineUs === (play.terms.closesAtMs + capMs) * 1_000 + shiftUs
    ) {
      this.hit('extension cut by the cap');
    }
    if (first.extended && dailyStop !== undefined) {
      const stop = dailyStopUs(dailyStop, move.before.deadlineUs - shiftUs) + shiftUs;
      if (first.deadlineUs === stop) this.hit('extension cut by the daily stop');
    }
  }
}
