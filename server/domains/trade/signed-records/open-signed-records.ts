import {
  createAuctionLogRepository,
  createBlockSource,
  createOwnAttemptsRepository,
} from '#server/auction/index.ts';
import type { Signer } from '#server/integrations/signer/index.ts';
import type { Witness } from '#server/integrations/witness/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { askWitness } from './ask-witness.ts';
import { inclusionOf } from './inclusion.ts';
import { createLogBlocksRepository } from './log-blocks.repository.ts';
import { createLogBlocks } from './log-blocks.ts';
import { signedEvidence } from './signed-evidence.ts';
import { createSignedRecords } from './signed-records.service.ts';
import { createSignedStatementsRepository } from './signed-statements.repository.ts';
import { createTransparencyLogRepository } from './transparency-log.repository.ts';
import { createTransparencyLog } from './transparency-log.ts';

export interface OpenSignedRecords {
  signer: Signer;
  /** Names the log in its checkpoints. */
  origin: () => string;
  /** As of log blocks. */
  onChanged: (lotId: number) => void;
}

/** What the operator signs and the log it is in, on one database. */
export function openSignedRecords(db: AnyDb, { signer, origin, onChanged }: OpenSignedRecords) {
  const statements = createSignedStatementsRepository(db);
  const leaves = createTransparencyLogRepository(db);
  const blocks = createLogBlocksRepository(db);
  const log = createAuctionLogRepository(db);
  const attempts = createOwnAttemptsRepository(db);
  const signedRecords = createSignedRecords({
    signer,
    statements,
    log,
    attempts,
    inclusionOf: (receipt, person) => inclusionOf({ blocks, transparencyLog, attempts }, receipt, person),
  });
  const transparencyLog = createTransparencyLog({
    leaves,
    signer,
    listKey: signedRecords.listKey,
    origin,
  });
  const logBlocks = createLogBlocks({
    source: createBlockSource(db),
    log,
    blocks,
    sign: signedRecords.sign,
    onChanged,
  });
  return {
    signedRecords,
    askWitness: (witness: Witness) => askWitness({ leaves, transparencyLog }, witness),
    transparencyLog,
    logBlocks,
    signedEvidence: signedEvidence({ statements, leaves, blocks }),
  };
}
