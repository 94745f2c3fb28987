import { sql, type Kysely } from 'kysely';
import { CATEGORIES } from './reference/categories.ts';
import { REGIONS } from './reference/regions.ts';
import { RULE_SETS } from './reference/rule-sets.ts';

type Names = readonly [string, string, string, string];
const localized = ([uz, ru, uzCyrl, en]: Names): string => JSON.stringify({ uz, ru, 'uz-Cyrl': uzCyrl, en });

async function createTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table region (
      id integer primary key,
      soato text not null unique,
      name jsonb not null,
      position integer not null
    )
  `.execute(db);
  await sql`
    create table category (
      id integer primary key,
      parent_id integer references category (id),
      code text not null unique,
      icon text not null,
      name jsonb not null,
      position integer not null
    )
  `.execute(db);
  await sql`
    create table base_amount (
      valid_from date primary key,
      amount_tiyin bigint not null check (amount_tiyin > 0)
    )
  `.execute(db);
  // A version is never changed: lots name the one they were frozen from.
  await sql`
    create table rule_set (
      name text not null,
      version integer not null check (version > 0),
      valid_from timestamptz not null,
      figures jsonb not null,
      primary key (name, version)
    )
  `.execute(db);
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db);
  for (const [position, [soato, uz, ru, uzCyrl, en]] of REGIONS.entries()) {
    await sql`insert into region (id, soato, name, position)
      values (${soato}, ${String(soato)}, ${localized([uz, ru, uzCyrl, en])}, ${position})`.execute(db);
  }
  for (const [g, { group, categories }] of CATEGORIES.entries()) {
    const groupId = (g + 1) * 100;
    const rows = [{ id: groupId, parent: null as number | null, of: group, position: g }];
    categories.forEach((of, c) => rows.push({ id: groupId + c + 1, parent: groupId, of, position: c }));
    for (const { id, parent, of, position } of rows) {
      const [code, icon, ...names] = of;
      await sql`insert into category (id, parent_id, code, icon, name, position)
        values (${id}, ${parent}, ${code}, ${icon}, ${localized(names)}, ${position})`.execute(db);
    }
  }
  // Base calculation amount, in tiyin, by the day it came into force.
  await sql`insert into base_amount (valid_from, amount_tiyin) values
    ('2023-12-01', 34000000), ('2024-10-01', 37500000), ('2025-08-01', 41200000)`.execute(db);
  for (const { name, figures } of RULE_SETS) {
    await sql`insert into rule_set (name, version, valid_from, figures)
      values (${name}, 1, '2023-12-01T00:00:00+05:00', ${JSON.stringify(figures)})`.execute(db);
  }
}
