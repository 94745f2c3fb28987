import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { biddersOf, type PlayedAuction } from './market.ts';

const historySchema = z.object({
  startPrice: z.int().min(1),
  opensAt: z.int(),
  rules: z.object({
    increment: z.object({ kind: z.literal('percentOfCurrent'), percent: z.number().positive() }),
  }),
  bids: z.array(z.object({ bidder: z.string().min(1), amount: z.int().min(1) })),
  expected: z.object({ winner: z.string().nullable(), price: z.int().nullable(), closesAt: z.number() }),
});

/** A file or line that is no recorded auction; the message names both. */
export class UnreadableRecord extends Error {}

/** Recorded ascending auctions, one JSON object a line, in order. They name no seller: all are taken for those of one. */
export async function readRecorded(file: string): Promise<PlayedAuction[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    // Not retried: the person who typed the command reads why.
    throw new UnreadableRecord(`${file}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const played = lines.map((line, at) => recordOf(line, `${file}:${at + 1}`, at + 1));
  return played.toSorted((one, other) => one.auction.endedAtMs - other.auction.endedAtMs);
}

function recordOf(line: string, where: string, lotId: number): PlayedAuction {
  let given: unknown;
  try {
    given = JSON.parse(line);
  } catch (error) {
    // Not retried: reported with the place.
    throw new UnreadableRecord(`${where}: not JSON`, { cause: error });
  }
  const read = historySchema.safeParse(given);
  if (!read.success) throw new UnreadableRecord(`${where}: ${z.prettifyError(read.error)}`);
  const { bids, expected, startPrice, opensAt, rules } = read.data;
  const prices = bids.map(({ bidder, amount }, at) => {
    const before = bids[at - 1]?.amount ?? null;
    const suggestedTiyin =
      before === null ? startPrice : Math.ceil(before * (1 + rules.increment.percent / 100));
    return { personId: bidder, amountTiyin: amount, suggestedTiyin, beforeTiyin: before };
  });
  const auction = {
    lotId,
    sellerId: 'the one seller',
    publishedAtMs: opensAt,
    applicationsUntilMs: opensAt,
    endedAtMs: expected.closesAt,
    startPriceTiyin: startPrice,
    priceTiyin: expected.price,
    winnerId: expected.winner,
    bidders: biddersOf(prices, expected.winner, new Map()),
  };
  return { auction, prices, category: 0 };
}
