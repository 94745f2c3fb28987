import { sql, type Kysely } from 'kysely';
import { OFFER } from './reference/offer-1.ts';
import { SERVICE_CONTRACT } from './reference/service-contract-1.ts';

/**
 * Electronic signatures: requests to sign, the archive of what was signed, keys people signed with, versions of the
 * public offer and people's answers to it. The archive is append-only in the database itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table signature_request (
      id uuid primary key,
      person_id text not null,
      kind text not null,
      -- What it is about: of a consent, the number of the offer's version.
      subject text not null,
      language text not null,
      -- Exactly what is to be signed.
      document bytea not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      -- Set in the transaction that archives the signature: a request is used once.
      used_at timestamptz
    )
  `.execute(db);
  await sql`create index signature_request_expiry on signature_request (expires_at)`.execute(db);

  await sql`
    create table signed_document (
      id bigint generated always as identity primary key,
      request_id uuid not null unique,
      person_id text not null,
      kind text not null,
      subject text not null,
      language text not null,
      document bytea not null,
      -- SHA-256 of the document, hex.
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      -- CMS SignedData with the document inside.
      pkcs7 bytea not null,
      signer text not null check (signer in ('e-imzo', 'development')),
      certificate_serial text not null,
      owner_name text not null,
      owner_kind text not null check (owner_kind in ('natural', 'legal')),
      owner_pinfl text,
      owner_tin text,
      -- What the verifying service said, whole.
      facts jsonb not null,
      signed_at timestamptz not null,
      timestamped_at timestamptz,
      archived_at timestamptz not null default now()
    )
  `.execute(db);
  await sql`create index signed_document_of_person on signed_document (person_id, id desc)`.execute(db);
  await sql`
    create function signed_document_refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the archive of signed documents is append-only' using errcode = 'SD001';
    end $$
  `.execute(db);
  await sql`create trigger signed_document_append_only before update or delete or truncate on signed_document
    for each statement execute function signed_document_refuse_change()`.execute(db);

  await sql`
    create table person_certificate (
      person_id text not null,
      serial text not null,
      owner_name text not null,
      kind text not null check (kind in ('natural', 'legal')),
      pinfl text,
      tin text,
      valid_from timestamptz not null,
      valid_to timestamptz not null,
      added_at timestamptz not null default now(),
      last_used_at timestamptz,
      -- A removed key signs nothing until it is added again.
      removed_at timestamptz,
      primary key (person_id, serial)
    )
  `.execute(db);

  await sql`
    create table consent_version (
      version integer primary key check (version > 0),
      effective_on date not null,
      deadline_on date not null,
      -- {"uz": …, "ru": …, "en": …} as written; Cyrillic is made from Latin, figures stand as {{name}}.
      offer jsonb not null,
      contract jsonb not null,
      added_by text,
      added_at timestamptz not null default now(),
      constraint consent_version_days check (deadline_on >= effective_on)
    )
  `.execute(db);
  await sql`
    create table consent_answer (
      id bigint generated always as identity primary key,
      person_id text not null,
      version integer not null references consent_version (version),
      agreed boolean not null,
      document_id bigint references signed_document (id),
      reason text,
      at timestamptz not null default now(),
      constraint consent_answer_signed check (agreed = (document_id is not null))
    )
  `.execute(db);
  await sql`create index consent_answer_of_person on consent_answer (person_id, id desc)`.execute(db);
  await sql`create index consent_answer_of_version on consent_answer (version, id desc)`.execute(db);

  await sql`
    insert into consent_version (version, effective_on, deadline_on, offer, contract)
    values (1, '2024-06-24', '2024-07-23', ${JSON.stringify(OFFER)}, ${JSON.stringify(SERVICE_CONTRACT)})
  `.execute(db);

  // The development signer: a throw-away authority and people's test keys, encrypted under their own passwords.
  await sql`
    create table development_authority (
      id integer primary key check (id = 1),
      certificate bytea not null,
      private_key bytea not null
    )
  `.execute(db);
  await sql`
    create table development_key (
      id uuid primary key,
      person_id text not null,
      certificate bytea not null,
      private_key_pem text not null,
      created_at timestamptz not null default now()
    )
  `.execute(db);
  await sql`create index development_key_of_person on development_key (person_id, created_at)`.execute(db);
}
