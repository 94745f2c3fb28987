import type { BidVerdict } from './contract.ts';
import type { ScriptRunner } from './script-runner.ts';
import { SCRIPTS } from './scripts.ts';
import { offerVerdicts } from './parse-verdicts.ts';

/** Most offers of one call: a script blocks Redis for all other commands while it runs. */
const MAX_OFFERS = 64;
/** The arguments of an offer go as columns: all persons, all bid ids, … */
const COLUMNS = SCRIPTS['place-bid'].each.args.length;

interface Waiting {
  refusalKey: string;
  args: readonly string[];
  resolve(verdict: BidVerdict): void;
  reject(error: unknown): void;
}

interface Batch {
  lotId: number;
  epoch: string;
  offers: Waiting[];
}

/**
 * Batches the offers of one turn of the event loop: those of a lot are judged by one script call, in the order they were
 * made, because most of a call's cost is the same for one offer as for fifty. A failed call fails for each of its offers.
 */
export class OfferBatches {
  readonly #runner: ScriptRunner;
  readonly #lotKeys: (lotId: number) => string[];
  readonly #sent: (lotId: number) => void;
  #batches = new Map<number, Batch>();

  /** `sent` is called right after each call is sent. */
  constructor(runner: ScriptRunner, lotKeys: (lotId: number) => string[], sent: (lotId: number) => void) {
    this.#runner = runner;
    this.#lotKeys = lotKeys;
    this.#sent = sent;
    runner.beforeRun = () => this.#flush();
  }

  /** `args` as the script takes them for each offer. */
  add(lotId: number, epoch: string, refusalKey: string, args: readonly string[]): Promise<BidVerdict> {
    return new Promise((resolve, reject) => {
      if (this.#batches.size === 0) setImmediate(() => this.#flush());
      let batch = this.#batches.get(lotId);
      if (batch && (batch.epoch !== epoch || batch.offers.length >= MAX_OFFERS)) {
        this.#send(batch);
        batch = undefined;
      }
      if (!batch) this.#batches.set(lotId, (batch = { lotId, epoch, offers: [] }));
      batch.offers.push({ refusalKey, args, resolve, reject });
    });
  }

  #flush(): void {
    if (this.#batches.size === 0) return;
    const batches = this.#batches;
    this.#batches = new Map();
    for (const batch of batches.values()) this.#send(batch);
  }

  #send({ lotId, epoch, offers }: Batch): void {
    const keys = [...this.#lotKeys(lotId), ...offers.map(({ refusalKey }) => refusalKey)];
    const values = [String(lotId), epoch];
    for (let column = 0; column < COLUMNS; column += 1)
      for (const { args } of offers) values.push(args[column] as string);
    this.#runner
      .runMany('place-bid', keys, values)
      .then((reply) => offerVerdicts(reply, offers.length))
      .then(
        (verdicts) => {
          for (const [i, { resolve }] of offers.entries()) resolve(verdicts[i] as BidVerdict);
        },
        (error: unknown) => {
          // Not retried here: each caller decides for its own offer.
          for (const { reject } of offers) reject(error);
        },
      );
    this.#sent(lotId);
  }
}
