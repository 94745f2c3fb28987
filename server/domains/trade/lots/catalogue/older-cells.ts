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

/** Traits in the order in which they are stored. */
const traitsOf = (cell: Cell): number[] => [
  cell.status,
  cell.regionId,
  cell.groupId,
  cell.categoryId,
  Number(cell.state),
  Number(cell.auction),
  Number(cell.parts),
  Number(cell.rent),
];
const TRAITS = 8;

/** Positions of the traits that filters ask for, each with its value. */
function wanted(filter: LotFilter): [at: number, value: number][] {
  const is = <Choice>(choice: Choice | undefined, one: Choice) =>
    choice === undefined ? undefined : Number(choice === one);
  const values = [
    undefined,
    filter.region,
    filter.group,
    filter.category,
    is(filter.orderType, 'state'),
    is(filter.tradeType, 'auction'),
    is(filter.payment, 'parts'),
    is(filter.tenure, 'rent'),
  ];
  return values.flatMap((value, at) => (value === undefined ? [] : [[at, value] satisfies [number, number]]));
}

/** Numbers of lots by traits and prices, one after the other in memory: thousands of objects would not be in its caches. */
export class OlderCells {
  readonly #size: number;
  readonly #traits: Int32Array;
  /** How many lots of each cell are in the steps before one: for step 0, then for step 1 … */
  readonly #before: Uint32Array;

  /** @param steps of prices */
  constructor(cells: readonly Cell[], steps: number) {
    this.#size = cells.length;
    this.#traits = Int32Array.from(cells.flatMap(traitsOf));
    this.#before = new Uint32Array(cells.length * (steps + 1));
    const before = this.#before;
    for (const [at, { counts }] of cells.entries())
      for (const [step, count] of counts) before[(step + 1) * this.#size + at] = count;
    for (let i = this.#size; i < before.length; i += 1)
      (before[i] as number) += before[i - this.#size] as number;
  }

  /** Numbers by status of the cells that pass the filters. @param steps from the first to before the last */
  count(filter: LotFilter, steps: { from: number; to: number }): Map<LotStatus, number> {
    const asked = wanted(filter);
    const counts = new Map<LotStatus, number>();
    for (let cell = 0; cell < this.#size; cell += 1) {
      const first = cell * TRAITS;
      if (!asked.every(([at, value]) => this.#traits[first + at] === value)) continue;
      const status = this.#traits[first] as LotStatus;
      const count =
        (this.#before[steps.to * this.#size + cell] as number) -
        (this.#before[steps.from * this.#size + cell] as number);
      counts.set(status, (counts.get(status) ?? 0) + count);
    }
    return counts;
  }
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
