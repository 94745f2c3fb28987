import type { LotFilter } from '#shared/api/site/lots.ts';
import type { LotStatus } from '#shared/lifecycles/lot-status.ts';
import { hasDays } from './apply-filters.ts';
import { OlderCells, stepsOf } from './older-cells.ts';
import type { OlderLot, OlderPage, OlderSource } from './older-lots.repository.ts';
import { LAST_STEP, STEPS, wordQuery, type Step, type WordQuery } from './word-query.ts';

/** Of the copy: lots that ended before the instant are older, and are added up by steps of their start prices. */
interface Bounds {
  before: number;
  priceSteps: readonly number[];
}

type Counts = ReadonlyMap<LotStatus, number>;

/** Answers remembered at most, and lots of a page that is remembered. */
const ANSWERS = 2_000;
const LOTS_OF_PAGE = 200;
/** Questions that PostgreSQL is asked at once: the slow ones must not take every connection of the process. */
const AT_ONCE = 4;
/** Adding up every older lot takes PostgreSQL some seconds for a million: once in this time at most. */
const SUMMARY_MS = 60_000;

/**
 * Lots that the copy in memory does not hold, from PostgreSQL. They seldom change: answers are remembered until one does,
 * which the copy learns with every other change.
 */
export class OlderLots {
  readonly #source: OlderSource;
  #answers = new Map<string, Promise<unknown>>();
  /** All of them by their traits; null: not added up since the last change. */
  #cells: OlderCells | null = null;
  #summing: Promise<void> | null = null;
  #summedAt = Number.NEGATIVE_INFINITY;
  #asking = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(source: OlderSource) {
    this.#source = source;
  }

  forget(): void {
    this.#answers = new Map();
    this.#cells = null;
  }

  /** How many there are under the filters, by status. */
  async counts(copy: Bounds, filter: LotFilter, words: WordQuery | null): Promise<Counts> {
    const asked = traits(filter);
    const isSummed = !words && !hasDays(filter) && filter.area === undefined;
    if (isSummed && !this.#cells && performance.now() - this.#summedAt > SUMMARY_MS)
      // The next request tries again, and this one counts them.
      this.sum(copy).catch(() => undefined);
    const cells = isSummed ? this.#cells : null;
    if (!cells) return this.#counted(copy.before, asked, words);
    const { priceFromTiyin, priceToTiyin, ...others } = asked;
    const { steps, ends } = stepsOf(copy.priceSteps, priceFromTiyin, priceToTiyin);
    const counts = cells.count(others, steps);
    const rest = ends.map(({ from, to }) =>
      this.#counted(copy.before, { ...others, priceFromTiyin: from, priceToTiyin: to }, null),
    );
    for (const part of await Promise.all(rest))
      for (const [status, count] of part) counts.set(status, (counts.get(status) ?? 0) + count);
    return counts;
  }

  page(before: number, page: OlderPage): Promise<OlderLot[]> {
    const asked = { ...page, filter: traits(page.filter) };
    const ask = (): Promise<OlderLot[]> => this.#source.page(before, asked);
    return page.limit > LOTS_OF_PAGE
      ? this.#inTurn(ask)
      : this.#ask(`page ${before} ${JSON.stringify(asked)}`, ask);
  }

  /** The first step of a search at which one of them is found, whatever else it is; the last one where none is before. */
  async firstStep(before: number, words: readonly string[]): Promise<Step> {
    let last = '';
    for (const step of STEPS.slice(0, LAST_STEP)) {
      const query = wordQuery(words, step);
      if (query.any === last) continue;
      last = query.any;
      const isFound = await this.#ask(`exists ${before} ${last}`, () => this.#source.exists(before, query));
      if (isFound) return step;
    }
    return LAST_STEP;
  }

  /** Adds them up by their traits and prices. */
  sum({ before, priceSteps }: Bounds): Promise<void> {
    const home = this.#answers;
    this.#summedAt = performance.now();
    this.#summing ??= this.#source
      .cells(before, priceSteps)
      .then((cells) => {
        // Changed meanwhile: this may be a sum of what was before.
        if (this.#answers === home) this.#cells = new OlderCells(cells, priceSteps.length + 1);
      })
      .finally(() => {
        this.#summing = null;
      });
    return this.#summing;
  }

  #counted(before: number, filter: LotFilter, words: WordQuery | null): Promise<Counts> {
    return this.#ask(`counts ${before} ${JSON.stringify([filter, words?.any])}`, () =>
      this.#source.counts(before, filter, words),
    );
  }

  #ask<Answer>(question: string, ask: () => Promise<Answer>): Promise<Answer> {
    const home = this.#answers;
    const known = home.get(question) as Promise<Answer> | undefined;
    if (known) {
      home.delete(question);
      home.set(question, known);
      return known;
    }
    const asked = this.#inTurn(ask);
    home.set(question, asked);
    asked.catch(() => home.delete(question)); // the caller gets the rejection; the next request asks again
    const [oldest] = home.keys();
    if (home.size > ANSWERS && oldest !== undefined) home.delete(oldest);
    return asked;
  }

  async #inTurn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    if (this.#asking < AT_ONCE) this.#asking += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await ask();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#asking -= 1;
    }
  }
}

/** The filters alone, in one order, whatever else the query says. */
const traits = (filter: LotFilter): LotFilter => {
  const { region, area, group, category, payment, orderType, tenure, tradeType } = filter;
  const { priceFromTiyin, priceToTiyin, dateFrom, dateTo } = filter;
  const where = { region, area, group, category, payment, orderType, tenure, tradeType };
  return { ...where, priceFromTiyin, priceToTiyin, dateFrom, dateTo };
};
