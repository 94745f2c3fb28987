import { blockOf, withinOneMonth } from './action-chain.ts';
import type { ActionBlocksRepository } from './action-blocks.repository.ts';

/** Read and hashed at once. */
const BLOCK_ACTIONS = 5_000;
/** How long a round waits for transactions under way; what they hold up is sealed by the next one. */
const WAIT_MS = 10_000;
const LOOK_MS = 100;

/**
 * Seals what was recorded since the last block. Ids are drawn before they are committed, so a lower one may appear after a higher
 * one: an id counts once every transaction that wrote to the log when it was seen has ended.
 * @param blockActions most actions of a block
 * @returns how many actions were sealed
 */
export async function sealActions(
  blocks: ActionBlocksRepository,
  { blockActions = BLOCK_ACTIONS, waitMs = WAIT_MS } = {},
): Promise<number> {
  const highest = await blocks.highestId();
  if (!(await haveEnded(blocks, await blocks.writers(), waitMs))) return 0;
  let count = 0;
  for (let last = await blocks.last(); (last?.lastId ?? 0) < highest; last = await blocks.last()) {
    const read = await blocks.actions({
      afterId: last?.lastId ?? 0,
      lastId: highest,
      limit: blockActions,
    });
    const actions = withinOneMonth(read);
    const newest = actions.at(-1);
    if (!newest) break;
    const added = await blocks.add(blockOf(last, actions), new Date(newest.atUs / 1_000));
    if (added) count += actions.length;
  }
  return count;
}

async function haveEnded(
  blocks: Pick<ActionBlocksRepository, 'writers'>,
  writers: readonly string[],
  waitMs: number,
): Promise<boolean> {
  const until = performance.now() + waitMs;
  for (let left = writers; left.length > 0;) {
    if (performance.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const now = new Set(await blocks.writers());
    left = left.filter((writer) => now.has(writer));
  }
  return true;
}
