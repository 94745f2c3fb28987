import { SATURATED, type Figures, type Part } from './benchmark.ts';

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
};

export interface Measured {
  /** What the ratio is made of. */
  value: number;
  /** Share of a core the generator used. */
  busy?: number;
  figures: Record<string, number>;
}

/** Median of each figure over the rounds. */
function medians(rounds: readonly Measured[]): Figures {
  const names = Object.keys(rounds[0]?.figures ?? {});
  return Object.fromEntries(
    names.map((name) => [name, median(rounds.map(({ figures }) => figures[name] ?? NaN))]),
  );
}

export interface Comparison {
  part: string;
  rounds: number;
  target: number | null;
  more: boolean;
  product(): Promise<Measured>;
  ceiling(): Promise<Measured>;
  bounds?: (product: Figures) => Part['bounds'];
  note?: string;
}

/** Product and ceiling by turns in the same run; who begins changes with each round, so that drift favours neither. */
export async function compare(o: Comparison): Promise<Part> {
  const [product, ceiling]: [Measured[], Measured[]] = [[], []];
  for (let round = 0; round < o.rounds; round += 1) {
    const turns = [async () => product.push(await o.product()), async () => ceiling.push(await o.ceiling())];
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
  }
  if (ceiling.some(({ value }) => !(value > 0)))
    throw new Error(`${o.part}: what runs beside the product measured nothing`);
  const ratios = product.map(({ value }, round) => value / (ceiling[round]?.value ?? NaN));
  const ratio = median(ratios);
  const busiest = Math.max(...[...product, ...ceiling].map(({ busy }) => busy ?? 0));
  const figures = medians(product);
  const bounds = o.bounds?.(figures) ?? [];
  const reached = o.target === null || (o.more ? ratio >= o.target : ratio <= o.target);
  return {
    part: o.part,
    ratio,
    least: Math.min(...ratios),
    most: Math.max(...ratios),
    target: o.target,
    more: o.more,
    bounds,
    met: reached && bounds.every(({ met }) => met),
    saturated: busiest > SATURATED,
    product: figures,
    ceiling: medians(ceiling),
    rounds: o.rounds,
    ...(o.note !== undefined && { note: o.note }),
  };
}

/** A part that has bounds and no ceiling beside it. */
export async function measure(o: {
  part: string;
  rounds: number;
  product(): Promise<Measured>;
  bounds: (product: Figures) => Part['bounds'];
  note?: string;
}): Promise<Part> {
  const rounds: Measured[] = [];
  for (let round = 0; round < o.rounds; round += 1) rounds.push(await o.product());
  const product = medians(rounds);
  const bounds = o.bounds(product);
  return {
    part: o.part,
    ratio: null,
    least: null,
    most: null,
    target: null,
    more: true,
    bounds,
    met: bounds.every(({ met }) => met),
    saturated: Math.max(...rounds.map(({ busy }) => busy ?? 0)) > SATURATED,
    product,
    ceiling: null,
    rounds: o.rounds,
    ...(o.note !== undefined && { note: o.note }),
  };
}

/** `figure` of the product must be at most `limit`. */
export const atMost = (
  product: Figures,
  figure: string,
  limit: number,
  unit: string,
): Part['bounds'][number] => {
  const measured = Number(product[figure]);
  return { name: figure, measured, limit, unit, met: measured <= limit };
};
