import { sql, type Kysely } from 'kysely';
import { MORE_CATEGORIES, PRIVATE_ONLY, STATE_ONLY } from './reference/more-categories.ts';

/** `code icon / uz / ru / uz-Cyrl / en` as columns. */
function columnsOf(line: string) {
  const [head = '', uz, ru, uzCyrl, en] = line.trim().split(' / ');
  const [code, icon] = head.split(' ');
  if (!code || !icon || !uz || !ru || !uzCyrl || !en) throw new RangeError(`not a category: ${line}`);
  return { code, icon, name: JSON.stringify({ uz, ru, 'uz-Cyrl': uzCyrl, en }) };
}

interface Place {
  id: number;
  children: number;
}

/** An existing group with the number of its children, or a new one behind the last. */
async function groupOf(db: Kysely<unknown>, group: string): Promise<Place> {
  if (!group.includes(' / ')) {
    const { rows } = await sql<Place>`
      select g.id, count(c.id)::int as children from category g left join category c on c.parent_id = g.id
      where g.code = ${group} and g.parent_id is null group by g.id`.execute(db);
    const [found] = rows;
    if (!found) throw new RangeError(`no group ${group}`);
    return found;
  }
  const { code, icon, name } = columnsOf(group);
  const { rows } = await sql<{ id: number }>`
    insert into category (id, parent_id, code, icon, name, position)
    select max(id) / 100 * 100 + 100, null, ${code}, ${icon}, ${name}::jsonb, max(position) + 1
    from category where parent_id is null returning id`.execute(db);
  return { id: rows[0]!.id, children: 0 };
}

export async function up(db: Kysely<unknown>): Promise<void> {
  // Who may offer property of the category: the state, private owners or both.
  await sql`alter table category add column order_types text[] not null default '{state,private}'
    check (order_types <@ '{state,private}' and cardinality(order_types) > 0)`.execute(db);
  for (const { group, lines } of MORE_CATEGORIES) {
    const { id: groupId, children } = await groupOf(db, group);
    for (const [at, line] of lines.trim().split('\n').entries()) {
      const { code, icon, name } = columnsOf(line);
      await sql`insert into category (id, parent_id, code, icon, name, position)
        values (${groupId + children + at + 1}, ${groupId}, ${code}, ${icon}, ${name}, ${children + at})`.execute(
        db,
      );
    }
  }
  for (const [type, codes] of [
    ['state', STATE_ONLY],
    ['private', PRIVATE_ONLY],
  ] as const) {
    await sql`update category c set order_types = array[${type}::text]
      where c.code = any(${[...codes]}::text[])
         or c.parent_id in (select id from category where code = any(${[...codes]}::text[]))`.execute(db);
  }
}
