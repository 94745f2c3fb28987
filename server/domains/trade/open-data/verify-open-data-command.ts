import { hash } from 'node:crypto';
import { parseArgs } from 'node:util';
import {
  keysAt,
  leafHash,
  readEntries,
  readGivenBytes,
  rootOf,
  Unreadable,
  type GivenKeys,
} from '#server/domains/trade/signed-records/index.ts';
import type { CommandOutput } from '#server/platform/modules/index.ts';
import { OPEN_DATA_FORMAT, type SignedOpenData } from '#shared/open-data/open-data-files.ts';
import { resultRowSchema, type ResultRow } from '#shared/open-data/result-row.ts';
import { openNote, type TreeHead } from '#shared/trust/checkpoint.ts';
import { HEAD_FORMAT, type LogHead, type SignedHead } from '#shared/trust/public-log.ts';
import { checkSignature } from '#shared/trust/signed-statement.ts';

const USAGE = 'usage: verify-open-data FILE --manifest FILE [--keys FILE|URL] [--log URL]';

type Keys = GivenKeys['keys'];

/** The file is not what the operator signed; the message says how. */
class Contradiction extends Error {}

/**
 * `verify-open-data FILE --manifest FILE [--keys FILE|URL] [--log URL]`: needs nothing of the installation when keys are given, and
 * no network without `--log`. Returns the exit code: 0 the file is what it says, 1 it is not, 2 invalid arguments or something
 * that cannot be read.
 */
export async function runVerifyOpenDataCommand(
  argv: readonly string[],
  { out, ownKeys }: { out: CommandOutput; ownKeys: () => Promise<GivenKeys> },
): Promise<number> {
  try {
    const { file, manifest, log, keys: given } = argumentsOf(argv);
    const bytes = await readGivenBytes(file);
    const signed = await readManifest(manifest);
    const { keys } = given === undefined ? await ownKeys() : await keysAt(given);
    const check = await checkSignature(signed, keys);
    if (check !== 'valid') throw new Contradiction(`the signature of the manifest is ${check}`);
    const { period, version, rows, files, checkpoint } = signed.statement;
    const sha256 = hash('sha256', bytes);
    const listed = files.find((one) => one.sha256 === sha256 && one.bytes === bytes.length);
    if (!listed) throw new Contradiction('its SHA-256 is none of those in the manifest');
    out.line(
      `${file}: results of ${period}, version ${version}, ${rows} auctions; the checksum is that of ${listed.name}, the signature is valid`,
    );
    const head = checkpoint === null ? null : await openNote(checkpoint, keys);
    if (checkpoint !== null && !head) throw new Contradiction('its checkpoint is not signed by the operator');
    if (head) out.line(`made under the checkpoint of ${head.origin} with ${head.size} entries`);
    if (log === undefined) return 0;
    if (!head) throw new Contradiction('it names no checkpoint');
    if (listed.format !== 'jsonl')
      throw new Unreadable('results are compared with the log from the JSONL file');
    const heads = await headsUnder(head, log, keys);
    out.line(compared(rowsOf(bytes), heads));
    return 0;
  } catch (error) {
    // Not retried: the person who typed the command reads why.
    if (error instanceof Contradiction) {
      out.error(`NOT PROVEN: ${error.message}`);
      return 1;
    }
    if (!(error instanceof Unreadable)) throw error;
    out.error(error.message);
    return 2;
  }
}

function argumentsOf(argv: readonly string[]) {
  const options = {
    manifest: { type: 'string' },
    keys: { type: 'string' },
    log: { type: 'string' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...argv], allowPositionals: true, options });
    const [file, ...more] = positionals;
    const { manifest, keys, log } = values;
    if (file !== undefined && manifest !== undefined && more.length === 0 && (!log || URL.canParse(log)))
      return { file, manifest, keys, log };
  } catch {
    // An unknown option: not retried, the usage says what there is.
  }
  throw new Unreadable(USAGE);
}

async function readManifest(name: string): Promise<SignedOpenData> {
  const text = (await readGivenBytes(name)).toString();
  try {
    const value = JSON.parse(text) as SignedOpenData;
    if (value.format === OPEN_DATA_FORMAT) return value;
  } catch {
    // Not JSON: said below, not retried.
  }
  throw new Unreadable(`${name}: not a manifest of open data`);
}

/** Signed heads of rooms by lot, from the entries that lead to the checkpoint. */
async function headsUnder(head: TreeHead, log: string, keys: Keys): Promise<Map<number, LogHead>> {
  const entries = await readEntries(async (path) => {
    const answer = await fetch(new URL(path, log), { redirect: 'error' }).catch((error: unknown) => {
      // Not retried: reported to the person who named the address.
      throw new Unreadable(`${log}: ${String(error)}`);
    });
    if (!answer.ok) throw new Unreadable(`${path} answered ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  }, head.size);
  if (!entries || !rootOf(entries.map(leafHash)).equals(head.root))
    throw new Contradiction('the log has other entries than its checkpoint');
  const heads = new Map<number, LogHead>();
  for (const [position, entry] of entries.entries()) {
    const signed = JSON.parse(entry.toString()) as SignedHead;
    if (signed.format !== HEAD_FORMAT) continue;
    if ((await checkSignature(signed, keys, position)) === 'valid')
      heads.set(signed.statement.lotId, signed.statement);
  }
  return heads;
}

function rowsOf(bytes: Buffer): ResultRow[] {
  return bytes
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { success, data } = resultRowSchema.safeParse(JSON.parse(line));
      if (!success) throw new Contradiction(`a line is no result: ${line.slice(0, 80)}`);
      return data;
    });
}

function compared(rows: readonly ResultRow[], heads: ReadonlyMap<number, LogHead>): string {
  let agree = 0;
  for (const { lot_id: lotId, log_head: logHead, hammer_price_tiyin: price } of rows) {
    if (logHead === null) continue;
    const head = heads.get(lotId);
    if (!head) throw new Contradiction(`the log has no end of the auction of lot ${lotId}`);
    if (head.publicHead !== logHead || head.priceTiyin !== price)
      throw new Contradiction(`the log has another result of lot ${lotId}: ${head.priceTiyin ?? 'no'} tiyin`);
    agree += 1;
  }
  return `${agree} results are those of the log; ${rows.length - agree} auctions had no log when the file was made`;
}
