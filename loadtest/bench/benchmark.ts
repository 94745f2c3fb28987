/** Figures by name, as measured: rates a second, milliseconds, bytes; the name says which. */
export type Figures = Record<string, number | string | boolean | null>;

/** One thing measured of a benchmark, beside its ceiling where it has one. */
export interface Part {
  part: string;
  /** Product ÷ ceiling, median of the rounds; null where nothing is measured beside it. */
  ratio: number | null;
  least: number | null;
  most: number | null;
  target: number | null;
  /** Is a larger ratio better? */
  more: boolean;
  /** Further bounds on figures of the product, each with whether it held. */
  bounds: { name: string; measured: number; limit: number; unit: string; met: boolean }[];
  met: boolean;
  /** The generator used over 90 % of a core: the figure may be the generator's. */
  saturated: boolean;
  product: Figures;
  ceiling: Figures | null;
  rounds: number;
  /** Rounds in which rooms of the product stood still, with the cause and for how long: they do not count and were repeated. */
  repeated: string[];
  note?: string;
}

export interface BenchSetting {
  /** Rough: each benchmark under 20 s. */
  quick: boolean;
  seed: number;
  /** Lots of the benchmarks that take a size; null: their own. */
  lots: number | null;
  redisUrl: string;
  /** A copy of the migrated database of this benchmark's own. */
  databaseUrl: string;
  /** Key prefix of this benchmark's own. */
  namespace: string;
  /** Program of Redis, for benchmarks that kill one; undefined when none was named. */
  redisProgram: string | undefined;
  /** A folder that is removed afterwards. */
  folder: string;
  say(line: string): void;
}

export interface Benchmark {
  name: string;
  about: string;
  run(setting: BenchSetting): Promise<Part[]>;
}

export const SATURATED = 0.9;
