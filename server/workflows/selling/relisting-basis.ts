import type { LotsRepository, RelistedLots, StoredLot } from '#server/domains/trade/lots/index.ts';
import type {
  ReferenceService,
  RepeatFigures,
  WorkingCalendar,
} from '#server/domains/content/reference/index.ts';
import { createRelistingsRepository, type RelistingBasis } from '#server/domains/trade/relistings/index.ts';
import {
  createParticipantsRepository,
  lastProtestUntil,
} from '#server/domains/trade/trade-applications/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { MAY_PROTEST } from '#shared/lifecycles/trade-application.ts';

/** What is read of a lot before the transaction, which must not wait for a second connection. */
export interface RepeatRules {
  /** As frozen into the lot; null: its lots are not repeated. */
  figures: RepeatFigures | null;
  calendar: WorkingCalendar;
}

export interface RepeatBasisDeps {
  lots: Pick<LotsRepository, 'get'>;
  repeatedLots: Pick<RelistedLots, 'firstOf'>;
  reference: Pick<ReferenceService, 'ruleSetOf' | 'workingCalendar'>;
}

/** What the repeat of a lot follows from: the rule set frozen into it, the calendar, its rounds and who took part. */
export function createRelistingBasis({ lots, repeatedLots, reference }: RepeatBasisDeps) {
  return {
    async rulesOf(lotId: number): Promise<RepeatRules | null> {
      const lot = await lots.get(lotId);
      if (!lot) return null;
      const [{ figures }, calendar] = await Promise.all([
        reference.ruleSetOf(lot),
        reference.workingCalendar(),
      ]);
      // A sale at a fixed price stays on trade by itself.
      return { figures: lot.trade_type === 'auction' ? (figures.repeat ?? null) : null, calendar };
    },

    /** In the transaction that decides about it, and how many rounds there were. */
    async of(
      tx: AnyDb,
      lot: StoredLot,
      { figures, calendar }: { figures: RepeatFigures; calendar: WorkingCalendar },
    ): Promise<RelistingBasis & { rounds: number }> {
      const now = await createRelistingsRepository(tx).now();
      const first = await repeatedLots.firstOf(tx, lot.order_id!);
      const mayProtest = await createParticipantsRepository(tx).anyWith(lot.id, MAY_PROTEST);
      const endedAt = lot.ended_at ?? now;
      return {
        figures,
        calendar,
        endedAt,
        first,
        now,
        rounds: first.rounds,
        protestUntil: mayProtest ? await lastProtestUntil(tx, lot, { calendar, now }) : null,
        startPriceTiyin: lot.start_price_tiyin,
        stayDays: lot.stay_days,
      };
    },
  };
}

export type RepeatBases = ReturnType<typeof createRelistingBasis>;
