import type { Outcome } from './bots.ts';

export interface KeptPrice {
  seq: number;
  amountTiyin: number;
}

/**
 * What must hold after any storm: each lot's prices strictly rise in sequence, no sequence was given twice, no id was
 * answered twice differently, and every accepted answer is among what the server kept. Returns what does not hold.
 */
export function brokenInvariants(
  outcomes: readonly Outcome[],
  kept: ReadonlyMap<number, readonly KeptPrice[]>,
): string[] {
  const broken: string[] = [];
  const answers = new Map<string, string>();
  for (const { lotId, bidId, word, seq } of outcomes) {
    const told = `${word} ${word === 'accepted' ? seq : ''}`;
    const before = answers.get(bidId);
    if (before !== undefined && before !== told)
      broken.push(`lot ${lotId}: ${bidId} answered ${before}, then ${told}`);
    answers.set(bidId, told);
  }
  for (const [lotId, prices] of kept) {
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
    for (const outcome of outcomes) {
      if (outcome.lotId !== lotId || outcome.word !== 'accepted') continue;
      if (bySeq.get(outcome.seq) !== outcome.amountTiyin) {
        broken.push(`lot ${lotId}: accepted ${outcome.amountTiyin} at ${outcome.seq} is not kept`);
      }
    }
  }
  return broken;
}

/** All confirmed prices of a lot, read back page by page as anyone may. */
export async function readKept(url: string, lotId: number): Promise<KeptPrice[]> {
  const kept: KeptPrice[] = [];
  for (let before: number | undefined; ; before = kept.at(-1)?.seq) {
    const query = before === undefined ? '' : `?before=${before}`;
    const answer = await fetch(`${url}/api/shop/game-view/entries/${lotId}${query}`, {
      headers: { 'x-savdo': '1' },
    });
    if (!answer.ok) throw new Error(`entries of lot ${lotId}: ${answer.status}`);
    const page = (await answer.json()) as { prices: KeptPrice[]; more: boolean };
    kept.push(...page.prices.toReversed());
    if (!page.more) return kept;
  }
}
