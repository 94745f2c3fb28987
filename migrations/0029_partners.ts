import { sql, type Kysely } from 'kysely';

/** Names of the partners in the other languages, by the address they came with. [Russian, Cyrillic, English] */
const NAMES = {
  'https://davaktiv.uz': [
    'Агентство по управлению государственными активами',
    'Давлат активларини бошқариш агентлиги',
    'State Assets Management Agency',
  ],
  'https://adliya.uz': ['Министерство юстиции', 'Адлия вазирлиги', 'Ministry of Justice'],
  'https://mib.uz': [
    'Бюро принудительного исполнения',
    'Мажбурий ижро бюроси',
    'Bureau of Compulsory Enforcement',
  ],
  'https://kadastr.uz': ['Кадастровое агентство', 'Кадастр агентлиги', 'Cadastre Agency'],
  'https://soliq.uz': ['Налоговый комитет', 'Солиқ қўмитаси', 'Tax Committee'],
  'https://cbu.uz': ['Центральный банк', 'Марказий банк', 'Central Bank'],
} as const;

/** A partner's name in every language; one that staff added before keeps its only name in all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table partner rename column name to name_uz`.execute(db);
  await sql`
    alter table partner
      add column name_ru text check (length(name_ru) between 1 and 100),
      add column name_cyrl text check (length(name_cyrl) between 1 and 100),
      add column name_en text check (length(name_en) between 1 and 100)
  `.execute(db);
  for (const [url, [ru, cyrillic, en]] of Object.entries(NAMES)) {
    await sql`update partner set name_ru = ${ru}, name_cyrl = ${cyrillic}, name_en = ${en} where url = ${url}`.execute(
      db,
    );
  }
  await sql`
    update partner set name_ru = name_uz, name_cyrl = name_uz, name_en = name_uz where name_ru is null
  `.execute(db);
  await sql`
    alter table partner
      alter column name_ru set not null,
      alter column name_cyrl set not null,
      alter column name_en set not null
  `.execute(db);
}
