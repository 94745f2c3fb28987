import { createHash } from 'node:crypto';
import type { ParsedLine } from './parse/parsed-statement.ts';

const hashOf = (parts: readonly (string | number | null)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const plain = (text: string | null): string => (text ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Keys of a file's lines, by which a movement is known in another file. With the bank's own reference it is that with day, side
 * and sum; without one it is what the line says, and its place among the equal lines of the file, since two equal payments of
 * a day are two.
 * @param account that the lines are booked on
 */
export function keysOf(account: string, lines: readonly ParsedLine[]): string[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const { reference, bookedOn, side, amountTiyin } = line;
    const of = [account, bookedOn, side, amountTiyin];
    if (reference !== null) return hashOf([...of, 'reference', reference]);
    const said = hashOf([
      ...of,
      'words',
      plain(line.document),
      plain(line.purpose),
      plain(line.partyAccount),
    ]);
    const place = (seen.get(said) ?? 0) + 1;
    seen.set(said, place);
    return place === 1 ? said : hashOf([said, place]);
  });
}

/** The key of a line that contradicts the stored one with its key: each thing that a file says of a movement is stored once. */
export const keyOfContrary = (key: string, line: ParsedLine): string =>
  hashOf([
    key,
    'contrary',
    line.valueOn,
    plain(line.purpose),
    plain(line.partyName),
    plain(line.partyAccount),
    line.partyStir,
  ]);
