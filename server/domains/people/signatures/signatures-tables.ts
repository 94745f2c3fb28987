import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { DocumentKind } from '#shared/api/cabinet/signatures.ts';
import type { Language } from '#shared/i18n/languages.ts';

type Day = ColumnType<string, string, never>;

/** A text as its authors wrote it, see ./legal-text.ts. */
export interface WrittenTexts {
  uz: string;
  ru: string;
  en: string;
}

export interface SignatureTables {
  signature_request: {
    id: string;
    person_id: string;
    kind: DocumentKind;
    subject: string;
    language: Language;
    document: Buffer;
    created_at: Generated<Date>;
    expires_at: Date;
    used_at: Date | null;
  };
  signed_document: {
    id: Generated<number>;
    request_id: string;
    person_id: string;
    kind: DocumentKind;
    subject: string;
    language: Language;
    document: Buffer;
    sha256: string;
    pkcs7: Buffer;
    signer: 'e-imzo' | 'development';
    certificate_serial: string;
    owner_name: string;
    owner_kind: 'natural' | 'legal';
    owner_pinfl: string | null;
    owner_tin: string | null;
    facts: JSONColumnType<Record<string, unknown>>;
    signed_at: Date;
    timestamped_at: Date | null;
    archived_at: Generated<Date>;
  };
  person_certificate: {
    person_id: string;
    serial: string;
    owner_name: string;
    kind: 'natural' | 'legal';
    pinfl: string | null;
    tin: string | null;
    valid_from: Date;
    valid_to: Date;
    added_at: Generated<Date>;
    last_used_at: Date | null;
    removed_at: Date | null;
  };
  consent_version: {
    version: number;
    effective_on: Day;
    deadline_on: Day;
    offer: JSONColumnType<WrittenTexts>;
    contract: JSONColumnType<WrittenTexts>;
    added_by: string | null;
    added_at: Generated<Date>;
  };
  consent_answer: {
    id: Generated<number>;
    person_id: string;
    version: number;
    agreed: boolean;
    document_id: number | null;
    reason: string | null;
    at: Generated<Date>;
  };
}
