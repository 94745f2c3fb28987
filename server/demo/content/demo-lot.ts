/** A lot of the demo as written by hand; Cyrillic Uzbek is made from `uz`. */
export interface DemoLot {
  /** Stable: seeds the drawn photos and names the lot to the demo. */
  key: string;
  /** Code of the category, which is also what is drawn. */
  category: string;
  place: string;
  orderType: 'state' | 'private';
  /** Start price in whole UZS. */
  price: number;
  quantity?: number;
  title: { uz: string; ru: string; en: string };
  about: { uz: string; ru: string; en: string };
  /** Latin words that stay Latin in Cyrillic: makes and models. */
  keep?: readonly string[];
}
