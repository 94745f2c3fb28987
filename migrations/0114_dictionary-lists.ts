import { sql, type Kysely } from 'kysely';
import { DICTIONARY_LISTS } from './reference/dictionary-lists.ts';

/** Lists of choices are edited by staff: names, order, and where the program does not mind also which there are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table dictionary_list (
      name text primary key,
      -- Counts changes: one made to an older version is refused.
      version integer not null default 1 check (version > 0),
      -- In order: [{code, name, hidden}]. An entry that was saved is never taken out: orders and messages name it.
      entries jsonb not null check (jsonb_typeof(entries) = 'array')
    )
  `.execute(db);
  for (const [list, lines] of Object.entries(DICTIONARY_LISTS)) {
    const entries = lines
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const [code, uz, ru, uzCyrl, en] = line.trim().split(' / ');
        if (!code || !uz || !ru || !uzCyrl || !en) throw new RangeError(`not an entry: ${line}`);
        return { code, name: { uz, ru, 'uz-Cyrl': uzCyrl, en }, hidden: false };
      });
    await sql`insert into dictionary_list (name, entries)
      values (${list}, ${JSON.stringify(entries)}::jsonb)`.execute(db);
  }
}
