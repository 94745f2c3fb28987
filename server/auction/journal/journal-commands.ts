import type { AuctionLogRepository } from '../state/auction-log.repository.ts';
import type { AuctionState } from '../state/contract.ts';
import type { RebuildRepository } from './rebuild.repository.ts';
import { verifyLog } from './verify-log.ts';

/** Where a command writes its lines; `error`: standard error. */
export interface CommandOutput {
  line(text: string): void;
  error(text: string): void;
}

const FAULTS_SHOWN = 20;
const LOTS_A_PAGE = 1_000;

function lotIds(argv: readonly string[]): number[] | null {
  const ids = argv.map(Number);
  return ids.length > 0 && ids.every((id) => Number.isSafeInteger(id) && id > 0) ? ids : null;
}

async function* everyLot(repository: AuctionLogRepository): AsyncGenerator<number> {
  let page = await repository.lotIdsAfter(0, LOTS_A_PAGE);
  while (page.length > 0) {
    yield* page;
    page = await repository.lotIdsAfter(page.at(-1) ?? 0, LOTS_A_PAGE);
  }
}

/**
 * `verify-log LOT…` or `verify-log --all`: checks the chain of each lot. Returns the exit code: 0 all chains are intact, 1 an entry was changed,
 * 2 invalid arguments or no such lot.
 */
export async function runVerifyLogCommand(
  argv: readonly string[],
  { repository, out }: { repository: AuctionLogRepository; out: CommandOutput },
): Promise<number> {
  const ids = argv.length === 1 && argv[0] === '--all' ? everyLot(repository) : lotIds(argv);
  if (!ids) {
    out.error('usage: verify-log LOT…   or   verify-log --all');
    return 2;
  }
  let code = 0;
  for await (const id of ids) {
    const result = await verifyLog(repository, id);
    if (!result) {
      out.error(`lot ${id}: there is no such lot`);
      code = 2;
      continue;
    }
    if (result.faults.length === 0) {
      out.line(`lot ${id}: ${result.entries} entries verified, the chain is whole, head ${result.headHash}`);
      continue;
    }
    if (code === 0) code = 1;
    out.error(
      `lot ${id}: the log was changed, ${result.faults.length} findings in ${result.entries} entries`,
    );
    for (const { seq, fault } of result.faults.slice(0, FAULTS_SHOWN)) {
      out.error(seq === 0 ? `  lot: ${fault}` : `  entry ${seq}: ${fault}`);
    }
  }
  return code;
}

/**
 * `rebuild LOT…` or `rebuild --all`: raises the epoch of lots that are not closed, so that the journal loads them into
 * Redis again from PostgreSQL; also releases lots that were stopped because their log was broken. Bids in flight are
 * answered again by id. Returns the exit code: 0 done, 2 invalid arguments or nothing to rebuild.
 */
export async function runRebuildCommand(
  argv: readonly string[],
  { rebuild, state, out }: { rebuild: RebuildRepository; state: AuctionState; out: CommandOutput },
): Promise<number> {
  const all = argv.length === 1 && argv[0] === '--all';
  const ids = all ? null : lotIds(argv);
  if (!all && !ids) {
    out.error('usage: rebuild LOT…   or   rebuild --all');
    return 2;
  }
  const raised = await rebuild.raiseEpochs(ids);
  for (const { lotId, epoch } of raised) {
    await state.want(lotId);
    out.line(`lot ${lotId}: epoch ${epoch}, the journal loads it again`);
  }
  if (raised.length === 0) out.error('none of these lots is open');
  return raised.length === 0 ? 2 : 0;
}
