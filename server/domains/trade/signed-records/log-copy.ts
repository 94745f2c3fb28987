import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { ObjectMissing, type FileStorage } from '#server/integrations/file-storage/index.ts';
import { headOfNote, textOfNote, type TreeHead } from '#shared/trust/checkpoint.ts';
import { TILE_WIDTH, tilePath, type TileName } from './tiles.ts';
import type { TransparencyLogRepository } from './transparency-log.repository.ts';
import type { TransparencyLog } from './transparency-log.ts';

export interface LogCopyDeps {
  log: Pick<TransparencyLog, 'checkpoint' | 'rootOf' | 'tile'>;
  leaves: Pick<TransparencyLogRepository, 'checkpoint'>;
  storage: Pick<FileStorage, 'put' | 'read' | 'remove'>;
}

/** The stored copy is of another history than the database: a person has to find out which of the two was changed. */
export class CopyContradictsLog extends Error {
  override name = 'CopyContradictsLog';
}

/** An object of storage has the name of its address under `/log/`. */
const nameOf = (address: string): string => address.slice(1);
const CHECKPOINT = nameOf('/log/checkpoint');

/**
 * The copy of the transparency log in file storage, with the names that C2SP tlog-tiles gives them: any server of static files can publish
 * it, and it is there when the database is not.
 */
export function createLogCopy({ log, leaves, storage }: LogCopyDeps) {
  async function stored(): Promise<string | null> {
    try {
      return await text(await storage.read(CHECKPOINT));
    } catch (error) {
      // The first copy; any other fault is the caller's.
      if (error instanceof ObjectMissing) return null;
      throw error;
    }
  }

  return {
    /**
     * Brings the copy to the present state of the log: tiles first, then the checkpoint that needs them, so that a copy that was
     * interrupted is the one before. May be repeated, by several processes at once. Returns the number of leaves in it.
     * @throws CopyContradictsLog, and StorageAway where storage does not answer
     */
    async update(): Promise<number> {
      const before = await stored();
      const note = await log.checkpoint();
      const size = sizeOf(note);
      if (before === note) return size;
      const copied = before === null ? 0 : await sizeInLog({ leaves, log }, before);
      const folder = await mkdtemp(path.join(tmpdir(), 'savdo-log-copy-'));
      try {
        const put = async (name: string, content: Buffer | string) => {
          const file = path.join(folder, 'content');
          await writeFile(file, content);
          await storage.put(name, file);
        };
        for (const tile of tilesBetween(copied, size)) {
          const bytes = await log.tile(tile);
          if (!bytes) throw new Error(`the log of ${size} leaves has no ${tilePath(tile)}`);
          await put(nameOf(tilePath(tile)), bytes);
        }
        await put(CHECKPOINT, note);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
      const needed = new Set(partialTiles(size).map(tilePath));
      for (const tile of partialTiles(copied))
        if (!needed.has(tilePath(tile))) await storage.remove(nameOf(tilePath(tile)));
      return size;
    },
  };
}

function headIn(note: string): TreeHead {
  const head = headOfNote(note);
  if (!head) throw new CopyContradictsLog('what file storage has is not a state of a transparency log');
  return head;
}
const sizeOf = (note: string): number => headIn(note).size;

/** Size of a state that the log has signed, and that its leaves still lead to. */
async function sizeInLog(
  { leaves, log }: Pick<LogCopyDeps, 'leaves' | 'log'>,
  note: string,
): Promise<number> {
  const { size, root } = headIn(note);
  const own = await leaves.checkpoint(size);
  if (own === null || textOfNote(own) !== textOfNote(note))
    throw new CopyContradictsLog(
      `the copy in file storage has a state of ${size} leaves that is none of this log: ${textOfNote(note)}`,
    );
  // The state is only a row of its own: who changes leaves may leave it as it was.
  if (!(await log.rootOf(size)).equals(root))
    throw new CopyContradictsLog(`the ${size} leaves of the copy in file storage are not those of this log`);
  return size;
}

const levelsOf = (size: number): TileName['level'][] => {
  const levels: TileName['level'][] = ['entries'];
  for (let level = 0; TILE_WIDTH ** level <= size; level += 1) levels.push(level);
  return levels;
};

const widthOf = (level: TileName['level'], size: number): number =>
  level === 'entries' ? size : Math.floor(size / TILE_WIDTH ** level);

/** The last tile of each level, where it is not whole. */
const partialTiles = (size: number): TileName[] =>
  levelsOf(size).flatMap((level) => {
    const places = widthOf(level, size);
    const width = places % TILE_WIDTH;
    return width === 0 ? [] : [{ level, index: Math.floor(places / TILE_WIDTH), width }];
  });

/** Tiles of the larger tree that the smaller one has not, or not as whole. */
function* tilesBetween(from: number, to: number): Generator<TileName> {
  for (const level of levelsOf(to)) {
    const [first, end] = [widthOf(level, from), widthOf(level, to)];
    for (let at = first - (first % TILE_WIDTH); at < end; at += TILE_WIDTH)
      yield { level, index: at / TILE_WIDTH, width: Math.min(TILE_WIDTH, end - at) };
  }
}
