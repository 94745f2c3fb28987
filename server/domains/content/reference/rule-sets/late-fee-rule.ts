import { basisPoints } from '#shared/auction/amounts.ts';
import type { LateFeeRule } from '#shared/trade/part-schedule.ts';

/** What a late part of a price costs by the figures of a rule set; null: nothing. */
export const lateFeeRule = ({
  lateFee,
}: {
  lateFee?: { percentPerDay: number; capPercent: number } | undefined;
}): LateFeeRule | null =>
  lateFee && lateFee.percentPerDay > 0
    ? { bpPerDay: basisPoints(lateFee.percentPerDay), capBp: basisPoints(lateFee.capPercent) }
    : null;
