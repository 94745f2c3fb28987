import { sql, type Selectable } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { CertificateFacts } from '#server/integrations/e-signature/index.ts';
import type { DocumentKind } from '#shared/api/cabinet/signatures.ts';
import type { Language } from '#shared/i18n/languages.ts';
import type { SignatureTables } from './signatures-tables.ts';

export interface SignatureRequest {
  id: string;
  personId: string;
  kind: DocumentKind;
  subject: string;
  language: Language;
  document: Buffer;
  expiresAt: Date;
}

export interface NewSignedDocument {
  request: SignatureRequest;
  sha256: string;
  pkcs7: Buffer;
  signer: 'e-imzo' | 'development';
  certificate: CertificateFacts;
  said: unknown;
  signedAt: Date;
  timestampedAt: Date | null;
}

export interface ArchivedDocument {
  id: number;
  personId: string;
  kind: DocumentKind;
  subject: string;
  language: Language;
  document: Buffer;
  sha256: string;
  pkcs7: Buffer;
  signer: 'e-imzo' | 'development';
  serial: string;
  owner: string;
  ownerKind: 'natural' | 'legal';
  pinfl: string | null;
  tin: string | null;
  signedAt: Date;
  timestampedAt: Date | null;
}

type ListedDocument = Pick<
  ArchivedDocument,
  'id' | 'kind' | 'subject' | 'signedAt' | 'signer' | 'owner' | 'serial' | 'sha256'
> & { sizeBytes: number };

const archived = (row: Selectable<SignatureTables['signed_document']>): ArchivedDocument => ({
  id: row.id,
  personId: row.person_id,
  kind: row.kind,
  subject: row.subject,
  language: row.language,
  document: row.document,
  sha256: row.sha256,
  pkcs7: row.pkcs7,
  signer: row.signer,
  serial: row.certificate_serial,
  owner: row.owner_name,
  ownerKind: row.owner_kind,
  pinfl: row.owner_pinfl,
  tin: row.owner_tin,
  signedAt: row.signed_at,
  timestampedAt: row.timestamped_at,
});

export type ArchiveRepository = ReturnType<typeof createArchiveRepository>;

/** Requests to sign, and the append-only archive of what was signed. */
export function createArchiveRepository(db: Db<SignatureTables>) {
  return {
    async ask(request: SignatureRequest): Promise<void> {
      await db
        .insertInto('signature_request')
        .values({
          id: request.id,
          person_id: request.personId,
          kind: request.kind,
          subject: request.subject,
          language: request.language,
          document: request.document,
          expires_at: request.expiresAt,
        })
        .execute();
      // Requests unsigned after a day are useless; signed ones are complete in the archive.
      await db
        .deleteFrom('signature_request')
        .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
        .execute();
    },

    /** The person's request, unless used or expired. */
    async request(id: string, personId: string): Promise<SignatureRequest | null> {
      const row = await db
        .selectFrom('signature_request')
        .selectAll()
        .where('id', '=', id)
        .where('person_id', '=', personId)
        .where('used_at', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .executeTakeFirst();
      if (!row) return null;
      const { person_id, expires_at, kind, subject, language, document } = row;
      return { id, personId: person_id, kind, subject, language, document, expiresAt: expires_at };
    },

    /** Archived document of a request of the person; null: none yet. */
    async madeOf(requestId: string, personId: string): Promise<{ id: number; signedAt: Date } | null> {
      const row = await db
        .selectFrom('signed_document')
        .select(['id', 'signed_at as signedAt'])
        .where('request_id', '=', requestId)
        .where('person_id', '=', personId)
        .executeTakeFirst();
      return row ?? null;
    },

    /** Archived documents after this number, ascending. */
    async after(id: number, limit: number): Promise<ArchivedDocument[]> {
      const rows = await db
        .selectFrom('signed_document')
        .selectAll()
        .where('id', '>', id)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(archived);
    },

    /** What the person was asked to sign can no longer be signed; waits for a signature that is being archived. */
    async dropRequests(personId: string): Promise<void> {
      await db
        .deleteFrom('signature_request')
        .where('person_id', '=', personId)
        .where('used_at', 'is', null)
        .execute();
    },

    /**
     * Consumes the request and archives the signature; null: it was used concurrently, or there is no such request any more. In the
     * caller's transaction.
     */
    async archive(tx: Db<SignatureTables>, made: NewSignedDocument): Promise<number | null> {
      const { request, certificate } = made;
      const used = await tx
        .updateTable('signature_request')
        .set({ used_at: sql<Date>`now()` })
        .where('id', '=', request.id)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      if (used.numUpdatedRows === 0n) return null;
      const { id } = await tx
        .insertInto('signed_document')
        .values({
          request_id: request.id,
          person_id: request.personId,
          kind: request.kind,
          subject: request.subject,
          language: request.language,
          document: request.document,
          sha256: made.sha256,
          pkcs7: made.pkcs7,
          signer: made.signer,
          certificate_serial: certificate.serial,
          owner_name: certificate.owner,
          owner_kind: certificate.kind,
          owner_pinfl: certificate.pinfl,
          owner_tin: certificate.tin,
          facts: JSON.stringify({ certificate, said: made.said }),
          signed_at: made.signedAt,
          timestamped_at: made.timestampedAt,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    /** @param personId only a document of this person; null: of any person, for operators */
    async document(id: number, personId: string | null): Promise<ArchivedDocument | null> {
      const query = db.selectFrom('signed_document').selectAll().where('id', '=', id);
      const row = await (
        personId === null ? query : query.where('person_id', '=', personId)
      ).executeTakeFirst();
      return row ? archived(row) : null;
    },

    /** Of anybody, by their numbers; without unknown ones. */
    async documents(ids: readonly number[]): Promise<Map<number, ArchivedDocument>> {
      if (ids.length === 0) return new Map();
      const rows = await db.selectFrom('signed_document').selectAll().where('id', 'in', ids).execute();
      return new Map(rows.map((row) => [row.id, archived(row)]));
    },

    /** Newest first. */
    async ofPerson(personId: string, page: { limit: number; offset: number }) {
      const mine = db.selectFrom('signed_document').where('person_id', '=', personId);
      const [items, { total }] = await Promise.all([
        mine
          .select(['id', 'kind', 'subject', 'signed_at as signedAt', 'signer', 'owner_name as owner'])
          .select(['certificate_serial as serial', 'sha256'])
          .select(sql<number>`octet_length(pkcs7)`.as('sizeBytes'))
          .orderBy('id', 'desc')
          .limit(page.limit)
          .offset(page.offset)
          .execute(),
        mine.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
      ]);
      return { items: items satisfies ListedDocument[], total };
    },
  };
}
