import { sql, type Kysely } from 'kysely';

/** Public bodies whose sites people need beside a trade. [name, address] */
const PARTNERS = [
  ['Davlat aktivlarini boshqarish agentligi', 'https://davaktiv.uz'],
  ['Adliya vazirligi', 'https://adliya.uz'],
  ['Majburiy ijro byurosi', 'https://mib.uz'],
  ['Kadastr agentligi', 'https://kadastr.uz'],
  ['Soliq qoʻmitasi', 'https://soliq.uz'],
  ['Markaziy bank', 'https://cbu.uz'],
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table partner (
      id integer generated always as identity primary key,
      name text not null check (length(name) between 1 and 100),
      url text not null check (url ~ '^https://'),
      position integer not null
    )
  `.execute(db);
  for (const [position, [name, url]] of PARTNERS.entries()) {
    await sql`insert into partner (name, url, position) values (${name}, ${url}, ${position})`.execute(db);
  }
  // The number is shown to the person and in the subject line of the operator's mail.
  await sql`
    create table contact_message (
      number integer generated always as identity primary key,
      request_id uuid not null unique,
      name text not null,
      email text,
      phone text,
      subject text not null,
      message text not null,
      language text not null,
      person_id text,
      written_at timestamptz not null default now(),
      check (email is not null or phone is not null)
    )
  `.execute(db);
}
