import { sendCommand, type CommandTransport } from '#shared/realtime/client/send-command.ts';
import type { Intent, IntentState } from './bid-intent.ts';
import { settle } from './bid-intent.ts';

/**
 * Sends the intent and stays with it until its outcome is known.
 * `onUnknown` is called when the person should see that the answer is awaited.
 */
export async function sendIntent(
  lotId: number,
  intent: Intent,
  transport: CommandTransport,
  onUnknown: () => void,
  pause?: (ms: number) => Promise<void>,
): Promise<IntentState> {
  const answer = await sendCommand({ lotId, ...intent }, transport, onUnknown, pause);
  return 'error' in answer ? { step: 'failed', intent, code: answer.error.code } : settle(intent, answer);
}
