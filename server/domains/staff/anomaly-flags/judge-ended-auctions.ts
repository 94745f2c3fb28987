import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { DAY_MS, startOfDay } from '#shared/time/tashkent.ts';
import type { JudgedFacts } from './facts.ts';
import { judgeAuction } from './judge-auction.ts';
import { readJudgedFacts } from './judged-facts.repository.ts';
import { judgementsOn } from './judgements.repository.ts';
import { raisedFlagsOn } from './raised-flags.repository.ts';

/** Auctions of one round; the next one goes on. */
const AT_ONCE = 200;
/** The result is not noted yet. */
const WAIT_MINUTES = 1;
/** Something is wrong with this one: the others are judged meanwhile. */
const RETRY_MINUTES = 60;
/** In Tashkent. */
const NIGHT_HOUR_MS = 3 * 3_600_000;

/** The last three o'clock at night, in Tashkent. */
export function lastNight(nowMs: number): Date {
  const today = startOfDay(nowMs) + NIGHT_HOUR_MS;
  return new Date(today <= nowMs ? today : today - DAY_MS);
}

/**
 * Judges ended auctions, by any number of workers. An auction is judged in one transaction with the flags that it raises: after a crash it is
 * still due, and judged again it raises nothing twice.
 */
export function createJudgeEndedAuctions(
  db: AnyDb,
  read: (on: AnyDb, lotId: number) => Promise<JudgedFacts | null> = readJudgedFacts,
) {
  let nightDoneMs = 0;

  const judgeIn = async (tx: AnyDb, lotId: number): Promise<void> => {
    const judgements = judgementsOn(tx);
    const facts = await read(tx, lotId);
    if (facts === null) return judgements.postpone(lotId, WAIT_MINUTES);
    const flags = raisedFlagsOn(tx);
    const of = { lotId, endedAt: new Date(facts.auction.endedAtMs) };
    // In one order: two workers wait for each other's flags, never in a circle.
    const found = judgeAuction(facts).toSorted((one, other) => (one.key < other.key ? -1 : 1));
    for (const sign of found) await flags.raise(sign, of);
    await judgements.judged(lotId);
  };

  return {
    /** In the transaction of the event. */
    close: (lotId: number, tx: AnyDb): Promise<void> => judgementsOn(tx).close(lotId),

    /** Every night, what ended in the day before is judged once more: cards and addresses may be known by then. */
    async noteNight(nowMs: number = Date.now()): Promise<void> {
      const at = lastNight(nowMs);
      if (at.getTime() === nightDoneMs) return;
      await judgementsOn(db).night(at);
      nightDoneMs = at.getTime();
    },

    /** @throws AggregateError with what failed; each of these is due again in an hour */
    async judgeDue(): Promise<void> {
      const failures: unknown[] = [];
      for (let judged = 0; judged < AT_ONCE; judged += 1) {
        let lotId = null as number | null;
        try {
          lotId = await inTransaction(db, async (tx) => {
            const due = await judgementsOn(tx).nextDue();
            lotId = due;
            if (due !== null) await judgeIn(tx, due);
            return due;
          });
        } catch (error) {
          // Retried in an hour, and logged with the round: one auction that cannot be judged holds up no other.
          if (lotId === null) throw error;
          await judgementsOn(db).postpone(lotId, RETRY_MINUTES);
          failures.push(error);
        }
        if (lotId === null) break;
      }
      if (failures.length > 0)
        throw new AggregateError(failures, `${failures.length} auction(s) could not be judged`);
    },
  };
}
