import { parseArgs } from 'node:util';
import type { CommandOutput } from '#server/platform/modules/index.ts';
import { ANOMALY_SIGNS, type AnomalySign } from '#shared/trust/anomaly-signs.ts';
import type { FoundSign } from '../facts.ts';
import { judgeInOrder } from './judge-in-order.ts';
import type { PlayedAuction } from './market.ts';
import { readRecorded, UnreadableRecord } from './recorded-auctions.ts';
import type { Ring } from './rings.ts';
import { ringsOf, syntheticYear } from './synthetic-year.ts';

const USAGE = 'usage: check-flags [--seed N] [--recorded FILE]';
/** Signs that recorded auctions can show. */
const RECORDED_SIGNS: readonly AnomalySign[] = ['pair', 'jump', 'never-wins'];
const RINGS = 4;

/**
 * `check-flags [--seed N] [--recorded FILE]`: what the signs find among planted rings, and among honest auctions. Needs nothing of the
 * installation. Exit code 0, or 2 for invalid arguments and files that cannot be read.
 */
export async function runCheckFlagsCommand(argv: readonly string[], out: CommandOutput): Promise<number> {
  try {
    const { seed, recorded } = argumentsOf(argv);
    out.line(`seed ${seed}`);
    for (const [title, kinds] of [
      ['plain rings', { plain: RINGS, hiding: 0 }],
      ['rings that hide', { plain: 0, hiding: RINGS }],
    ] as const) {
      const rings = ringsOf(kinds);
      printRings(title, rings, judgeInOrder(syntheticYear(seed, rings)), out);
    }
    const honest = syntheticYear(seed, []);
    printBaseRate('honest synthetic auctions', honest, ANOMALY_SIGNS, out);
    if (recorded !== undefined) {
      const played = await readRecorded(recorded);
      printBaseRate('recorded auctions', played, RECORDED_SIGNS, out);
      const half = Math.ceil(played.length / 2);
      // Each half is judged alone: the first one chose the thresholds and must not speak for the second one.
      printBaseRate(
        '  first half, which chose the threshold of jump',
        played.slice(0, half),
        RECORDED_SIGNS,
        out,
      );
      printBaseRate('  second half', played.slice(half), RECORDED_SIGNS, out);
      const alone = judgeInOrder(played, { comparesSellers: false }).filter(
        ({ sign }) => sign === 'never-wins',
      );
      out.line(
        `  they are all of one seller, of which never-wins says nothing; without comparing sellers it would flag ${share(lotsOf(alone), played.length)}`,
      );
    }
    return 0;
  } catch (error) {
    // Not retried: the person who typed the command reads why.
    if (!(error instanceof UnreadableRecord)) throw error;
    out.error(error.message);
    return 2;
  }
}

function argumentsOf(argv: readonly string[]): { seed: number; recorded: string | undefined } {
  let values: { seed?: string; recorded?: string };
  try {
    ({ values } = parseArgs({
      args: [...argv],
      options: { seed: { type: 'string' }, recorded: { type: 'string' } },
    }));
  } catch (error) {
    // Not retried: an option that does not exist.
    throw new UnreadableRecord(USAGE, { cause: error });
  }
  const { seed = '1', recorded } = values;
  if (!/^\d{1,9}$/.test(seed)) throw new UnreadableRecord(USAGE);
  return { seed: Number(seed), recorded };
}

const peopleOf = (flag: FoundSign): string[] => [
  ...new Set(flag.evidence.flatMap(({ personId }) => personId ?? [])),
];
const lotsOf = (of: readonly FoundSign[]): number =>
  new Set(of.flatMap(({ evidence }) => evidence.map(({ lotId }) => lotId))).size;
const share = (part: number, whole: number): string =>
  whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(1)} % (${part} of ${whole})`;

/** A flag is right when one of the people in it is of a ring; a ring is found by one such flag of any sign. */
function printRings(
  title: string,
  rings: readonly Ring[],
  flags: readonly FoundSign[],
  out: CommandOutput,
): void {
  const members = new Set(rings.flatMap((ring) => ring.members));
  const right = (flag: FoundSign) => peopleOf(flag).some((id) => members.has(id));
  const found = (ring: Ring, of: readonly FoundSign[]) =>
    of.some((flag) => peopleOf(flag).some((id) => ring.members.includes(id)));
  out.line(`${title}: ${rings.length} rings, ${flags.length} flags`);
  const line = (name: string, of: readonly FoundSign[]) =>
    out.line(
      `  ${name}: precision ${share(of.filter(right).length, of.length)}, recall ${share(
        rings.filter((ring) => found(ring, of)).length,
        rings.length,
      )}, false ${of.filter((flag) => !right(flag)).length}`,
    );
  line('all signs', flags);
  for (const sign of ANOMALY_SIGNS) {
    const own = flags.filter((flag) => flag.sign === sign);
    if (own.length > 0) line(sign, own);
  }
  for (const kind of ['cover', 'shill', 'deterrent'] as const) {
    const own = rings.filter((ring) => ring.kind === kind);
    out.line(
      `  rings of kind ${kind}: found ${share(own.filter((ring) => found(ring, flags)).length, own.length)}`,
    );
  }
}

/** Auctions that are part of the evidence of any flag of these signs. */
function printBaseRate(
  title: string,
  played: readonly PlayedAuction[],
  signs: readonly AnomalySign[],
  out: CommandOutput,
): void {
  const flags = judgeInOrder(played).filter(({ sign }) => signs.includes(sign));
  const bySign = signs.map((sign) => `${sign} ${lotsOf(flags.filter((flag) => flag.sign === sign))}`);
  out.line(`${title}: flagged ${share(lotsOf(flags), played.length)}: ${bySign.join(', ')}`);
}
