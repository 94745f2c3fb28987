import { checkPages, type EvidenceCheck, type EvidenceFound } from '#server/platform/modules/index.ts';
import { openNote } from '#shared/trust/checkpoint.ts';
import type { SignedBlock } from '#shared/trust/inclusion.ts';
import { checkProtocolCode, isProtocolCode } from '#shared/trust/protocol-code.ts';
import { checkSignature, type ListedKey } from '#shared/trust/signed-statement.ts';
import type { LogBlocksRepository, StoredBlock } from './log-blocks.repository.ts';
import { growingTree, hashesIn, leafHash, rootOfStored } from './merkle-tree.ts';
import { TILE_WIDTH } from './tiles.ts';
import type { SignedDocument, SignedStatementsRepository } from './signed-statements.repository.ts';
import type { TransparencyLogRepository } from './transparency-log.repository.ts';

const STATEMENTS_A_PAGE = 500;
const LEAVES_A_PAGE = 1_000;
const BLOCKS_A_PAGE = 100;

type Keys = Pick<ListedKey, 'kid' | 'kty' | 'crv' | 'x'>[];

export interface SignedEvidenceDeps {
  statements: Pick<SignedStatementsRepository, 'after' | 'keys'>;
  leaves: Pick<TransparencyLogRepository, 'leaves' | 'checkpoints' | 'tiles'>;
  blocks: Pick<LogBlocksRepository, 'blocks'>;
}

/** What the operator signed, and the tree over the heads of rooms with every state of it that was given out. */
export function signedEvidence({ statements, leaves, blocks }: SignedEvidenceDeps): EvidenceCheck[] {
  // As they are listed: a look lists no key of its own.
  const keys = async (): Promise<Keys> =>
    (await statements.keys()).map(({ keyId, publicKey }) => ({
      kid: keyId,
      kty: 'OKP',
      crv: 'Ed25519',
      x: publicKey,
    }));
  return [
    {
      name: 'statements that the operator signed',
      async check() {
        const listed = await keys();
        return checkPages(
          (last: SignedDocument | undefined) => statements.after(last, STATEMENTS_A_PAGE),
          async ({ kind, subject, document }) => {
            const said = isProtocolCode(document)
              ? (await checkProtocolCode(document, listed)).check
              : await checkSignature(JSON.parse(document), listed);
            return said === 'valid' ? null : `${kind} ${subject}: ${said}`;
          },
        );
      },
    },
    { name: 'leaves and states of the transparency log', check: () => checkTree(leaves, keys) },
    {
      name: 'blocks of entries and attempts in the transparency log',
      check: () =>
        checkPages(
          (last: StoredBlock | undefined) => blocks.blocks(last?.position ?? -1, BLOCKS_A_PAGE),
          ({ position, document, leaves: stored }) => {
            const { statement } = JSON.parse(document) as SignedBlock;
            const hashes = hashesIn(stored).length;
            return statement.entries + statement.attempts + statement.counts === hashes &&
              rootOfStored(stored).toString('hex') === statement.root
              ? null
              : `the hashes of block ${position} were changed`;
          },
        ),
    },
  ];
}

const tileKey = (level: number, index: number): string => `${level}/${index}`;

async function checkTree(
  log: SignedEvidenceDeps['leaves'],
  keys: () => Promise<Keys>,
): Promise<EvidenceFound> {
  const listed = await keys();
  const states = new Map((await log.checkpoints()).map(({ size, note }) => [size, note]));
  const tiles = new Map((await log.tiles()).map(({ level, index, root }) => [tileKey(level, index), root]));
  const tree = growingTree();
  let size = 0;
  const first = states.get(0);
  states.delete(0);
  const empty = first === undefined ? null : await openNote(first, listed);
  const unsound =
    first !== undefined && !(empty?.size === 0 && tree.root().equals(empty.root))
      ? ['the state of the empty tree is not one that a listed key signed']
      : [];
  const found = await checkPages(
    (last: { position: number } | undefined) => {
      const from = last ? last.position + 1 : 0;
      return log.leaves(from, from + LEAVES_A_PAGE);
    },
    async ({ position, document, hash }) => {
      const whole = tree.add(hash);
      size += 1;
      if (position + 1 !== size) return `leaf ${position}: one before it is missing`;
      if (!leafHash(Buffer.from(document)).equals(hash)) return `leaf ${position} was changed`;
      for (const { size: under, root } of whole) {
        const level = Math.log2(under) / Math.log2(TILE_WIDTH);
        const index = size / under - 1;
        if (level > 0 && Number.isInteger(level) && !tiles.get(tileKey(level, index))?.equals(root))
          return `tile ${index} of level ${level} is not that of its leaves`;
      }
      const note = states.get(size);
      states.delete(size);
      if (note === undefined) return null;
      const head = await openNote(note, listed);
      if (!head) return `the state of size ${size} is not signed by a listed key`;
      return head.size === size && tree.root().equals(head.root)
        ? null
        : `the tree is not the one whose state of size ${size} was given out`;
    },
  );
  found.faults.push(
    ...unsound,
    ...[...states.keys()].map((left) => `a state of size ${left} was given out, the tree has ${size}`),
  );
  return found;
}
