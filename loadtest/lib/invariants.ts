import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from './bots.ts';
import { ToolProblem } from './tool-options.ts';

export interface KeptPrice {
  seq: number;
  amountTiyin: number;
}

/**
 * What must hold after any storm: each lot's prices strictly rise in sequence, no sequence was given twice, no id was
 * answered twice differently, and every accepted answer is among what the server stored. Returns what does not hold.
 */
export function brokenInvariants(
  outcomes: readonly Outcome[],
  stored: ReadonlyMap<number, readonly KeptPrice[]>,
): string[] {
  const broken: string[] = [];
  const answers = new Map<string, string>();
  const accepted = new Map<number, Outcome[]>();
  for (const outcome of outcomes) {
    const { lotId, bidId, word, seq } = outcome;
    if (word === 'accepted') {
      const known = accepted.get(lotId);
      if (known) known.push(outcome);
      else accepted.set(lotId, [outcome]);
    }
    const reported = `${word} ${word === 'accepted' ? seq : ''}`;
    const before = answers.get(bidId);
    if (before !== undefined && before !== reported)
      broken.push(`lot ${lotId}: ${bidId} answered ${before}, then ${reported}`);
    answers.set(bidId, reported);
  }
  for (const [lotId, prices] of stored) {
    let last: KeptPrice | null = null;
    const bySeq = new Map<number, number>();
    for (const price of [...prices].sort((a, b) => a.seq - b.seq)) {
      if (bySeq.has(price.seq)) broken.push(`lot ${lotId}: sequence ${price.seq} twice`);
      if (last && price.amountTiyin <= last.amountTiyin) {
        broken.push(
          `lot ${lotId}: ${price.amountTiyin} at ${price.seq} after ${last.amountTiyin} at ${last.seq}`,
        );
      }
      bySeq.set(price.seq, price.amountTiyin);
      last = price;
    }
    for (const outcome of accepted.get(lotId) ?? []) {
      if (bySeq.get(outcome.seq) !== outcome.amountTiyin) {
        broken.push(`lot ${lotId}: accepted ${outcome.amountTiyin} at ${outcome.seq} is not stored`);
      }
    }
  }
  return broken;
}

/** A full minute's limit of the call is waited for, so often at most. */
const PATIENCE = 60;

/**
 * Confirmed prices of a lot after a sequence, read back page by page as anyone may. A server's limit for such calls is respected:
 * long histories take their minutes.
 */
export async function readKept(url: string, lotId: number, after = 0): Promise<KeptPrice[]> {
  const stored: KeptPrice[] = [];
  let waited = 0;
  for (let before: number | undefined; ; before = stored.at(-1)?.seq) {
    const query = before === undefined ? '' : `?before=${before}`;
    const answer = await fetch(`${url}/api/shop/game-view/entries/${lotId}${query}`, {
      headers: { 'x-savdo': '1' },
    });
    if (answer.status === 429 && (waited += 1) <= PATIENCE) {
      await pause(Math.max(1, Number(answer.headers.get('retry-after') ?? 1)) * 1_000);
      continue;
    }
    if (!answer.ok)
      throw new ToolProblem(`the stored prices of lot ${lotId} were not answered: ${answer.status}`);
    const page = (await answer.json()) as { prices: KeptPrice[]; more: boolean };
    stored.push(...page.prices.toReversed());
    if (!page.more || (stored.at(-1)?.seq ?? 0) <= after) return stored;
  }
}

/** Of each lot what is stored after the sequence from which on somebody watched it. */
export async function readAllKept(
  url: string,
  from: ReadonlyMap<number, number>,
): Promise<Map<number, KeptPrice[]>> {
  const stored = new Map<number, KeptPrice[]>();
  for (const [lotId, after] of from) stored.set(lotId, await readKept(url, lotId, after));
  return stored;
}
