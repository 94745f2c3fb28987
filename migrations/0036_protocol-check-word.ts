import { randomInt } from 'node:crypto';
import { sql, type Kysely } from 'kysely';

/** Without signs that look alike on paper. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 8;

const word = (): string => Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');

/**
 * The check word of a protocol, printed on the document: the number alone reveals nothing of the winner. Existing
 * documents have none: they are rendered again at the next request.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table protocol add column check_word text`.execute(db);
  const { rows } = await sql<{ id: number }>`select id from protocol`.execute(db);
  for (const { id } of rows)
    await sql`update protocol set check_word = ${word()} where id = ${id}`.execute(db);
  await sql`
    alter table protocol alter column check_word set not null,
      add check (check_word ~ '^[2-9A-HJ-NP-Z]{8}$')
  `.execute(db);
  await sql`delete from protocol_file`.execute(db);
}
