import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  committedEntries,
  publicChain,
  type AuctionLogRepository,
  type BlockSource,
} from '#server/auction/index.ts';
import { canonicalBytes } from '#shared/trust/canonical-bytes.ts';
import { BLOCK_FORMAT, type AttemptLeaf, type EntryLeaf, type LogBlock } from '#shared/trust/inclusion.ts';
import { leafHash, rootOf } from './merkle-tree.ts';
import {
  SALT_BYTES,
  type BlockMark,
  type BlockQueries,
  type BlockRoom,
  type LogBlocksRepository,
  type NewBlock,
} from './log-blocks.repository.ts';
import type { Pinning } from './pinned-statements.ts';

/** Entries, and attempts, of one block: small enough to be read and hashed between two turns of others. */
const MOST = 1_024;
/** Hashed before others of the process have a turn. */
const AT_ONCE = 256;

type Chain = ReturnType<typeof publicChain>;

interface FollowedRoom {
  seq: number;
  /** Of the public log there. */
  hash: string;
  /** null: to be made from the first entry on. */
  chain: Chain | null;
}

export interface LogBlocksDeps {
  source: BlockSource;
  log: Pick<AuctionLogRepository, 'readEntries'>;
  blocks: LogBlocksRepository;
  sign: Pinning['sign'];
  /** A room whose stored entries no longer lead to what the log has of them; it is left out until the process starts again. */
  onChanged: (lotId: number) => void;
}

/** What the leaf of an attempt states of its record. */
export const attemptLeafOf = (
  attempt: Awaited<ReturnType<BlockSource['attempts']>>[number],
  salt: Buffer,
): AttemptLeaf => {
  const {
    lotId,
    bidId,
    command,
    amountTiyin,
    verdict,
    reason,
    seq,
    atUs: receivedAtUs,
    decidedAtUs,
  } = attempt;
  return {
    salt: salt.toString('hex'),
    lotId,
    bidId,
    command,
    amountTiyin,
    verdict,
    reason,
    seq,
    receivedAtUs,
    decidedAtUs,
  };
};

/** Of the canonical text: JSON.stringify gives it where the members are in the order of RFC 8785, and none of them has members itself. */
const attemptLeafHash = (leaf: AttemptLeaf): Buffer => {
  const { amountTiyin, bidId, command, decidedAtUs, lotId, reason, receivedAtUs, salt, seq, verdict } = leaf;
  const ordered: AttemptLeaf = {
    amountTiyin,
    bidId,
    command,
    decidedAtUs,
    lotId,
    reason,
    receivedAtUs,
    salt,
    seq,
    verdict,
  };
  return leafHash(Buffer.from(JSON.stringify(ordered)));
};

/** As canonicalBytes writes it: hashes and numbers need no escaping. */
const entryLeafHash = ({ hash, lotId, seq }: EntryLeaf): Buffer =>
  leafHash(Buffer.from(`{"hash":"${hash}","lotId":${lotId},"seq":${seq}}`));

/**
 * Puts into the transparency log what was committed since the last time: entries of all rooms by room and sequence, recorded attempts,
 * counts of those that a storm shed. It reads what is committed already, so that no bid and no answer waits for it.
 */
