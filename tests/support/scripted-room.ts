import { randomUUID } from 'node:crypto';
import { decideOn } from '#server/auction/rules/decide.ts';
import { initialState } from '#server/auction/rules/fold.ts';
import type { Command, VerdictOf } from '#server/auction/rules/commands.ts';
import { beginProgress, addRecord, type LotProgress } from '#server/auction/journal/commit-batch.ts';
import { headOf } from '#server/auction/journal/lot-head.ts';
import type { LotRow } from '#server/auction/state/auction-log.repository.ts';
import type { LogRecord, LotState } from '#server/auction/state/contract.ts';
import type { AuctionTerms } from '#shared/auction/rules.ts';

type CommandOf<C> = C extends Command ? Omit<C, 'lotId' | 'epoch'> : never;

export function practiceTerms(lotId: number, more: Partial<AuctionTerms> = {}): AuctionTerms {
  const now = Date.now();
  return {
    lotId,
    rules: {
      firstBid: 'atStart',
      increment: { kind: 'fixed', amount: 100 },
      overtime: { windowMs: 60_000, extendToMs: 60_000 },
      leaderMayRaise: true,
      minParticipants: { count: 0, at: 'start' },
    },
    startPriceTiyin: 1_000,
    opensAtMs: now - 60_000,
    closesAtMs: now + 3_600_000,
    practice: true,
    watchable: true,
    ...more,
  };
}

/** A room run by the rules alone: gives log records as the scripts would write them, at instants of the test's choice. */
export class ScriptedRoom {
  readonly state: LotState;
  nowUs: number;
  private lastLogId = '';
  private written: LogRecord[] = [];

  constructor(terms: AuctionTerms, epoch = 1) {
    this.state = initialState(terms, epoch);
    this.nowUs = terms.opensAtMs * 1000;
  }

  do<C extends Command>(command: CommandOf<C>): VerdictOf<C> {
    this.nowUs += 1_000;
    const full = { ...command, lotId: this.state.terms.lotId, epoch: this.state.epoch } as unknown as C;
    const { verdict, entries } = decideOn(this.state, full, this.nowUs);
    entries.forEach(({ entry, secret }, i) => {
      const logId = `${this.nowUs}-${i + 1}`;
      this.written.push({ logId, prevLogId: this.lastLogId, entry, ...(secret ? { secret } : {}) });
      this.lastLogId = logId;
    });
    return verdict;
  }

  admit(...people: string[]): void {
    people.forEach((person, i) => this.do({ kind: 'admit', person, number: i + 1, limitTiyin: null }));
  }

  place(person: string, amountTiyin: number, bidId: string = randomUUID()): void {
    this.do({ kind: 'place', person, bidId, amountTiyin });
  }

  /** Records written since the last call. */
  take(): LogRecord[] {
    return this.written.splice(0);
  }
}

/** What the journal would commit after `row` for these records. */
export function progressFrom(row: LotRow, records: readonly LogRecord[]): LotProgress {
  const progress = beginProgress(0, headOf(row));
  for (const record of records) addRecord(progress, record);
  return progress;
}
