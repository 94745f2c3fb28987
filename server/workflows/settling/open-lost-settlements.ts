import { createUnsettledLots } from '#server/domains/money/settlements/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { OpenSettlement } from './open-settlement.ts';
import { createRound, type RoundError } from '../retrying-sweep.ts';

/** A sold lot without a settlement for so long has lost its worker. */
const LOST_AFTER_MS = 10_000;
/** Lots looked at in one query of a round. */
const BATCH = 50;

export interface OpenLostSettlementsDeps {
  db: AnyDb;
  opening: Pick<OpenSettlement, 'ofHammer'>;
  /** ms of a clock that only rises; given by tests. */
  now?: () => number;
}

/** Opens the settlements of sold lots whose worker died before it did. */
export function createOpenLostSettlements({ db, opening, now }: OpenLostSettlementsDeps) {
  const round = createRound(now);
  return {
    /**
     * Of every sold lot that has none; one that fails does not hold up the others, and is tried again after a pause that
     * grows.
     */
    openLost: (onError: RoundError): Promise<void> =>
      round.run({
        page: (after) => createUnsettledLots(db).soldWithout(LOST_AFTER_MS, after, BATCH),
        work: opening.ofHammer,
        onError,
      }),
  };
}
