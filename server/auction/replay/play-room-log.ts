import { suggestedIn } from '../rules/fold.ts';
import { termsOf, type History } from './history.ts';
import { EPOCH, untilHammer, type Replayed, type ReplayEngine, type ReplayRoom } from './replay-engine.ts';
import type { RoomStep } from './room-log.ts';

type Priced = Extract<RoomStep, { step: 'offer' | 'auto' }>;
interface Offer {
  bidder: string;
  amount: number;
}

const toUs = (ms: number): number => Math.round(ms * 1_000);
const isPriced = (step: RoomStep): step is Priced => step.step === 'offer' || step.step === 'auto';

/**
 * Plays the log of a room. Offers are placed again. Of an auto-bid only the confirmed prices are known: one with exactly that
 * maximum is set at that instant, and the rules lead to the same price. Every price that the room confirms counts as accepted.
 */
export async function playRoomLog(engine: ReplayEngine, history: History, lotId: number): Promise<Replayed> {
  const steps = history.log ?? [];
  const opensAtUs = history.opensAt * 1_000;
  const room = await engine.open(termsOf(history, lotId));
  try {
    const player = playerOf(room, lotId, steps);
    const waiting = waitingPair(steps);
    for (const step of steps) {
      await player.play(step);
      // Set after the opening, the first of them would act alone.
      if (waiting.length > 0 && waiting.every(({ bidder }) => player.present.has(bidder)))
        for (const auto of waiting.splice(0)) await player.setAuto(auto, toUs(step.at));
    }

    await untilHammer(room, player.head, Math.max(opensAtUs, toUs(steps.at(-1)?.at ?? 0)));
    const end = await room.state();
    const sold = end.outcome === 'sold';
    return {
      id: history.id,
      accepted: end.count,
      refused: {},
      repeated: 0,
      outcome: end.outcome,
      winner: sold ? end.leader : null,
      price: sold ? end.priceTiyin : null,
      closesAt: end.deadlineUs / 1_000,
      extensions: end.extensions,
    };
  } finally {
    await room.forget();
  }
}

/** Two auto-bids that made the first prices together: both had waited for the opening. */
function waitingPair(steps: readonly RoomStep[]): Offer[] {
  const first = steps.find(isPriced);
  return first?.step === 'auto' && first.answer ? [first, first.answer] : [];
}

function playerOf(room: ReplayRoom, lotId: number, steps: readonly RoomStep[]) {
  const head = { lotId, epoch: EPOCH } as const;
  const admitted = new Set(steps.flatMap((step) => (step.step === 'admitted' ? [step.bidder] : [])));
  const numbers = new Map([...admitted].map((name, at) => [name, Number(name) || at + 1]));
  /** In the room now. */
  const present = new Set<string>();
  let leader: string | null = null;
  let next = 0;
  const bidId = () => `step:${(next += 1)}`;

  const setAuto = ({ bidder, amount }: Offer, atUs: number) =>
    room.decide(
      {
        ...head,
        kind: 'setAuto',
        person: bidder,
        bidId: bidId(),
        maximumTiyin: amount,
        salt: `salt:${next}`,
      },
      atUs,
    );
  const place = ({ bidder, amount }: Offer, atUs: number) =>
    room.decide(
      // A recording does not contain the confirmation dialog.
      { ...head, kind: 'place', person: bidder, bidId: bidId(), amountTiyin: amount, confirmed: true },
      atUs,
    );

  /** The price of an auto-bid whose leader did not change, or that nothing answered. */
  async function auto(price: Offer, atUs: number): Promise<void> {
    if (leader === price.bidder) {
      // It matched an offer that was refused for it: whose offer that was is in no public log.
      await setAuto(price, atUs);
      const other = [...present].find((name) => name !== price.bidder);
      if (other !== undefined) await place({ bidder: other, amount: price.amount }, atUs);
      return;
    }
    const suggested = suggestedIn(await room.state());
    await (price.amount > suggested ? place(price, atUs) : setAuto(price, atUs));
  }

  async function priced({ step, answer, ...price }: Priced, atUs: number): Promise<void> {
    if (!answer) await (step === 'offer' ? place(price, atUs) : auto(price, atUs));
    else if (step === 'offer') {
      // The leader's own auto-bid waits for it.
      await setAuto(answer, atUs);
      await place(price, atUs);
    } else {
      const [waiting, coming] = leader === answer.bidder ? [answer, price] : [price, answer];
      await setAuto(waiting, atUs);
      await setAuto(coming, atUs);
    }
    leader = answer?.bidder ?? price.bidder;
  }

  const extend = (deadlineMs: number, atUs: number) =>
    room.decide({ ...head, kind: 'extend', deadlineUs: toUs(deadlineMs), reason: '' }, atUs);

  async function play(step: RoomStep): Promise<void> {
    const atUs = toUs(step.at);
    switch (step.step) {
      case 'admitted': {
        const number = numbers.get(step.bidder) ?? 0;
        present.add(step.bidder);
        await room.decide({ ...head, kind: 'admit', person: step.bidder, number, limitTiyin: null }, atUs);
        return;
      }
      case 'revoked':
        present.delete(step.bidder);
        await room.decide({ ...head, kind: 'revoke', person: step.bidder, cause: 'withdrawn' }, atUs);
        return;
      case 'offer':
      case 'auto':
        return priced(step, atUs);
      case 'suspended':
        await room.decide({ ...head, kind: 'suspend', reason: '' }, atUs);
        return;
      case 'resumed':
        await room.decide({ ...head, kind: 'resume' }, atUs);
        // Later than the rules give back, where staff have moved it meanwhile; otherwise nothing changes.
        await extend(step.deadline, atUs);
        return;
      case 'deadline':
        await extend(step.deadline, atUs);
        return;
      case 'withdrawn':
        await room.decide({ ...head, kind: 'withdraw', reason: '' }, atUs);
    }
  }
  return { head, present, play, setAuto };
}
