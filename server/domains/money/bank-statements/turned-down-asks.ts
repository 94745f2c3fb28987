import type { BankLineStep } from './statement-tables.ts';

/** One person has what they asked about a line turned down, or turns down what others ask, so often: no one alone holds up its money. */
export const TURNED_DOWN_BY_ONE_MAX = 2;

/** Who asked for something about a line that somebody else turned down, and who that was, by its steps. */
export function turnedDownAsks(
  steps: readonly Pick<BankLineStep, 'action' | 'actor'>[],
): { asker: string; by: string }[] {
  const asks: { asker: string; by: string }[] = [];
  let asker: string | null = null;
  for (const { action, actor } of steps) {
    if (action === 'rejected' && asker !== null && actor !== asker) asks.push({ asker, by: actor });
    asker = action === 'asked' ? actor : null;
  }
  return asks;
}