export function createLogBlocks({ source, log, blocks, sign, onChanged }: LogBlocksDeps) {
  let mark: BlockMark | null = null;
  let rooms = new Map<number, FollowedRoom>();
  /** Whether `mark` and `rooms` are those of the last block. */
  let remembered = false;
  let unfinished = false;
  const changed = new Set<number>();

  function forget(): void {
    remembered = false;
    rooms = new Map();
  }

  /** The rooms with entries that no block has, up to as many as one block takes. */
  async function grown(stored: BlockQueries) {
    const extents = (await source.rooms(!remembered)).filter(({ lotId }) => !changed.has(lotId));
    const unknown = extents.filter(({ lotId }) => !rooms.has(lotId));
    const reached = new Map(
      unknown.length === 0
        ? []
        : (await stored.reached(unknown.map(({ lotId }) => lotId))).map((one) => [one.lotId, one]),
    );
    const followed = new Map<number, FollowedRoom>();
    const ranges: { lotId: number; after: number; through: number; termsHash: string }[] = [];
    let left = MOST;
    for (const { lotId, seq, closed, termsHash } of extents) {
      const before = reached.get(lotId);
      const room = rooms.get(lotId) ?? {
        seq: before?.seq ?? 0,
        hash: before?.hash.toString('hex') ?? termsHash,
        chain: null,
      };
      if (closed && room.seq >= seq) room.chain = null;
      followed.set(lotId, room);
      const through = Math.min(seq, room.seq + left);
      if (through <= room.seq) continue;
      ranges.push({ lotId, after: room.seq, through, termsHash });
      left -= through - room.seq;
    }
    rooms = followed;
    return ranges;
  }

  async function chainOf(lotId: number, termsHash: string, room: FollowedRoom): Promise<Chain | null> {
    if (room.chain) return room.chain;
    const chain = publicChain(termsHash);
    if (room.seq > 0) for await (const { entry } of committedEntries(log, lotId, room.seq)) chain.add(entry);
    room.chain = chain.head() === room.hash ? chain : null;
    return room.chain;
  }

  function leaveOut(lotId: number): void {
    changed.add(lotId);
    onChanged(lotId);
  }

  async function entriesOf(stored: BlockQueries) {
    const leaves: Buffer[] = [];
    const inBlock: BlockRoom[] = [];
    const ranges = [];
    const chains = new Map<number, Chain>();
    for (const range of await grown(stored)) {
      const chain = await chainOf(range.lotId, range.termsHash, rooms.get(range.lotId) as FollowedRoom);
      if (chain) {
        chains.set(range.lotId, chain);
        ranges.push(range);
        continue;
      }
      leaveOut(range.lotId);
    }
    for (const { lotId, seq, entry } of await source.entries(ranges)) {
      const room = rooms.get(lotId) as FollowedRoom;
      // Behind one that is missing: the room is left out below.
      if (seq !== room.seq + 1) continue;
      const { hash } = (chains.get(lotId) as Chain).add(entry);
      const last = inBlock.at(-1);
      const lastHash = Buffer.from(hash, 'hex');
      if (last?.lotId === lotId) [last.lastSeq, last.lastHash] = [seq, lastHash];
      else inBlock.push({ lotId, firstSeq: seq, lastSeq: seq, firstPlace: leaves.length, lastHash });
      leaves.push(entryLeafHash({ lotId, seq, hash }));
      [room.seq, room.hash] = [seq, hash];
      if (leaves.length % AT_ONCE === 0) await setImmediate();
    }
    for (const { lotId, through } of ranges) if (rooms.get(lotId)?.seq !== through) leaveOut(lotId);
    return { leaves, rooms: inBlock };
  }

  async function attemptsOf(after: number, through: number) {
    const attempts = through > after ? await source.attempts(after, through, MOST) : [];
    const salts = randomBytes(attempts.length * SALT_BYTES);
    const leaves: Buffer[] = [];
    for (const [at, attempt] of attempts.entries()) {
      const salt = salts.subarray(at * SALT_BYTES, (at + 1) * SALT_BYTES);
      leaves.push(attemptLeafHash(attemptLeafOf(attempt, salt)));
      if (leaves.length % AT_ONCE === 0) await setImmediate();
    }
    const ids = attempts.map(({ id }) => id);
    return {
      leaves,
      ids,
      salts,
      through: attempts.length < MOST ? Math.max(after, through) : (ids.at(-1) ?? after),
    };
  }

  /** The next block; null: nothing is new. */
  async function gather(
    stored: BlockQueries,
    lastAttempt: number,
  ): Promise<(NewBlock & { full: boolean }) | null> {
    const entries = await entriesOf(stored);
    const attempts = await attemptsOf(mark?.attemptsThrough ?? 0, lastAttempt);
    const counted = await source.counts(mark?.countedThrough ?? null);
    const counts = counted.counts.map((count) => leafHash(Buffer.from(canonicalBytes(count))));
    const leaves = [...entries.leaves, ...attempts.leaves, ...counts];
    if (leaves.length === 0) return null;
    const statement: LogBlock = {
      entries: entries.leaves.length,
      attempts: attempts.leaves.length,
      counts: counts.length,
      root: rootOf(leaves).toString('hex'),
    };
    return {
      document: JSON.stringify(await sign(BLOCK_FORMAT, statement)),
      leaves: Buffer.concat(leaves),
      rooms: entries.rooms,
      attemptIds: attempts.ids,
      salts: attempts.salts,
      attemptsThrough: attempts.through,
      countedThrough: counted.through,
      full: entries.leaves.length >= MOST || attempts.leaves.length >= MOST,
    };
  }

  /** Adds one block; null: nothing is new, or another process is at work. */
  async function addOne(lastAttempt: number): Promise<{ full: boolean } | null> {
    const added = await blocks.alone(async (stored) => {
      // What is remembered is of a transaction that was not committed.
      if (unfinished) forget();
      unfinished = true;
      const last = await stored.last();
      // Another process has gone on since.
      if (remembered && last?.position !== mark?.position) forget();
      mark = last;
      const block = await gather(stored, lastAttempt);
      remembered = true;
      if (!block) return null;
      const { attemptsThrough, countedThrough, full } = block;
      mark = { position: await stored.add(block), attemptsThrough, countedThrough };
      return { full };
    });
    unfinished = false;
    return added;
  }

  async function addAll(): Promise<number> {
    // Once for all blocks of this run: those who record attempts wait meanwhile.
    const lastAttempt = await source.lastAttempt();
    for (let made = 0; ; made += 1) {
      const added = await addOne(lastAttempt);
      if (!added?.full) return added ? made + 1 : made;
    }
  }

  let underWay: Promise<number> | null = null;

  return {
    /** Puts everything new into the log, and returns how many blocks it took. Several processes may call it: one at a time works. */
    add: (): Promise<number> => (underWay ??= addAll().finally(() => (underWay = null))),
  };
}
