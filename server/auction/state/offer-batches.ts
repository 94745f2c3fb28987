import { SCRIPTS, type ScriptName } from './scripts.ts';
import type { ScriptRunner } from './script-runner.ts';

/** Most offers of one call: a script blocks Redis for all other commands while it runs. */
const MAX_OFFERS = 64;

/** A script that takes several offers for one lot. */
export interface OfferScript<Head, Answer> {
  name: { [Name in ScriptName]: (typeof SCRIPTS)[Name] extends { each: object } ? Name : never }[ScriptName];
  /** Its own keys, before those of the offers. */
  keys(lotId: number): string[];
  /** What all offers of a call share, as ARGV. */
  values(lotId: number, head: Head): string[];
  /** The reply's answers, one for each offer. */
  parse(reply: Buffer, count: number, head: Head): Answer[];
  /** Called right after each call is sent. */
  sent?(lotId: number): void;
  /** Called before the offers of a turn are sent: other batches may take some of them into their calls. */
  before?(): void;
  /**
   * Offers of other batches that go into this call of `count` offers, with the arguments of this script; at most `most`.
   */
  join?(lotId: number, head: Head, count: number, most: number): readonly WaitingOffer<Answer>[];
}

export interface WaitingOffer<Answer> {
  refusalKey: string;
  args: readonly string[];
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

interface Batch<Head, Answer> {
  lotId: number;
  head: Head;
  offers: WaitingOffer<Answer>[];
}

/**
 * Batches the offers of one turn of the event loop: those of a lot are judged by one script call, in the order they were
 * made, because most of a call's cost is the same for one offer as for fifty. A failed call fails for each of its offers.
 */
export class OfferBatches<Head, Answer> {
  readonly #runner: ScriptRunner;
  readonly #script: OfferScript<Head, Answer>;
  #batches = new Map<number, Batch<Head, Answer>>();

  constructor(runner: ScriptRunner, script: OfferScript<Head, Answer>) {
    this.#runner = runner;
    this.#script = script;
    runner.beforeRun(() => this.flush());
  }

  /** `head`: offers of one call have the same; `args` as the script takes them for each offer. */
  add(lotId: number, head: Head, refusalKey: string, args: readonly string[]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#batches.size === 0) setImmediate(() => this.flush());
      let batch = this.#batches.get(lotId);
      if (batch && (batch.head !== head || batch.offers.length >= MAX_OFFERS)) {
        this.#send(batch);
        batch = undefined;
      }
      if (!batch) this.#batches.set(lotId, (batch = { lotId, head, offers: [] }));
      batch.offers.push({ refusalKey, args, resolve, reject });
    });
  }

  /** Takes away the lot's offers of this turn that are not sent yet, at most `most`; none where they are more or differ. */
  take(lotId: number, most: number, isFit: (head: Head) => boolean): readonly WaitingOffer<Answer>[] {
    const batch = this.#batches.get(lotId);
    if (!batch || batch.offers.length > most || !isFit(batch.head)) return [];
    this.#batches.delete(lotId);
    return batch.offers;
  }

  /** Sends what waits now. */
  flush(): void {
    if (this.#batches.size === 0) return;
    this.#script.before?.();
    const batches = this.#batches;
    this.#batches = new Map();
    for (const batch of batches.values()) this.#send(batch);
  }

  #send({ lotId, head, offers: own }: Batch<Head, Answer>): void {
    const { name, keys: keysOf, values: valuesOf, parse, sent } = this.#script;
    const joined = this.#script.join?.(lotId, head, own.length, MAX_OFFERS - own.length) ?? [];
    const offers = [...own, ...joined];
    const keys = [...keysOf(lotId), ...offers.map(({ refusalKey }) => refusalKey)];
    const values = valuesOf(lotId, head);
    // The arguments of the offers go as columns: all persons, all bid ids, …
    const columns = SCRIPTS[name].each.args.length;
    for (let column = 0; column < columns; column += 1)
      for (const { args } of offers) values.push(args[column] as string);
    this.#runner
      .runMany(name, keys, values)
      .then((reply) => parse(reply, offers.length, head))
      .then(
        (answers) => {
          for (const [i, { resolve }] of offers.entries()) resolve(answers[i] as Answer);
        },
        (error: unknown) => {
          // Not retried here: each caller decides for its own offer.
          for (const { reject } of offers) reject(error);
        },
      );
    sent?.(lotId);
  }
}
