import type { RoomError } from '../room-answers.ts';
import { ROOM_EVENTS, type BidAnswer } from '../room.ts';

/** What a person wants of a room, with an id by which it is judged once. */
export interface RoomCommand {
  lotId: number;
  /** 8 to 64 letters, digits, `-`, `_`. */
  bidId: string;
  kind: 'offer' | 'auto-set' | 'auto-clear';
  /** Offer or maximum; 0 for auto-clear. */
  amountTiyin: number;
  /** The person said yes to an offer far above the suggested price. */
  confirmed?: boolean;
  /** Epoch of the room at the first sending, which goes with every repeat; 0: not known. */
  sentEpoch: number;
}

export type CommandEvent =
  | typeof ROOM_EVENTS.place
  | typeof ROOM_EVENTS.setAuto
  | typeof ROOM_EVENTS.clearAuto
  | typeof ROOM_EVENTS.find;

export type CommandAnswer = BidAnswer | { error: RoomError };

/** Accepted or refused, or not taken at all (session, access, too many messages). */
export type FinalAnswer = Extract<BidAnswer, { verdict: 'accepted' | 'refused' }> | { error: RoomError };

/** How a command reaches the server: the socket, or HTTP where sockets are blocked. */
export interface CommandTransport {
  /** @throws when no answer came; `notSent` on the error: it certainly never left. */
  send(event: CommandEvent, payload: Record<string, unknown>): Promise<CommandAnswer>;
}

const EVENT_OF = {
  offer: ROOM_EVENTS.place,
  'auto-set': ROOM_EVENTS.setAuto,
  'auto-clear': ROOM_EVENTS.clearAuto,
} as const;

/** Between sendings, ms; then the last for as long as it takes. */
const FIRST_PAUSES_MS = [300, 700, 1_500];
const PAUSE_MS = 3_000;

const pauseFor = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends a command and stays with it until its outcome is known: no answer means asking by id, and a repeat carries the same id
 * and the epoch of the first sending, so it can never count twice.
 * @param onUnknown called whenever the answer has to be awaited; what it throws ends the waiting
 */
export async function sendCommand(
  command: RoomCommand,
  transport: CommandTransport,
  onUnknown: () => void = () => undefined,
  pause: (ms: number) => Promise<void> = pauseFor,
): Promise<FinalAnswer> {
  const { lotId, bidId, kind, amountTiyin, confirmed } = command;
  const what = {
    offer: { amountTiyin, ...(confirmed ? { confirmed } : {}) },
    'auto-set': { maximumTiyin: amountTiyin },
    'auto-clear': {},
  }[kind];
  let { sentEpoch } = command;
  let mayHaveArrived = false;
  for (let attempt = 0; ; attempt++) {
    const looking: boolean = mayHaveArrived;
    const repeat = { lotId, bidId, ...(sentEpoch > 0 ? { sentEpoch } : {}) };
    try {
      const answer: CommandAnswer = looking
        ? await transport.send(ROOM_EVENTS.find, repeat)
        : await transport.send(EVENT_OF[kind], { ...(attempt === 0 ? { lotId, bidId } : repeat), ...what });
      if ('error' in answer) {
        if (answer.error.code !== 'unavailable') return answer;
      } else if (answer.verdict === 'accepted' || answer.verdict === 'refused') {
        return answer;
      } else {
        mayHaveArrived = answer.verdict === 'unknown';
        if (answer.verdict === 'unknown') sentEpoch ||= answer.sentEpoch;
      }
    } catch (error) {
      // Retried below with the same id: whether it arrived decides between asking and sending again.
      if (!looking && !(error as { notSent?: boolean }).notSent) mayHaveArrived = true;
    }
    onUnknown();
    await pause(FIRST_PAUSES_MS[attempt] ?? PAUSE_MS);
  }
}
