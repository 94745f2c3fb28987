import type { FACT_KINDS } from '../api/cabinet/order-questions.ts';
import type { OrderType } from '../api/site/reference.ts';
import type { Coordinates } from '../validation/coordinates.ts';
import type { OrderProblem } from './problem-codes.ts';

/** A field that a category asks for. */
export interface AskedFact {
  code: string;
  kind: (typeof FACT_KINDS)[number];
  required: boolean;
  /** Of a number; null: the range of its kind. */
  min: number | null;
  max: number | null;
  /** Counted, not measured. */
  whole: boolean;
  choices: readonly { code: string }[];
}

/** What a rule set leaves open, as far as orders can choose it. Percents. */
interface RuleSetRange {
  deposit: { minPercent: number; maxPercent: number };
  paymentWorkingDays: { min: number; max: number };
  /** Of the first price, in each round. Absent: lots are not repeated. */
  repeat?: { cut: { minPercent: number; maxPercent: number } } | undefined;
}

export interface FileCounts {
  images: number;
  mainImages: number;
  documents: number;
}

/**
 * What the rules need to know besides the fields. A part that is null is not known here, and what depends on it is not
 * judged: a form knows less than the server, which knows everything.
 */
export interface OrderContext {
  nowMs: number;
  person: { kind: 'natural' | 'legal'; name: string; authorisedSeller: boolean } | null;
  /** Of the chosen category; `missing`: there is no such category to sell in. */
  category:
    | {
        code: string;
        group: string;
        orderTypes: readonly OrderType[];
        /** It is not offered any more. */
        hidden: boolean;
        facts: readonly AskedFact[];
        /** Codes that the category asked before: answers to them do no harm. */
        askedBefore: readonly string[];
      }
    | 'missing'
    | null;
  /** Units of measure that are offered. */
  units: readonly string[] | null;
  /** Imported by staff from a file: its Uzbek texts may be in any letters. */
  anyLetters?: boolean;
  /** Region of the chosen district; `missing`: there is no such district. */
  areaRegionId: number | 'missing' | null;
  /** Centre of the chosen district, in degrees. */
  areaCentre: Coordinates | null;
  /** The centre of a district or town that is nearest to the order's point, whichever was chosen. */
  nearestCentre: Coordinates | null;
  /** Base calculation amount in force. */
  baseAmountTiyin: number | null;
  ruleSet: RuleSetRange | null;
  /** Whether people work on the day of this instant in Tashkent; null: the calendar is not known here. */
  isWorkingDay: ((atMs: number) => boolean) | null;
  /** Staff let trade of this order begin sooner than a day ahead. */
  earlyStartAllowed: boolean;
  files: FileCounts | null;
  /** Whether the chosen card is one of the person's. */
  cardFound: boolean | null;
  /** Whether the bank code of the requisites is in the directory; null: there is no directory, or no code. */
  mfoKnown: boolean | null;
}

/** Of a part of an order. */
export type Judged = Generator<OrderProblem, void, undefined>;
