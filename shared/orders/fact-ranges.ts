interface Range {
  min: number;
  max: number;
}

/** Least and greatest values of numbers where the field says nothing; the latest year is that after the present one. */
export const RANGE_OF_KIND = {
  number: { min: 0, max: 1_000_000_000 },
  /** Square metres: from a cupboard to the area of the country. */
  area: { min: 0.01, max: 450_000_000_000 },
  year: { min: 1500, max: 9_999 },
} as const satisfies Record<string, Range>;
