import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  committedEntries,
  publicChain,
  type AuctionLogRepository,
  type BlockSource,
  type EntryRange,
  type RoomExtent,
} from '#server/auction/index.ts';
import { canonicalText } from '#shared/trust/canonical-bytes.ts';
import { BLOCK_FORMAT, type AttemptLeaf, type EntryLeaf, type LogBlock } from '#shared/trust/inclusion.ts';
import { leafHashes, rootOfStored } from './merkle-tree.ts';
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
/** Blocks of one transaction: a storm's of a second and more. */
const MOST_BLOCKS = 16;
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

/** What may be in no block yet. */
interface News {
  extents: readonly RoomExtent[];
  /** `extents` has rooms that Redis forgot long ago, too. */
  whole: boolean;
  /** No attempt up to this one is still to come; null: none is new. */
  lastAttempt: number | null;
  counts: boolean;
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

/** The canonical text: JSON.stringify gives it where the members are in the order of RFC 8785, and none of them has members itself. */
const attemptText = (leaf: AttemptLeaf): string => {
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
  return JSON.stringify(ordered);
};

/** As canonicalBytes writes it: hashes and numbers need no escaping. */
const entryText = ({ hash, lotId, seq }: EntryLeaf): string =>
  `{"hash":"${hash}","lotId":${lotId},"seq":${seq}}`;

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
    mark = null;
    rooms = new Map();
  }

  /** The ranges of entries that no block has, up to as many as one block takes. */
  async function grown(stored: BlockQueries, extents: readonly RoomExtent[]) {
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
      if (changed.has(lotId) || through <= room.seq) continue;
      ranges.push({ lotId, after: room.seq, through, termsHash });
      left -= through - room.seq;
    }
    rooms = followed;
    return ranges;
  }

  async function chainOf(lotId: number, termsHash: string, room: FollowedRoom): Promise<Chain | null> {
    if (room.chain) return room.chain;
    const chain = publicChain(termsHash);
    if (room.seq > 0) for await (const { entry } of committedEntries(log, lotId, room.seq)) chain.link(entry);
    room.chain = chain.head() === room.hash ? chain : null;
    return room.chain;
  }

  function leaveOut(lotId: number): void {
    changed.add(lotId);
    onChanged(lotId);
  }

  /** By room; of one that lacks an entry those before it. */
  async function read(ranges: readonly EntryRange[]) {
    const whole = await source.entries(ranges);
    const found = new Set(whole.map(({ lotId }) => lotId));
    const broken = await Promise.all(
      ranges
        .filter(({ lotId }) => !found.has(lotId))
        .map(async ({ lotId, after, through }) => {
          const entries = (await log.readEntries(lotId, after, through - after)).map(({ entry }) => entry);
          const missing = entries.findIndex(({ seq }, at) => seq !== after + at + 1);
          return { lotId, entries: missing < 0 ? entries : entries.slice(0, missing) };
        }),
    );
    return [...whole, ...broken.filter(({ entries }) => entries.length > 0)].toSorted(
      (a, b) => a.lotId - b.lotId,
    );
  }

  async function entriesOf(stored: BlockQueries, extents: readonly RoomExtent[]) {
    const leaves = leafHashes(MOST);
    let count = 0;
    const inBlock: BlockRoom[] = [];
    const ranges = [];
    const chains = new Map<number, Chain>();
    for (const range of await grown(stored, extents)) {
      const chain = await chainOf(range.lotId, range.termsHash, rooms.get(range.lotId) as FollowedRoom);
      if (chain) {
        chains.set(range.lotId, chain);
        ranges.push(range);
        continue;
      }
      leaveOut(range.lotId);
    }
    for (const { lotId, entries } of await read(ranges)) {
      const room = rooms.get(lotId) as FollowedRoom;
      const chain = chains.get(lotId) as Chain;
      const [firstSeq, firstPlace] = [room.seq + 1, count];
      for (const entry of entries) {
        room.hash = chain.link(entry);
        room.seq += 1;
        count = leaves.add(entryText({ lotId, seq: room.seq, hash: room.hash }));
        if (count % AT_ONCE === 0) await setImmediate();
      }
      const lastHash = Buffer.from(room.hash, 'hex');
      inBlock.push({ lotId, firstSeq, lastSeq: room.seq, firstPlace, lastHash });
    }
    for (const { lotId, through } of ranges) if (rooms.get(lotId)?.seq !== through) leaveOut(lotId);
    return { leaves: leaves.bytes(), count, rooms: inBlock };
  }

  /** @param through null: nothing of them is new */
  async function attemptsOf(after: number, through: number | null) {
    const attempts = through !== null && through > after ? await source.attempts(after, through, MOST) : [];
    const salts = randomBytes(attempts.length * SALT_BYTES);
    const leaves = leafHashes(attempts.length);
    for (const [at, attempt] of attempts.entries()) {
      const salt = salts.subarray(at * SALT_BYTES, (at + 1) * SALT_BYTES);
      const count = leaves.add(attemptText(attemptLeafOf(attempt, salt)));
      if (count % AT_ONCE === 0) await setImmediate();
    }
    const ids = attempts.map(({ id }) => id);
    return {
      leaves: leaves.bytes(),
      ids,
      salts,
      through: attempts.length < MOST ? Math.max(after, through ?? after) : (ids.at(-1) ?? after),
    };
  }

  /** The next block; null: nothing is new. */
  async function gather(
    stored: BlockQueries,
    { extents, lastAttempt, counts: withCounts }: News,
  ): Promise<(NewBlock & { full: boolean }) | null> {
    const entries = await entriesOf(stored, extents);
    const attempts = await attemptsOf(mark?.attemptsThrough ?? 0, lastAttempt);
    const counted =
      mark && !withCounts
        ? { counts: [], through: mark.countedThrough }
        : await source.counts(mark?.countedThrough ?? null);
    const counts = leafHashes(counted.counts.length);
    for (const count of counted.counts) counts.add(canonicalText(count));
    const leaves = Buffer.concat([entries.leaves, attempts.leaves, counts.bytes()]);
    if (leaves.length === 0) return null;
    const statement: LogBlock = {
      entries: entries.count,
      attempts: attempts.ids.length,
      counts: counted.counts.length,
      root: rootOfStored(leaves).toString('hex'),
    };
    return {
      document: JSON.stringify(await sign(BLOCK_FORMAT, statement)),
      leaves,
      rooms: entries.rooms,
      attemptIds: attempts.ids,
      salts: attempts.salts,
      attemptsThrough: attempts.through,
      countedThrough: counted.through,
      full: entries.count >= MOST || attempts.ids.length >= MOST,
    };
  }

  /** What was committed since the last block; null: nothing, so that no transaction is needed. */
  async function look(): Promise<News | null> {
    if (unfinished) forget();
    const { attempt, counts, rooms: extents } = await source.news(!remembered, mark?.countedThrough ?? null);
    const isNew =
      attempt > (mark?.attemptsThrough ?? 0) ||
      counts ||
      extents.some(({ lotId, seq }) => seq > (rooms.get(lotId)?.seq ?? 0) && !changed.has(lotId));
    // Another process has gone on since, or the database is an older one.
    if (remembered && !isNew && (await blocks.last())?.position !== mark?.position) {
      forget();
      return look();
    }
    if (!isNew && remembered) return null;
    const lastAttempt = attempt > (mark?.attemptsThrough ?? 0) ? attempt : null;
    if (lastAttempt !== null) await source.attemptsSettled();
    return { extents, whole: !remembered, lastAttempt, counts };
  }

  /** Adds the next blocks; `full` where there may be more. Adds none where another process is at work. */
  async function addSome(news: News): Promise<{ blocks: number; full: boolean }> {
    const added = await blocks.alone(async (stored) => {
      // What is remembered is of a transaction that was not committed.
      if (unfinished) forget();
      unfinished = true;
      const last = await stored.last();
      if (remembered && last?.position !== mark?.position) forget();
      mark = last;
      // Rooms that were forgotten by Redis long ago are left out where the memory of them was thought to be right.
      const extents = remembered || news.whole ? news.extents : (await source.news(true, null)).rooms;
      const made: NewBlock[] = [];
      let full = true;
      while (full && made.length < MOST_BLOCKS) {
        const block = await gather(stored, { ...news, extents });
        if (block) {
          made.push(block);
          const { attemptsThrough, countedThrough } = block;
          // Its position is known at the end.
          mark = { position: -1, attemptsThrough, countedThrough };
        }
        full = block?.full === true;
      }
      remembered = true;
      if (mark && made.length > 0) mark.position = await stored.add(made);
      return { blocks: made.length, full };
    });
    unfinished = false;
    return added ?? { blocks: 0, full: false };
  }

  async function addAll(): Promise<number> {
    // Once for all blocks of this run: those who record attempts wait meanwhile.
    const news = await look();
    for (let made = 0; ;) {
      const added = news && (await addSome(news));
      made += added?.blocks ?? 0;
      if (!added?.full) return made;
    }
  }

  let underWay: Promise<number> | null = null;

  return {
    /** Puts everything new into the log, and returns how many blocks it took. Several processes may call it: one at a time works. */
    add: (): Promise<number> => (underWay ??= addAll().finally(() => (underWay = null))),
  };
}
