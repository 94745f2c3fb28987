import { sql, type Kysely } from 'kysely';
import { ASKED_FIELDS, FIELD_UNITS, FIELDS } from './reference/category-fields.ts';

type Names = Record<'uz' | 'ru' | 'uz-Cyrl' | 'en', string>;

/** `head / uz / ru / uz-Cyrl / en` */
function namedLine(line: string): { head: string[]; name: Names } {
  const [head = '', uz, ru, uzCyrl, en] = line.trim().split(' / ');
  if (!uz || !ru || !uzCyrl || !en) throw new RangeError(`not in four languages: ${line}`);
  return { head: head.split(' '), name: { uz, ru, 'uz-Cyrl': uzCyrl, en } };
}
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

interface Field {
  code: string;
  label: Names;
  kind: string;
  unit: Names | null;
  required: boolean;
  min: number | null;
  max: number | null;
  whole: boolean;
  choices: { code: string; label: Names; removed: boolean }[];
  removed: boolean;
}

const UNITS = new Map(
  linesOf(FIELD_UNITS).map((line) => {
    const { head, name } = namedLine(line);
    return [head[0], name] as const;
  }),
);

function fieldsByCode(): Map<string, Field> {
  const fields: Field[] = [];
  for (const line of linesOf(FIELDS)) {
    const { head, name } = namedLine(line);
    const [first = '', ...traits] = head;
    if (first === '-') {
      fields.at(-1)?.choices.push({ code: traits[0] ?? '', label: name, removed: false });
      continue;
    }
    const [kind = '', ...rest] = traits;
    const unit = rest.find((trait) => trait.startsWith('in:'))?.slice(3);
    const [min, max] = rest.find((trait) => trait.includes('..'))?.split('..') ?? [];
    fields.push({
      ...{ code: first, label: name, kind, required: false, choices: [], removed: false },
      unit: unit === undefined ? null : (UNITS.get(unit) ?? null),
      min: min === undefined ? null : Number(min),
      max: max === undefined ? null : Number(max),
      whole: kind === 'year' || rest.includes('whole'),
    });
  }
  return new Map(fields.map((field) => [field.code, field]));
}

/** Categories are edited by staff: their names, their order, whether they are offered, and what they ask about property. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence category_id start 20001`.execute(db);
  await sql`
    alter table category
      alter column id set default nextval('category_id'),
      -- Of the form that made it: sent twice, it makes one.
      add column request_id text unique,
      -- Not offered to those who sell; lots and orders that name it stay as they are.
      add column hidden boolean not null default false,
      -- Counts changes: one made to an older version is refused.
      add column version integer not null default 1 check (version > 0),
      -- [{code, label, kind, unit, required, min, max, whole, choices, removed}]: a field that was asked once is never taken
      -- out, only marked as removed, since lots have answers to it.
      add column fields jsonb not null default '[]' check (jsonb_typeof(fields) = 'array'),
      -- Whether it asks its own fields; otherwise it asks those of its group.
      add column own_fields boolean not null default false
  `.execute(db);
  const known = fieldsByCode();
  for (const [code, asked] of Object.entries(ASKED_FIELDS)) {
    const fields = asked.split(' ').map((entry) => {
      const field = known.get(entry.replace('*', ''));
      if (!field) throw new RangeError(`no field ${entry}`);
      return { ...field, required: entry.endsWith('*') };
    });
    await sql`update category set fields = ${JSON.stringify(fields)}::jsonb, own_fields = true
      where code = ${code}`.execute(db);
  }
  await sql`
    create table dictionary_change (
      id bigint generated always as identity primary key,
      kind text not null,
      -- Of what was changed, among those of its kind.
      key text not null,
      version integer not null check (version > 0),
      action text not null,
      person_id text not null,
      person_name text not null,
      at timestamptz not null default now(),
      -- As it was after the change.
      content jsonb not null,
      unique (kind, key, version)
    )
  `.execute(db);
  await sql`
    create function dictionary_change_refuse() returns trigger language plpgsql as $$
    begin
      raise exception 'dictionary_change is append-only';
    end $$
  `.execute(db);
  await sql`create trigger dictionary_change_append_only before update or delete or truncate on dictionary_change
    for each statement execute function dictionary_change_refuse()`.execute(db);
}
