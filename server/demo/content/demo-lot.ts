import type { LotFacts } from '#server/domains/trade/lots/index.ts';

export interface Words {
  uz: string;
  ru: string;
  en: string;
}

/** Figures of one item by name, e.g. `{year}` in its texts. */
export type Figures = Readonly<Record<string, number>>;

/** The closing text of every lot of a kind: where it may be seen and how it is handed over. */
export type ClosingKind = 'building' | 'land' | 'vehicle' | 'equipment' | 'goods' | 'right';

/** A kind of lot as written by hand; items of it differ by their figures. Cyrillic Uzbek is made from `uz`. */
export interface LotPattern {
  /** Stable: names the drawn photos. */
  key: string;
  /** Code of the category. */
  category: string;
  place: string;
  orderType: 'state' | 'private';
  /** Start price of the first item in whole UZS. */
  price: number;
  /** `{name}` is replaced by the item's figure. */
  title: Words;
  about: Words;
  closing: ClosingKind;
  /** The figure in the title: one item for each value. */
  series: { name: string; values: readonly number[]; priced: 'by-size' | 'by-year' | 'alike' };
  /** Further figures: least, most, step. */
  also?: Readonly<Record<string, readonly [least: number, most: number, step: number]>>;
  /** The figure that is the number of pieces sold together. */
  quantity?: string;
  /** Values of the fields asked for in the category. */
  facts?: (figures: Figures) => LotFacts;
  /** The texts contain a vehicle identification number. */
  vin?: true;
  /** Latin words that stay Latin in Cyrillic: makes and models. */
  keep?: readonly string[];
}

/** One lot of the demo: nothing of it is left to be filled in. */
export interface DemoLot {
  /** Stable and unique: `pattern`, or `pattern~n`. */
  key: string;
  pattern: string;
  category: string;
  place: string;
  orderType: 'state' | 'private';
  price: number;
  quantity: number;
  title: Words;
  about: Words;
  facts: LotFacts;
  keep: readonly string[];
}
