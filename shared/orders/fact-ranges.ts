import type { AskedFact } from './problem-context.ts';

interface Range {
  min: number;
  max: number;
}

/** Least and greatest values of numbers, by the kind of field; the latest year is that after the present one. */
export const RANGE_OF_KIND = {
  number: { min: 0, max: 1_000_000_000 },
  /** Square metres: from a cupboard to the area of the country. */
  area: { min: 0.01, max: 450_000_000_000 },
  year: { min: 1500, max: 9_999 },
} as const satisfies Record<string, Range>;

/** Where the kind's range says too little, by the code of the field (dictionaries/field_list). */
export const FACT_RANGES: Readonly<Record<string, Range>> = {
  rooms: { min: 1, max: 1_000 },
  /** Below ground is negative. */
  floor: { min: -10, max: 200 },
  floors: { min: 1, max: 200 },
  height: { min: 0.5, max: 100 },
  seats: { min: 1, max: 1_000 },
  'soil-grade': { min: 1, max: 100 },
  'lease-months': { min: 1, max: 600 },
  share: { min: 0.0001, max: 100 },
  pieces: { min: 1, max: 1_000_000_000 },
  'weight-g': { min: 0.001, max: 1_000_000_000 },
};

const WHOLE = ['rooms', 'floor', 'floors', 'seats', 'lease-months', 'pieces'];

/** Counted, not measured. */
export const wholeFact = (code: string, kind: AskedFact['kind']): boolean =>
  kind === 'year' || WHOLE.includes(code);
