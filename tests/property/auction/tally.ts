import { dailyStopUs } from '#shared/auction/overtime.ts';
import type { AuctionEntry } from '#shared/auction/entries.ts';
import type { Play, Played } from './twin-play.ts';

type Move = Exclude<Played, { load: unknown }>;
type Price = Extract<AuctionEntry, { kind: 'price' }>;

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

  #prices(move: Move, prices: Price[], play: Play): void {
    const { overtime } = play.terms.rules;
    const [first, second] = prices;
    if (!first) return;
    if (prices.some((price) => price.bidId === '' && move.command.kind === 'setLimit'))
      this.hit('woken auto-bid acts');
    if (second && first.by === 'auto' && second.by === 'auto') this.hit('duel of auto-bids');
    if (second && first.by === 'offer') this.hit('auto-bid answers an offer');
    const answer = prices.at(-1);
    const auto = answer && move.after.autos[answer.person];
    if (second && auto && answer.amountTiyin === auto.maximumTiyin)
      this.hit('auto-bid answers below a full step');
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
