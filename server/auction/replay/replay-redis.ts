import { randomBytes } from 'node:crypto';
import { initialState } from '../rules/fold.ts';
import type { VerdictOf } from '../rules/room-commands.ts';
import { createReplayState, type ReplayState } from '../state/auction-state.ts';
import type { ReplayCommand, ReplayEngine } from './replay-engine.ts';

/** A Redis that does not answer within this time counts as unreachable. */
const READY_WAIT_MS = 3_000;

/**
 * Plays rooms through the real scripts, each on its own clock, under a unique key prefix.
 * Rejects with AuctionRedisUnavailable when Redis cannot be reached.
 */
export async function redisEngine(url: string): Promise<ReplayEngine> {
  const state = createReplayState({
    url,
    namespace: `replay:${randomBytes(8).toString('hex')}:`,
    partitions: 16,
  });
  try {
    await state.ready(READY_WAIT_MS);
  } catch (error) {
    // Not retried: the replay command reports it and ends.
    await state.disconnect();
    throw error;
  }
  return {
    async open(terms) {
      await state.load(initialState(terms, 1));
      let clockUs = -1;
      return {
        async decide(command, atUs) {
          const clock = atUs === clockUs ? undefined : state.setClock(terms.lotId, (clockUs = atUs));
          const [verdict] = await Promise.all([run(state, command), clock]);
          return verdict as VerdictOf<typeof command>;
        },
        async state() {
          const snapshot = await state.snapshot(terms.lotId);
          if (!snapshot) throw new Error(`Redis lost lot ${terms.lotId} during its replay`);
          return snapshot;
        },
        forget: () => state.forget(terms.lotId),
      };
    },
    async close() {
      await state.clear();
      await state.disconnect();
    },
  };
}

function run(state: ReplayState, command: ReplayCommand): Promise<VerdictOf<ReplayCommand>> {
  switch (command.kind) {
    case 'admit':
      return state.admit(command);
    case 'place':
      return state.place(command);
    case 'setAuto':
      return state.setAuto(command);
    case 'close':
      return state.close(command);
    case 'revoke':
      return state.revoke(command);
    case 'suspend':
      return state.suspend(command);
    case 'resume':
      return state.resume(command);
    case 'extend':
      return state.extend(command);
    case 'withdraw':
      return state.withdraw(command);
  }
}
