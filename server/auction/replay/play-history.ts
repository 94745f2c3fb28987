import type { RefusalReason } from '#shared/auction/refusals.ts';
import type { Command, VerdictOf } from '../rules/room-commands.ts';
import { termsOf, type History } from './history.ts';
import { playRoomLog } from './play-room-log.ts';
import { EPOCH, untilHammer, type Replayed, type ReplayEngine } from './replay-engine.ts';

const DAY_MS = 86_400_000;
const BATCH = 500;

/** Plays one history from the admissions to the hammer. */
export const playHistory = (engine: ReplayEngine, history: History, lotId: number): Promise<Replayed> =>
  history.log === undefined ? playBids(engine, history, lotId) : playRoomLog(engine, history, lotId);

async function playBids(engine: ReplayEngine, recorded: History, lotId: number): Promise<Replayed> {
  // Admissions precede the opening, and instants are not negative: a history that opens at 0 is shifted by a day.
  const shiftMs = recorded.opensAt === 0 ? DAY_MS : 0;
  const history = shiftMs === 0 ? recorded : shifted(recorded, shiftMs);
  const terms = termsOf(history, lotId);
  const room = await engine.open(terms);
  try {
    const names = [...new Set([...(history.admitted ?? []), ...history.bids.map((bid) => bid.bidder)])];
    const persons = new Map(names.map((name, i) => [name, `bidder-${i + 1}`]));
    const admitted = history.admitted ?? names;
    const opensAtUs = history.opensAt * 1_000;
    const startUs = Math.min(opensAtUs - 1, (history.bids[0]?.at ?? history.opensAt) * 1_000);
    const head = { lotId, epoch: EPOCH };

    await inBatches(admitted, (name, i) => {
      const person = persons.get(name) ?? '';
      const limitTiyin = history.limits[name] ?? null;
      return room.decide({ ...head, kind: 'admit', person, number: i + 1, limitTiyin }, startUs);
    });
    const verdicts = await inBatches(history.bids, (bid, i) => {
      const own = { ...head, person: persons.get(bid.bidder) ?? '', bidId: bid.id ?? `bid:${i}` };
      const atUs = bid.at * 1_000;
      // Recorded offers count as confirmed: a recording does not contain the confirmation dialog.
      return bid.amount !== undefined
        ? room.decide({ ...own, kind: 'place', amountTiyin: bid.amount, confirmed: true }, atUs)
        : room.decide({ ...own, kind: 'setAuto', maximumTiyin: bid.maximum ?? 0, salt: `salt:${i}` }, atUs);
    });
    const counts = countVerdicts(verdicts);

    await untilHammer(room, head, Math.max(opensAtUs, (history.bids.at(-1)?.at ?? 0) * 1_000));
    const end = await room.state();
    const sold = end.outcome === 'sold';
    const winner = names.find((name) => persons.get(name) === end.leader) ?? null;
    return {
      id: history.id,
      ...counts,
      outcome: end.outcome,
      winner: sold ? winner : null,
      price: sold ? end.priceTiyin : null,
      closesAt: end.deadlineUs / 1_000 - shiftMs,
      extensions: end.extensions,
    };
  } finally {
    await room.forget();
  }
}

/** Sends in batches without waiting for each; the batch size bounds how long the last one waits. */
async function inBatches<Item, Answer>(
  items: Item[],
  send: (item: Item, index: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let from = 0; from < items.length; from += BATCH) {
    const batch = items.slice(from, from + BATCH);
    answers.push(...(await Promise.all(batch.map((item, i) => send(item, from + i)))));
  }
  return answers;
}

function shifted(history: History, byMs: number): History {
  return {
    ...history,
    opensAt: history.opensAt + byMs,
    closesAt: history.closesAt + byMs,
    bids: history.bids.map((bid) => ({ ...bid, at: bid.at + byMs })),
  };
}

function countVerdicts(verdicts: VerdictOf<Extract<Command, { kind: 'place' | 'setAuto' }>>[]) {
  const refused: Partial<Record<RefusalReason, number>> = {};
  let accepted = 0;
  let repeated = 0;
  for (const verdict of verdicts) {
    if (verdict.repeated) repeated += 1;
    else if (verdict.verdict === 'accepted') accepted += 1;
    else refused[verdict.reason] = (refused[verdict.reason] ?? 0) + 1;
  }
  return { accepted, refused, repeated };
}
