import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { ChainedAction } from './action-chain.ts';

/** As `database partitions --archive` writes them. */
const FILE = /^person_action_.+\.jsonl\.gz$/;

interface ArchivedRow {
  id: number;
  person_id: string | null;
  type: string;
  action: string;
  result: string;
  reason: string | null;
  address: string | null;
  /** ISO, with up to six digits of a second. */
  at: string;
}

/** Actions of months that left the database. One file is in memory at a time; a block is in one file, because it is of one month. */
export function openActionArchive(folder: string) {
  let files: string[] | null = null;
  let held: ChainedAction[] = [];
  const within = (range: { afterId: number; lastId: number }) =>
    held.filter(({ id }) => id > range.afterId && id <= range.lastId);
  return {
    /** By id. @throws when the folder or one of its files cannot be read */
    async actions(range: { afterId: number; lastId: number }): Promise<ChainedAction[]> {
      const found = within(range);
      if (found.length > 0) return found;
      files ??= (await readdir(folder)).filter((name) => FILE.test(name));
      for (const file of files) {
        held = await readActions(path.join(folder, file));
        const there = within(range);
        if (there.length > 0) return there;
      }
      return [];
    },
  };
}

async function readActions(file: string): Promise<ChainedAction[]> {
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity });
  const actions: ChainedAction[] = [];
  for await (const line of lines) {
    const { person_id: personId, at, ...row } = JSON.parse(line) as ArchivedRow;
    actions.push({ ...row, personId, atUs: microseconds(at) });
  }
  return actions.toSorted((a, b) => a.id - b.id);
}

function microseconds(at: string): number {
  const [, seconds = '', digits = '', zone = ''] = /^(.{19})(?:\.(\d{1,6}))?(.+)$/.exec(at) ?? [];
  return Date.parse(`${seconds}${zone}`) * 1_000 + Number(digits.padEnd(6, '0'));
}
