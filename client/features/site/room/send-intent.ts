import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import type { RoomError } from '#shared/realtime/room-answers.ts';
import type { BidAnswer } from '#shared/realtime/room.ts';
import type { Intent, IntentState } from './bid-intent.ts';
import { settle } from './bid-intent.ts';

export type CommandAnswer = BidAnswer | { error: RoomError };

/** How a command reaches the server: the socket, or HTTP where sockets are blocked. */
export interface CommandTransport {
  /** @throws when no answer came; `notSent` on the error: it certainly never left. */
  send(event: CommandEvent, payload: Record<string, unknown>): Promise<CommandAnswer>;
}
export type CommandEvent =
  | typeof ROOM_EVENTS.place
  | typeof ROOM_EVENTS.setAuto
  | typeof ROOM_EVENTS.clearAuto
  | typeof ROOM_EVENTS.find;

const COMMAND_OF = {
  offer: ROOM_EVENTS.place,
  'auto-set': ROOM_EVENTS.setAuto,
  'auto-clear': ROOM_EVENTS.clearAuto,
} as const;

const RETRY_PAUSES_MS = [300, 700, 1_500, 3_000];

/**
 * Sends the intent and stays with it until its outcome is known: no answer means asking by id, and a repeat
 * carries the same id and the epoch of the first sending, so it can never count twice.
 * `onUnknown` is called when the person should see that the answer is awaited.
 */
export async function sendIntent(
  lotId: number,
  intent: Intent,
  transport: CommandTransport,
  onUnknown: () => void,
  pause: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<IntentState> {
  let mayHaveArrived = false;
  for (let attempt = 0; ; attempt++) {
    const looking: boolean = mayHaveArrived;
    try {
      const answer: CommandAnswer = looking
        ? await transport.send(ROOM_EVENTS.find, repeatable(lotId, intent))
        : await transport.send(COMMAND_OF[intent.kind], commandPayload(lotId, intent, attempt));
      if ('error' in answer) {
        if (answer.error.code !== 'unavailable') return { step: 'failed', intent, code: answer.error.code };
      } else {
        const settled = settle(intent, answer);
        if (settled) return settled;
        mayHaveArrived = answer.verdict === 'unknown';
      }
    } catch (error) {
      // Retried below with the same id: whether it arrived decides between asking and sending again.
      if (!looking && !(error as { notSent?: boolean }).notSent) mayHaveArrived = true;
    }
    onUnknown();
    intent.repeats += 1;
    await pause(RETRY_PAUSES_MS[Math.min(attempt, RETRY_PAUSES_MS.length - 1)] ?? 3_000);
  }
}

function repeatable(lotId: number, intent: Intent): Record<string, unknown> {
  return { lotId, bidId: intent.bidId, ...(intent.sentEpoch > 0 ? { sentEpoch: intent.sentEpoch } : {}) };
}

function commandPayload(lotId: number, intent: Intent, attempt: number): Record<string, unknown> {
  const head = attempt === 0 ? { lotId, bidId: intent.bidId } : repeatable(lotId, intent);
  if (intent.kind === 'offer')
    return {
      ...head,
      amountTiyin: intent.amountTiyin,
      ...(intent.confirmed ? { confirmed: true } : {}),
    };
  if (intent.kind === 'auto-set') return { ...head, maximumTiyin: intent.amountTiyin };
  return head;
}
