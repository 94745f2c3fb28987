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
  /** Answers by their word. */
  words?: Record<string, number>;
}

/** What rooms of the product went through. */
export interface RoomsWatch {
  /**
   * Interruptions since the last call, each with its cause and for how long; resolves once all rooms go on.
   * `refused`: answers that name one.
   */
  interruptions(refused: Record<string, number>): Promise<string[]>;
  say(line: string): void;
}

/** Words of answers in an interrupted room. */
const INTERRUPTED = new Set(['held', 'suspended', 'fenced', 'unreachable']);
/** Rounds of one part repeated at most: a machine that stalls more often measures nothing. */
const MOST_REPEATED = 5;

/** Runs rounds: one in which rooms stood still does not count, is reported and repeated. */
async function runRounds<Round>(
  o: { part: string; rounds: number; rooms?: RoomsWatch },
  run: (round: number) => Promise<Round>,
  measuredOf: (round: Round) => readonly Measured[],
): Promise<{ rounds: Round[]; repeated: string[] }> {
  const rounds: Round[] = [];
  const repeated: string[] = [];
  // Of the warm-up.
  await o.rooms?.interruptions({});
  while (rounds.length < o.rounds) {
    const round = await run(rounds.length);
    const found = (await o.rooms?.interruptions(refusedIn(measuredOf(round)))) ?? [];
    if (found.length === 0) {
      rounds.push(round);
      continue;
    }
    repeated.push(`round ${rounds.length + 1}: ${found.join(', ')}`);
    o.rooms?.say(`${o.part}: ${repeated.at(-1)}; repeated`);
    if (repeated.length > MOST_REPEATED)
      throw new Error(`${o.part}: rooms stood still in ${repeated.length} rounds: ${repeated.join('; ')}`);
  }
  return { rounds, repeated };
}

function refusedIn(measured: readonly Measured[]): Record<string, number> {
  const refused: Record<string, number> = {};
  for (const [word, times] of measured.flatMap(({ words }) => Object.entries(words ?? {})))
    if (INTERRUPTED.has(word)) refused[word] = (refused[word] ?? 0) + times;
  return refused;
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
  rooms?: RoomsWatch;
  bounds?: (product: Figures) => Part['bounds'];
  note?: string;
}

/** Product and ceiling by turns in the same run; who begins changes with each round, so that drift favours neither. */
export async function compare(o: Comparison): Promise<Part> {
  const { rounds, repeated } = await runRounds(
    o,
    async (round) => {
      const measured = new Map<'product' | 'ceiling', Measured>();
      const sides = ['product', 'ceiling'] as const;
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) measured.set(side, await o[side]());
      return measured;
    },
    (measured) => [...measured.values()],
  );
  const side = (name: 'product' | 'ceiling') => rounds.flatMap((measured) => measured.get(name) ?? []);
  const [product, ceiling] = [side('product'), side('ceiling')];
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
    repeated,
    ...(o.note !== undefined && { note: o.note }),
  };
}

/** A part that has bounds and no ceiling beside it. */
export async function measure(o: {
  part: string;
  rounds: number;
  product(): Promise<Measured>;
  rooms?: RoomsWatch;
  bounds: (product: Figures) => Part['bounds'];
  note?: string;
}): Promise<Part> {
  const { rounds, repeated } = await runRounds(
    o,
    () => o.product(),
    (measured) => [measured],
  );
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
    repeated,
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
