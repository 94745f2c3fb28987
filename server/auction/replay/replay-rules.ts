import type { RefusalMemory } from '../rules/room-commands.ts';
import { decideOn } from '../rules/decide.ts';
import { initialState } from '../rules/fold.ts';
import type { ReplayEngine } from './replay-engine.ts';

/** Plays rooms through the rules twin: no Redis needed. */
export function rulesEngine(): ReplayEngine {
  return {
    async open(terms) {
      const memory: RefusalMemory = new Map();
      const state = initialState(terms, 1);
      return {
        decide: async (command, atUs) => decideOn(state, command, atUs, { memory }).verdict,
        state: async () => state,
        forget: async () => undefined,
      };
    },
    close: async () => undefined,
  };
}
