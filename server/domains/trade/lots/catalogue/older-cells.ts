import type { LotFilter } from '#shared/api/site/lots.ts';
import type { LotStatus } from '#shared/lifecycles/lot-status.ts';

/** How many lots have the same traits. */
export interface Cell {
  status: LotStatus;
  regionId: number;
  groupId: number;
  categoryId: number;
  state: boolean;
  auction: boolean;
  parts: boolean;
  rent: boolean;
  /** By steps of start prices: step 0 is below the first price, step n is from the n-th one on. */
  counts: readonly [step: number, count: number][];
}

/** A cell with sums along its steps, so that a range of them is one difference. */
export interface SummedCell extends Omit<Cell, 'counts'> {
  /** How many lots are in the steps before each one. */
  before: Uint32Array;
}

/** @param steps how many there are */
export function summedCell({ counts, ...traits }: Cell, steps: number): SummedCell {
  const before = new Uint32Array(steps + 1);
  for (const [step, count] of counts) before[step + 1] = count;
  for (let step = 1; step <= steps; step += 1) (before[step] as number) += before[step - 1] as number;
  return { ...traits, before };
}

/** Numbers of lots by status, from the cells that pass the filters. @param steps from the first to before the last */
export function countCells(
  cells: readonly SummedCell[],
  { region, group, category, orderType, tradeType, payment, tenure }: LotFilter,
  steps: { from: number; to: number },
): Map<LotStatus, number> {
  const state = orderType && orderType === 'state';
  const auction = tradeType && tradeType === 'auction';
  const parts = payment && payment === 'parts';
  const rent = tenure && tenure === 'rent';
  const counts = new Map<LotStatus, number>();
  for (const cell of cells) {
    if (
      (region !== undefined && cell.regionId !== region) ||
      (group !== undefined && cell.groupId !== group) ||
      (category !== undefined && cell.categoryId !== category) ||
      (state !== undefined && cell.state !== state) ||
      (auction !== undefined && cell.auction !== auction) ||
      (parts !== undefined && cell.parts !== parts) ||
      (rent !== undefined && cell.rent !== rent)
    )
      continue;
    const count = (cell.before[steps.to] as number) - (cell.before[steps.from] as number);
    counts.set(cell.status, (counts.get(cell.status) ?? 0) + count);
  }
  return counts;
}

/**
 * A range of start prices (both inclusive) as whole steps, and what is left of it at both ends.
 * @param prices where steps begin, ascending, each once
 */
export function stepsOf(
  prices: readonly number[],
  from: number | undefined,
  to: number | undefined,
): { steps: { from: number; to: number }; ends: { from: number | undefined; to: number | undefined }[] } {
  const stepOf = (price: number): number => prices.filter((begin) => begin <= price).length;
  const first = from === undefined ? -1 : stepOf(from - 1);
  const last = to === undefined ? prices.length + 1 : stepOf(to + 1);
  // The range begins and ends within one step.
  if (first >= last) return { steps: { from: 0, to: 0 }, ends: [{ from, to }] };
  const ends: { from: number | undefined; to: number | undefined }[] = [];
  const next = prices[first];
  if (from !== undefined && next !== from) ends.push({ from, to: next === undefined ? to : next - 1 });
  const begin = prices[last - 1];
  if (to !== undefined && begin !== to + 1) ends.push({ from: begin ?? from, to });
  return { steps: { from: first + 1, to: last }, ends };
}
