import type { AuctionEntry } from '#shared/auction/entries.ts';
import type { AuctionLogRepository, LotRow } from '../state/auction-log.repository.ts';
import type { RoomStep } from './room-log.ts';

const PAGE = 2_000;

type Price = Extract<AuctionEntry, { kind: 'price' }>;

const toMs = (us: number): number => us / 1_000;

/**
 * A finished room as one line of JSON that `npm run replay` plays, written while it is read: every public step, persons as
 * their numbers in the room, and the published result. Maxima and limits are in no part of it, nor why a right was revoked.
 */
export async function* writeRoomLog(
  repository: Pick<AuctionLogRepository, 'readEntries'>,
  lot: LotRow,
): AsyncGenerator<string> {
  const { rules, startPriceTiyin: startPrice, opensAtMs: opensAt, closesAtMs: closesAt } = lot.terms;
  const head = JSON.stringify({ id: `lot-${lot.lotId}`, rules, startPrice, opensAt, closesAt, admitted: [] });
  yield `${head.slice(0, -1)},"log":[`;
  const steps = stepsOf();
  let written = 0;
  const lines = (found: readonly RoomStep[]) =>
    found.map((step) => `${written++ === 0 ? '' : ','}${JSON.stringify(step)}`).join('');
  let closed: Extract<AuctionEntry, { kind: 'closed' }> | null = null;
  for (let after = 0; ;) {
    const page = await repository.readEntries(lot.lotId, after, PAGE);
    for (const { entry } of page) {
      if (entry.kind === 'closed') closed = entry;
      const text = lines(steps.add(entry));
      if (text !== '') yield text;
    }
    after = page.at(-1)?.entry.seq ?? after;
    if (page.length < PAGE) break;
  }
  const expected = {
    outcome: lot.outcome,
    winner: closed && closed.winnerNumber !== null ? String(closed.winnerNumber) : null,
    price: closed?.priceTiyin ?? null,
    closesAt: toMs(lot.deadlineUs),
    extensions: lot.extensions,
    accepted: lot.count,
  };
  yield `${lines(steps.rest())}],"expected":${JSON.stringify(expected)}}\n`;
}

/** Steps of entries in their order; a price waits for the next entry, which may be the answer to it. */
function stepsOf() {
  const numbers = new Map<string, string>();
  let waiting: Price | null = null;

  function rest(): RoomStep[] {
    const price = waiting;
    waiting = null;
    return price === null ? [] : [stepOf(price)];
  }

  return {
    rest,
    add(entry: AuctionEntry): RoomStep[] {
      if (entry.kind === 'price') {
        const before: Price | null = waiting;
        if (before !== null && isAnswer(entry, before)) {
          waiting = null;
          const answer = { bidder: String(entry.number), amount: entry.amountTiyin };
          return [{ ...stepOf(before), answer }];
        }
        const found = rest();
        waiting = entry;
        return found;
      }
      return [...rest(), ...others(entry, numbers)];
    },
  };
}

/** The auto-bid's answer in the same command. */
const isAnswer = (price: Price, before: Price): boolean =>
  price.by === 'auto' && price.atUs === before.atUs && price.bidId === before.bidId;

const stepOf = ({ atUs, by, number, amountTiyin }: Price): Extract<RoomStep, { step: 'offer' | 'auto' }> => ({
  at: toMs(atUs),
  step: by,
  bidder: String(number),
  amount: amountTiyin,
});

function others(entry: Exclude<AuctionEntry, Price>, numbers: Map<string, string>): RoomStep[] {
  const at = toMs(entry.atUs);
  switch (entry.kind) {
    case 'admitted':
      numbers.set(entry.person, String(entry.number));
      return [{ at, step: 'admitted', bidder: String(entry.number) }];
    case 'revoked': {
      const bidder = numbers.get(entry.person);
      return bidder === undefined ? [] : [{ at, step: 'revoked', bidder }];
    }
    case 'suspended':
      return [{ at, step: 'suspended' }];
    case 'resumed':
      return [{ at, step: 'resumed', deadline: toMs(entry.deadlineUs) }];
    case 'deadlineMoved':
      return [{ at, step: 'deadline', deadline: toMs(entry.deadlineUs) }];
    case 'closed':
      return entry.outcome === 'withdrawn' ? [{ at, step: 'withdrawn' }] : [];
    // Opening and hammer follow from the rules; auto-bids and limits are private.
    case 'opened':
    case 'limitSet':
    case 'autoSet':
    case 'autoCleared':
      return [];
  }
}
