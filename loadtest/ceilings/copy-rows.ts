/**
 * Ceiling: COPY of rows already in a table into a table made like it, indexes and all, from this client over the wire.
 * The rows are read before the clock starts. Library defaults; the protocol's own messages, for the client has none.
 */
import pg from 'pg';
import { asOwner } from '../lib/database.ts';
import { copyIn } from '../lib/copy-in.ts';

const COLUMNS = 'lot_id, seq, epoch, log_id, prev_log_id, hash, entry, secret_maximum_tiyin, secret_salt';
const CHUNK_ROWS = 500;

/** Copies the newest `rows` of a lot; returns rows a second. */
export async function copyRows(databaseUrl: string, lotId: number, rows: number): Promise<number> {
  const client = new pg.Client({ connectionString: asOwner(databaseUrl) });
  await client.connect();
  await client.query('create table if not exists copied_entry (like auction_entry including all)');
  await client.query('truncate copied_entry');
  const { rows: found } = await client.query<Record<string, unknown>>(
    `select ${COLUMNS} from auction_entry where lot_id = $1 order by seq desc limit $2`,
    [lotId, rows],
  );
  const field = (value: unknown) => {
    if (value === null) return '\\N';
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  };
  const lines = found.reverse().map((row) => `${Object.values(row).map(field).join('\t')}\n`);
  const chunks: Buffer[] = [];
  for (let at = 0; at < lines.length; at += CHUNK_ROWS)
    chunks.push(Buffer.from(lines.slice(at, at + CHUNK_ROWS).join('')));
  const startedAt = performance.now();
  await copyIn(client, `copy copied_entry (${COLUMNS}) from stdin`, chunks);
  const took = performance.now() - startedAt;
  await client.end();
  return found.length / (took / 1_000);
}
