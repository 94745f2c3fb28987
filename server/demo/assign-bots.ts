import { pick, randomOf, whole } from './pictures/random.ts';
import type { DemoBot } from './people.ts';

const BOTS_PER_ROOM = { min: 3, max: 5 };
const BOTS_PER_PRACTICE = 4;

export type BotAccount = DemoBot & { personId: string };

/** Bots that take part in a lot: drawn with the lot's id as seed, so that the result is always the same. */
export function botsOf(lot: { id: number; practice: boolean }, bots: readonly BotAccount[]): BotAccount[] {
  const random = randomOf(`seats:${lot.id}`);
  const count = lot.practice ? BOTS_PER_PRACTICE : whole(random, BOTS_PER_ROOM.min, BOTS_PER_ROOM.max);
  const left = [...bots];
  const chosen: BotAccount[] = [];
  while (chosen.length < count && left.length > 0) {
    const bot = pick(random, left);
    chosen.push(bot);
    left.splice(left.indexOf(bot), 1);
  }
  return chosen;
}
