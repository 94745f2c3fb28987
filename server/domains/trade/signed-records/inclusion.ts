import type { OwnAttemptsRepository } from '#server/auction/index.ts';
import type { Inclusion } from '#shared/trust/inclusion.ts';
import type { Receipt } from '#shared/trust/receipt.ts';
import { attemptLeafOf } from './log-blocks.ts';
import type { LogBlocksRepository } from './log-blocks.repository.ts';
import { inclusionPath } from './merkle-tree.ts';
import type { TransparencyLog } from './transparency-log.ts';

export interface InclusionDeps {
  blocks: LogBlocksRepository;
  transparencyLog: Pick<TransparencyLog, 'inclusionOf'>;
  attempts: Pick<OwnAttemptsRepository, 'answerTo'>;
}

/**
 * Where the transparency log has the attempt of a receipt; the same ever after. null: nowhere yet, which passes within two seconds, or
 * recorded before there were blocks of attempts.
 */
export async function inclusionOf(
  { blocks, transparencyLog, attempts }: InclusionDeps,
  receipt: Receipt,
  person: string,
): Promise<Inclusion | null> {
  const found =
    receipt.verdict === 'accepted' || receipt.salt !== null
      ? await entryOf(blocks, receipt)
      : await attemptOf({ blocks, attempts }, receipt, person);
  if (!found) return null;
  const { position, document: block, leaves, place } = found.block;
  const inLog = await transparencyLog.inclusionOf(position);
  if (!inLog) return null;
  const { checkpoint, path: logPath } = inLog;
  const path = inclusionPath(leaves, place);
  return { leaf: found.leaf, place, path: hexOf(path), block, position, logPath: hexOf(logPath), checkpoint };
}

async function entryOf(blocks: LogBlocksRepository, { lotId, seq, logHash }: Receipt) {
  if (seq === null || logHash === null) return null;
  const block = await blocks.withEntry(lotId, seq);
  return block && { block, leaf: { lotId, seq, hash: logHash } };
}

async function attemptOf(
  { blocks, attempts }: Pick<InclusionDeps, 'blocks' | 'attempts'>,
  { lotId, bidId }: Receipt,
  person: string,
) {
  const attempt = await attempts.answerTo(lotId, person, bidId);
  const block = attempt && (await blocks.withAttempt(attempt.id));
  return block && { block, leaf: attemptLeafOf({ ...attempt, lotId }, block.salt) };
}

const hexOf = (hashes: readonly Buffer[]): string[] => hashes.map((hash) => hash.toString('hex'));
