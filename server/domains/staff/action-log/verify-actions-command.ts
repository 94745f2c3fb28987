import { parseArgs } from 'node:util';
import type { CommandOutput } from '#server/platform/modules/index.ts';
import { CHAIN_START, hashOfActions, hashOfBlock, type ChainedAction } from './action-chain.ts';
import type { ActionBlocksRepository, SealedBlock } from './action-blocks.repository.ts';
import { openActionArchive } from './action-archive.ts';

const BLOCKS_AT_ONCE = 100;
const USAGE = 'usage: verify-actions [--archive FOLDER]';

type Before = Pick<SealedBlock, 'number' | 'lastId' | 'hash'>;

/**
 * `npm run cli -- verify-actions`: reads the whole action log and compares it with its chain of blocks. Blocks at the beginning of
 * which nothing is left have been archived; with the archive's folder they are read from there. Prints each block that differs, and
 * the head of the chain.
 * @returns the exit code: 0 everything that was read fits, 1 something differs, 2 not understood
 */
export async function runVerifyActionsCommand(
  args: readonly string[],
  out: CommandOutput,
  open: () => Pick<ActionBlocksRepository, 'after' | 'actions' | 'highestId'>,
): Promise<number> {
  let folder: string | undefined;
  try {
    folder = parseArgs({ args: [...args], options: { archive: { type: 'string' } } }).values.archive;
  } catch (error) {
    // Not retried: an unknown option, reported to the caller.
    out.error(`${(error as Error).message}\n${USAGE}`);
    return 2;
  }
  const archive = folder === undefined ? null : openActionArchive(folder);
  const blocks = open();
  const counts = { verified: 0, archived: 0, differing: 0, actions: 0 };
  let before: Before = { number: 0, lastId: 0, hash: CHAIN_START };
  for (;;) {
    const read = await blocks.after(before.number, BLOCKS_AT_ONCE);
    for (const block of read) {
      const stored = await blocks.actions(block);
      const found = stored.length === 0 && archive ? await archive.actions(block) : stored;
      // Months are archived from the oldest on: once a block has actions, those after it have theirs.
      const isArchived = found.length === 0 && counts.verified + counts.differing === 0;
      const problem = problemOf(block, before) ?? (isArchived ? null : differenceOf(block, found));
      if (problem !== null) {
        counts.differing += 1;
        out.error(`block ${block.number} (actions ${block.afterId + 1} to ${block.lastId}): ${problem}`);
      } else if (isArchived) counts.archived += 1;
      else counts.verified += 1;
      counts.actions += found.length;
      before = block;
    }
    if (read.length < BLOCKS_AT_ONCE) break;
  }
  const range = { afterId: before.lastId, lastId: await blocks.highestId() };
  const waiting = (await blocks.actions(range)).length;
  out.line(
    `${counts.verified} blocks with ${counts.actions} actions fit, ${counts.archived} are not in the database any more, ${counts.differing} differ; ${waiting} actions are not sealed yet`,
  );
  out.line(`head: block ${before.number}, ${before.hash}`);
  return counts.differing === 0 ? 0 : 1;
}

function problemOf(block: SealedBlock, before: Before): string | null {
  if (block.number !== before.number + 1) return `block ${before.number + 1} is missing`;
  if (block.afterId !== before.lastId) return `does not begin where block ${before.number} ends`;
  if (hashOfBlock(before.hash, block) !== block.hash) return 'its hash does not follow from the block before';
  return null;
}

function differenceOf(block: SealedBlock, found: readonly ChainedAction[]): string | null {
  if (found.length !== block.count) return `has ${found.length} actions in place of ${block.count}`;
  return hashOfActions(found) === block.actionsHash ? null : 'an action was changed';
}
